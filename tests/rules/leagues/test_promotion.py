"""Promotion and relegation."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.table import Move, next_divisions, proposed

NAMES = ("Premier", "One", "Two")
TABLES = (("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k"))


def test_two_up_and_two_down_between_every_two_divisions():
    moves = proposed(NAMES, TABLES, 2)
    assert [move.team for move in moves if move.up] == ["e", "f", "i", "j"]
    assert [move.team for move in moves if not move.up] == ["c", "d", "g", "h"]
    assert next_divisions(TABLES, moves) == (("a", "b", "e", "f"), ("c", "d", "i", "j"), ("k", "g", "h"))


def test_who_has_left_goes_nowhere():
    moves = proposed(NAMES, TABLES, 1, gone=["d", "e"])
    assert moves[:2] == (Move("c", 0, 1), Move("f", 1, 0))
    assert next_divisions(TABLES[:2], moves[:2], gone=["d", "e"]) == (("a", "b", "f"), ("g", "h", "c"))


def test_with_no_places_up_or_down_nobody_moves():
    assert proposed(NAMES, TABLES, 0) == ()


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(3, "One has too few teams for that: 4."), (-1, "Teams that go up and down: 0 or more.")],
)
def test_a_team_cannot_go_up_and_down_at_once(count, sentence):
    with pytest.raises(RuleError) as refused:
        proposed(NAMES, TABLES, count)
    assert (refused.value.code, str(refused.value)) == ("bad_moves", sentence)
