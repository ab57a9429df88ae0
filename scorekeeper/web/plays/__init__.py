"""Plays and penalties inside a round."""
