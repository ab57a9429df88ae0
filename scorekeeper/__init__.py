"""Scorekeeper: the companion for dominoes played with real tiles, in real pubs."""

__version__ = "1.0.0"
