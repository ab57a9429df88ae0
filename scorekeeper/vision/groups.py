"""Whether a photo shows one hand or several, lying apart."""

from __future__ import annotations

from math import dist

from scorekeeper.vision.hands import Reading, SeenTile

APART = 3.0  # lengths of a tile between the middles of two tiles of different hands


def hands_in(reading: Reading) -> int:
    """How many groups of two tiles or more lie well apart from one another."""
    groups: list[list[SeenTile]] = []
    for tile in reading.tiles:
        near = [group for group in groups if any(_near(tile, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([tile, *(other for group in near for other in group)])
    return sum(len(group) > 1 for group in groups)


def _near(a: SeenTile, b: SeenTile) -> bool:
    return dist(a.place, b.place) < APART * max(a.length, b.length)
