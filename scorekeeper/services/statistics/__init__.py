"""What seasons are remembered for: figures of players and pairs, honours and records."""
