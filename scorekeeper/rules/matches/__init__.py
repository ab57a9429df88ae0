"""A match: rounds added up to legs and a winner, and its honours."""
