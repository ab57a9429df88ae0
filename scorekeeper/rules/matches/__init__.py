"""A match: rounds added up to legs and a winner, and what it is remembered for."""
