"""Hands reported by their own players."""
