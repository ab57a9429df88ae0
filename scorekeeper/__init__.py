"""Scorekeeper: the companion for dominoes played with real tiles, in real pubs."""

import gc
from importlib.metadata import version

# New objects after which Python looks for litter among them, and how often among older ones. With its own
# (700, 10, 10) a start spent a tenth of its time on looking through what stays, and a league's page looked
# through all that is cached several times, for a third of its cost.
gc.set_threshold(20_000, 20, 50)

__version__ = version("scorekeeper")
