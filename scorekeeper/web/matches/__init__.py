"""Matches: choosing the game and the players, the match page."""
