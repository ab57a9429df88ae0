"""Cups: the draw and the bracket of a knockout, and the groups before it."""
