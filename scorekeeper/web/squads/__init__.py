"""Squads: the teams of a league."""
