"""Hints: what is still needed, and what would be too much."""

from __future__ import annotations

import pytest

from scorekeeper.rules.matches.hints import bust_values, need
from tests.rules.played import DRAW, THREES


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (53, "53: 8 to go, a fifteen does it"),
        (56, "56: 5 to go, not in one unless it is the last tile"),
        (51, "51: 10 to go"),
        (60, "60: 1 to go, a three or a five does it"),
        (61, "61: 0 to go"),
        (55, "55: 6 to go, an eighteen does it"),
        (54, "54: 7 to go, not in one unless it is the last tile"),
    ],
)
def test_what_is_still_needed(total, words):
    assert need(total, THREES) == words


def test_a_count_without_a_word_is_said_as_a_number():
    assert need(45, THREES.but(set=18, spinner="first_double")) == "45: 16 to go, a 30, a 48 or an 80 does it"


@pytest.mark.parametrize(
    "card",
    [THREES.but(match_games=3), THREES.but(exact=False), DRAW.but(exact=True)],
    ids=["rounds", "not exact", "no plays"],
)
def test_nothing_is_too_much_without_an_exact_target_for_plays(card):
    assert bust_values(58, card) == ()


def test_five_cannot_be_made_in_one_without_the_bonus():
    assert need(56, THREES.but(last_tile_bonus=0)) == "56: 5 to go, not in one"
