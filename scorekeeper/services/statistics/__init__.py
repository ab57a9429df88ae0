"""Statistics of seasons: figures of players and pairs, honours and records."""
