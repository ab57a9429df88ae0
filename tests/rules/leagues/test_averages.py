"""Averages, with a least number of boards, and line-ups in a league's order: case by case."""

from __future__ import annotations

import pytest

from scorekeeper.rules.leagues.averages import Average, ranked
from scorekeeper.rules.leagues.match_card import Lineup, out_of_turn

SEASON = (("Ann", Average(20, 15, 10)), ("Bob", Average(4, 4, 9)), ("Cy", Average(10, 8, 5)))


@pytest.mark.parametrize(
    ("least", "above", "below"),
    [
        (0, ["Ann", "Cy", "Bob"], []),  # by boards won
        (1, ["Bob", "Cy", "Ann"], []),  # by average
        (4, ["Bob", "Cy", "Ann"], []),
        (5, ["Cy", "Ann"], ["Bob"]),
        (20, ["Ann"], ["Bob", "Cy"]),
        (21, [], ["Bob", "Cy", "Ann"]),
    ],
)
def test_who_has_played_enough_is_ranked_by_average(least, above, below):
    assert ranked(SEASON, least) == (above, below)


def test_equal_averages_go_by_boards_then_legs_then_as_they_came():
    lines = [
        ("Di", Average(2, 1, 0)),
        ("Eve", Average(4, 2, 0)),
        ("Flo", Average(4, 2, 3)),
        ("Gus", Average(2, 1, 0)),
    ]
    assert ranked(lines, 2)[0] == ["Flo", "Eve", "Di", "Gus"]


@pytest.mark.parametrize(
    ("first", "home", "away", "refused"),
    [
        (None, (), ("Bob",), None),
        (0, (), ("Bob",), "Crown name their players first."),
        (0, ("Ann",), ("Bob",), None),
        (0, ("Ann",), (), None),
        (0, (), (), None),
        (1, ("Ann",), (), "Lion name their players first."),
        (1, (), ("Bob",), None),
    ],
)
def test_a_league_says_who_names_first(first, home, away, refused):
    assert out_of_turn(Lineup(home, away), first, ("Crown", "Lion")) == refused
