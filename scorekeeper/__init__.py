"""Scorekeeper: the companion for dominoes played with real tiles, in real pubs."""

from importlib.metadata import version

__version__ = version("scorekeeper")
