"""Services of a club: its links, its results, its ratings."""
