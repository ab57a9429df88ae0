"""Whole clubs carried from one instance to another: their file, and what of it is refused."""
