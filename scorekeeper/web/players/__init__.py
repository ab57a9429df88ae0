"""Players and pairs, and the club’s table."""
