"""A match on a television, or flat on the table."""
