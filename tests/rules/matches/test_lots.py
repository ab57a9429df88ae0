"""Lots: who goes first, the seats and the partners, by the tiles drawn."""

import pytest

from scorekeeper.rules.rounds.lead import highest_drawn, seats_drawn
from scorekeeper.rules.tiles.tile import Tile


@pytest.mark.parametrize(
    ("drawn", "place"),
    [([(2, 1), (6, 6), (6, 5)], 1), ([(5, 4), (6, 3), (2, 1)], 1), ([(0, 0), (1, 0)], 1)],
    ids=["heaviest", "higher end", "blank"],
)
def test_the_heaviest_tile_drawn_goes_first(drawn, place):
    assert highest_drawn([Tile.of(*halves) for halves in drawn]) == place


FOUR = ["2-1", "6-6", "5-4", "6-3"]  # equal totals: 6-3 before 5-4


@pytest.mark.parametrize(
    ("drawn", "pairs", "seats"),
    [(FOUR, False, [1, 3, 2, 0]), (FOUR, True, [1, 2, 3, 0]), (["1-0", "2-0", "0-0"], False, [1, 0, 2])],
    ids=["clockwise by weight", "the two highest opposite each other", "three"],
)
def test_the_heaviest_sits_first_and_in_pairs_plays_with_the_next(drawn, pairs, seats):
    assert seats_drawn([Tile.parse(tile) for tile in drawn], pairs=pairs) == seats
