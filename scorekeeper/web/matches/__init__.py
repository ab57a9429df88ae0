"""Matches: choosing the game, sitting down, the match page."""
