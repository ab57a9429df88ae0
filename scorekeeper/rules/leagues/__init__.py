"""A league: schedule, match cards, points and tables."""
