"""The drawn layout: no tile overlaps another, each touches the one it was played to, and 320 px suffice."""

import os
import random
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from scorekeeper.rules.tiles.layout import Half, Layout
from scorekeeper.rules.tiles.tile import TileSet
from scorekeeper.web.matches.drawings import Drawing, Piece, drawing
from tests.grid import grid
from tests.rules.case_files import recorded

WIDEST = 15.5  # half tiles: on a screen of 320 px each is 19 px wide, and its pips are distinguished
Box = tuple[float, float, float, float]


def box(piece: Piece) -> Box:
    """Left, top, right and bottom of a piece; horizontal at even quarter turns, vertical at odd ones."""
    across, down = (1.0, 0.5) if piece.turns % 2 == 0 else (0.5, 1.0)
    return piece.x - across, piece.y - down, piece.x + across, piece.y + down


def overlap(one: Box, other: Box) -> bool:
    return all(max(one[n], other[n]) < min(one[n + 2], other[n + 2]) - 1e-6 for n in (0, 1))


def touch(one: Box, other: Box) -> bool:
    """They share a stretch of an edge, not only a corner."""
    shared = [min(one[n + 2], other[n + 2]) - max(one[n], other[n]) for n in (0, 1)]
    return min(shared) == pytest.approx(0) and max(shared) >= 0.5 - 1e-6


def chains(layout: Layout, drawn: Drawing) -> list[list[Piece]]:
    """The drawn pieces, run by run, from the inside outward; an arm begins at the spinner."""
    if layout.spinner is None:
        return [drawn.pieces]
    spinner, rest = drawn.pieces[0], iter(drawn.pieces[1:])
    return [[spinner, *(next(rest) for _ in arm)] for arm in layout.arms]


def halves_of(piece: Piece) -> list[tuple[float, float]]:
    """The centres of the first and the second half."""
    x, y = [(0.5, 0.0), (0.0, 0.5), (-0.5, 0.0), (0.0, -0.5)][piece.turns]
    return [(piece.x - x, piece.y - y), (piece.x + x, piece.y + y)]


def assert_lies_well(layout: Layout) -> None:
    drawn = drawing(layout)
    assert sorted(sorted(piece.halves) for piece in drawn.pieces) == sorted(
        [tile.low, tile.high] for tile in layout.tiles
    )
    assert_chains_touch(layout)
    for chain in chains(layout, drawn):
        for one, other in pairwise(chain):
            assert_meet_in_equal_halves(one, other)
    for letter in drawn.letters:
        sign = (letter.x - 0.3, letter.y - 0.3, letter.x + 0.3, letter.y + 0.3)
        assert not any(overlap(sign, box(piece)) for piece in drawn.pieces), letter
    left, top, width, height = drawn.window
    assert width <= WIDEST or layout.highest > 6
    for piece in drawn.pieces:
        edges = box(piece)
        assert left <= edges[0], piece
        assert top <= edges[1], piece
        assert edges[2] <= left + width, piece
        assert edges[3] <= top + height, piece


def assert_chains_touch(layout: Layout) -> None:
    """No tile lies on another, and each touches the one it was played to."""
    drawn = drawing(layout)
    for one, other in combinations(drawn.pieces, 2):
        assert not overlap(box(one), box(other)), (one, other)
    for chain in chains(layout, drawn):
        for one, other in pairwise(chain):
            assert touch(box(one), box(other)), (one, other)


def assert_meet_in_equal_halves(one: Piece, other: Piece) -> None:
    """Touching halves are equal: the second half of a tile is nearest to the first half of the next."""
    if len(set(one.halves)) == 1 or len(set(other.halves)) == 1:
        return
    (_, end), (start, far) = halves_of(one), halves_of(other)
    assert distance(end, start) < distance(end, far), (one, other)
    assert one.halves[1] == other.halves[0]


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


RECORDED = [case for case in recorded("rounds.jsonl") if case.get("layout")]


def layout_of(record: dict[str, Any]) -> Layout:
    given, highest = record["layout"], record["set"]
    if given["kind"] == "line":
        return Layout.from_line(highest, given["tiles"])
    return Layout.from_cross(highest, given["spinner"][0], given["arms"])


def test_every_recorded_layout_lies_well() -> None:
    with grid() as case:
        for record in RECORDED:
            with case(record["id"]):
                assert_lies_well(layout_of(record))


@pytest.mark.parametrize("spinner", ["none", "first_double"])
@pytest.mark.parametrize("highest", [6, 9, 12])
def test_random_long_layouts_lie_well(spinner: str, highest: int) -> None:
    """Every step of rounds in which any tile may follow: doubles come to lie in corners too."""
    for seed in range(60 if "SCOREKEEPER_EVERY" in os.environ else 4):
        chance = random.Random(seed)
        layout, bag = Layout.empty(highest, spinner), list(TileSet(highest).tiles)
        while moves := [(tile, at) for tile in bag for at in layout.moves(tile)]:
            tile, at = chance.choice(moves)
            bag.remove(tile)
            layout = layout.play(tile, at)
            if len(layout.tiles) < 29 or len(layout.tiles) % 9 == 0:
                assert_lies_well(layout)


DOUBLE, PLAIN = (0, 0), (0, 1)


def run_with_doubles(at: int, *, twice: bool) -> tuple[Half, ...]:
    """Fourteen tiles with a double at this place, and perhaps another two places on."""
    doubles = {at, (at + 2) % 14} if twice else {at}
    return tuple(DOUBLE if n in doubles else PLAIN for n in range(14))


def test_a_double_may_lie_anywhere_along_a_run() -> None:
    """Wherever the double is drawn: in a corner, right before it and right after it."""
    with grid() as case:
        for arms, at, twice in product(range(5), range(14), (False, True)):
            run = run_with_doubles(at, twice=twice)
            cross = Layout(6, "first_double", spinner=6, arms=(run,) * arms)
            with case(f"{arms} arms", f"double at {at}", "two doubles" if twice else "one double"):
                assert_chains_touch(Layout(6, line=run) if arms == 0 else cross)


def test_only_open_ends_carry_a_letter() -> None:
    line = drawing(Layout.from_line(6, [(6, 4), (4, 4), (4, 1)]))
    assert [piece.label for piece in line.pieces] == ["A", "", "B"]
    assert [piece.label for piece in drawing(Layout.from_line(6, [(6, 4)])).pieces] == ["A B"]
    cross = drawing(Layout.from_cross(6, 6, [[(6, 4), (4, 4)], [(6, 1)]]))
    assert [piece.label for piece in cross.pieces] == ["", "", "A", "B"]


def test_a_bare_table_has_nothing_on_it() -> None:
    assert drawing(Layout.empty(6)).pieces == []
