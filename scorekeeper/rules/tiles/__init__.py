"""Tiles, layouts and open ends."""
