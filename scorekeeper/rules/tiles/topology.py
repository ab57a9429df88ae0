"""Whether a recorded layout is possible: tiles that match, each once, and the ends they leave.

A tile is unordered, so a record may write it either way round; ``oriented`` turns each so that it meets
the one before it.

A cross that is recorded without its order is checked by the exact condition, not only by parity. It is
edge-disjoint trails from the spinner, with closed loops hung on them. So the tiles must be connected, every
number must have the right parity, the spinner's number must have enough halves, and as many edge-disjoint
trails as there are foreign ends must lead to them (a largest flow of that size).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.rules.rounds.report import Problem, problem
from scorekeeper.rules.tiles.layout import MOST_ARMS, Half, Layout
from scorekeeper.rules.tiles.tile import SET_NAMES, Tile


def oriented(layout: Layout) -> Layout:
    """The same record with its tiles turned to match, as far as they can."""
    arms = tuple(_chain(arm, layout.spinner) or arm for arm in layout.arms)
    return replace(layout, line=_line_chain(layout.line) or layout.line, arms=arms)


def layout_problems(layout: Layout) -> Iterator[Problem]:
    tiles = layout.tiles
    for tile in dict.fromkeys(tiles):
        if not 0 <= tile.low <= tile.high <= layout.highest:
            yield problem(
                "tile_not_in_set", field="layout", tile=tile, where="the table", set=SET_NAMES[layout.highest]
            )
        if tiles.count(tile) > 1:
            yield problem("duplicate_tile_in_layout", tile=tile)
    if layout.line and _line_chain(layout.line) is None:
        yield problem("layout_mismatch", detail=_first_gap(layout.line))
    for arm in layout.arms:
        if _chain(arm, layout.spinner) is None:
            yield problem("layout_mismatch", detail=_arm_gap(arm, layout.spinner))
    if len(layout.arms) > MOST_ARMS:
        yield problem("layout_mismatch", detail="A spinner has four sides, not more.")


def odd_numbers(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """The numbers shown by an odd count of halves: on a line they are its two different ends."""
    halves = Counter(number for tile in tiles for number in (tile.low, tile.high))
    return tuple(sorted(number for number, times in halves.items() if times % 2))


def connected(tiles: Sequence[Tile]) -> bool:
    """Whether all tiles are connected through shared numbers."""
    waiting = list(tiles)
    if not waiting:
        return True
    reached = {waiting[0].low}
    while True:
        near = [tile for tile in waiting if tile.low in reached or tile.high in reached]
        if not near:
            return not waiting
        reached.update(number for tile in near for number in (tile.low, tile.high))
        waiting = [tile for tile in waiting if tile not in near]


def _chain(halves: Sequence[Half], start: int | None) -> tuple[Half, ...] | None:
    laid: list[Half] = []
    number = start
    for a, b in halves:
        if number not in (a, b):
            return None
        laid.append((a, b) if a == number else (b, a))
        number = laid[-1][1]
    return tuple(laid) if laid else None


def _line_chain(line: Sequence[Half]) -> tuple[Half, ...] | None:
    starts = dict.fromkeys(line[0]) if line else ()
    return next((chain for start in starts if (chain := _chain(line, start))), None)


def _first_gap(line: Sequence[Half]) -> str:
    for first, second in pairwise(line):
        if not set(first) & set(second):
            return f"{Tile.of(*first)} and {Tile.of(*second)} lie side by side but share no number."
    return "These tiles do not meet end to end: check the line."


def _arm_gap(arm: Sequence[Half], spinner: int | None) -> str:
    if not arm or spinner not in arm[0]:
        return f"Every arm begins with a tile that shows the spinner’s {spinner}."
    return _first_gap(arm)


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
