"""Whether these tiles can form a cross with these arms: the exact condition, not only parity.

A cross is edge-disjoint trails from the spinner, with closed loops hung on them. So the tiles must be
connected, every number must have the right parity, the spinner's number must have enough halves, and as many
edge-disjoint trails as there are foreign ends must lead to them (a largest flow of that size).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.rules.tiles.topology import connected, odd_numbers


def cross_possible(tiles: Sequence[Tile], spinner: int, ends: Sequence[int]) -> bool:
    """Whether exactly these tiles, the spinner among them, can lie with an arm ending in each of ``ends``."""
    rest = [tile for tile in tiles if tile != Tile.of(spinner, spinner)]
    if len(rest) == len(tiles) or not connected(tiles):
        return False
    if not ends:
        return not rest
    if set(odd_numbers(tiles)) != odd_of(ends, spinner):
        return False
    foreign = [end for end in ends if end != spinner]
    at_spinner = sum(tile.has(spinner) for tile in rest)
    if at_spinner < len(ends) + len(ends) - len(foreign):
        return False
    return largest_flow(rest, spinner, foreign) == len(foreign)


def odd_of(ends: Sequence[int], spinner: int | None) -> set[int]:
    """The numbers that must show an odd count of halves: each end once, the spinner once for every arm."""
    halves = Counter(ends)
    if spinner is not None:
        halves[spinner] += len(ends)
    return {number for number, times in halves.items() if times % 2}


def largest_flow(tiles: Sequence[Tile], source: int, ends: Sequence[int]) -> int:
    """How many of ``ends`` edge-disjoint trails can reach from ``source``; each tile carries one trail."""
    room: Counter[tuple[int, int]] = Counter()
    for tile in tiles:
        if not tile.is_double:
            room[tile.low, tile.high] = room[tile.high, tile.low] = 1
    wanted, found = Counter(ends), 0
    while path := _path(room, source, wanted):
        for step in pairwise(path):
            room[step] -= 1
            room[step[::-1]] += 1
        wanted[path[-1]] -= 1
        found += 1
    return found


def _path(room: Counter[tuple[int, int]], source: int, wanted: Counter[int]) -> list[int]:
    """A way with room on every step from the source to an end still wanted; empty if there is none."""
    waiting, reached = [[source]], {source}
    for path in waiting:
        if wanted[path[-1]] > 0:
            return path
        near = [b for (a, b), free in room.items() if a == path[-1] and free > 0 and b not in reached]
        reached.update(near)
        waiting += [[*path, number] for number in near]
    return []
