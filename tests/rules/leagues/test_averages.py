"""Averages, with a least number of boards, and line-ups in a league's order: case by case."""

import pytest

from scorekeeper.rules.leagues.averages import ranked
from scorekeeper.rules.leagues.match_card import Lineup, out_of_turn
from scorekeeper.rules.matches.standings import Standing


def of(name, played, won, legs):
    return Standing(played=played, won=won, legs_for=legs, competitor=name)


SEASON = (of("Ann", 20, 15, 10), of("Bob", 4, 4, 9), of("Cy", 10, 8, 5))


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
    assert tuple([line.competitor for line in lines] for lines in ranked(SEASON, least)) == (above, below)


def test_equal_averages_go_by_boards_then_legs_then_as_they_came():
    lines = [of("Di", 2, 1, 0), of("Eve", 4, 2, 0), of("Flo", 4, 2, 3), of("Gus", 2, 1, 0)]
    assert [line.competitor for line in ranked(lines, 2)[0]] == ["Flo", "Eve", "Di", "Gus"]


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
