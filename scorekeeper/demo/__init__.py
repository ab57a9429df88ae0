"""``scorekeeper demo``: a believable club to look at, with a season behind it.

Plays by chance, writes through the acts of ``state`` like any phone, and knows nothing of pages. Nothing
else in the project imports it.
"""

from scorekeeper.demo.command import demo, fill

__all__ = ["demo", "fill"]
