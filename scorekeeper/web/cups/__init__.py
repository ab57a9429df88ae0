"""Knockouts: the draw and the bracket."""
