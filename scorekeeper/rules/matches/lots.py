"""Lots: what a draw of tiles decides before the first round. Equal totals: the higher end, 6-3 before 5-4."""

from collections.abc import Sequence

from scorekeeper.rules.tiles.tile import Tile


def heaviest_first(tiles: Sequence[Tile]) -> list[int]:
    """The places of these tiles, the heaviest first."""
    return sorted(range(len(tiles)), key=lambda n: (tiles[n].pips, tiles[n].high), reverse=True)


def highest_drawn(tiles: Sequence[Tile]) -> int:
    """Who leads where each draws a tile: the place of the heaviest."""
    return heaviest_first(tiles)[0]


def seats_drawn(tiles: Sequence[Tile], *, pairs: bool) -> list[int]:
    """Who sits where, clockwise, where each draws a tile: the places of the tiles in the order of the seats.

    The heaviest sits first and the others follow by weight. In pairs the two heaviest play together, so they
    sit opposite each other, and the third sits between them.
    """
    order = heaviest_first(tiles)
    return [order[n] for n in (0, 2, 1, 3)] if pairs else order
