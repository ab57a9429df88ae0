"""Whether a recorded layout is possible: tiles that match, each once, and the ends they leave.

A tile is unordered, so a record may write it either way round; ``oriented`` turns each so that it meets
the one before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.tiles.layout import MOST_ARMS, Half, Layout
from scorekeeper.rules.tiles.tile import Tile


def oriented(layout: Layout) -> Layout:
    """The same record with its tiles turned to match, as far as they can."""
    arms = tuple(_chain(arm, layout.spinner) or arm for arm in layout.arms)
    return replace(layout, line=_line_chain(layout.line) or layout.line, arms=arms)


def layout_problems(layout: Layout) -> Iterator[Problem]:
    """Every reason why this record is no layout of its set."""
    tiles = layout.tiles
    for tile in dict.fromkeys(tiles):
        if not 0 <= tile.low <= tile.high <= layout.highest:
            yield problem("tile_not_in_set", field="layout", tile=tile, where="the table", set=layout.highest)
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
