"""Answers that are asked for again: ETags, pages kept in memory, and what has not been modified."""
