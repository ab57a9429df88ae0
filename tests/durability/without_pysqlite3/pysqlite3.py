"""Hides the bundled SQLite, as on a machine for which there is none."""

raise ImportError("there is no such wheel for this machine")
