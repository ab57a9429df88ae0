"""Edge cases that no other test covers: who leads at a table of three, and wording."""

import pytest

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import (
    Adjustment,
    Play,
    RoundFacts,
    adjustment_words,
    past_target_words,
    play_words,
)
from scorekeeper.rules.rounds.lead import first_lead
from scorekeeper.rules.rounds.validate import validate
from tests.rules.reports import report, tiles, validated

THREE = ("Ann", "Bob", "Cy")
THREES = RuleCard.default("threes_fives")


def test_the_lead_goes_on_to_the_left_all_round_the_table():
    """It takes more than two players: with two, the left and the right neighbour are the same."""
    end = report(dict(zip(THREE, (0, 5, 7), strict=True)), out="Ann")
    rounds = [RoundFacts(n, end=end) for n in range(1, 4)]
    sides = [(name,) for name in THREE]
    states = [replay(THREES, THREE, sides, rounds[:played], "Ann") for played in range(4)]
    assert [score.lead.player for score in states] == ["Ann", "Bob", "Cy", "Ann"]
    assert all(step.outcome for step in states[-1].steps), "each of the rounds stands"


def test_where_any_tile_may_lead_no_double_decides():
    hands = {"Ann": tiles("6-6 1-0"), "Bob": tiles("5-5 6-5")}
    assert first_lead("any", hands).player is None
    assert first_lead("double_six", hands).player == "Ann"
    assert first_lead("highest_double_else_tile", hands).player == "Ann"


@pytest.mark.parametrize(
    ("held", "pairs", "words"),
    [
        ({"Ann": 0, "Bob": 7}, False, "Ann chipped out: "),
        ({"Ann": 0, "Bob": 7, "Cy": 3, "Dee": 5}, True, "Ann chipped out: Ann & Cy win, "),
    ],
)
def test_who_chipped_out_for_whom(held, pairs, words):
    outcome = validate(report(held, out="Ann", pairs=pairs), RuleCard.default("draw")).outcome
    assert outcome is not None
    assert outcome.reason.startswith(words)


def test_a_round_made_invalid_by_a_correction_does_not_count():
    """It was valid when it was stored, and is not after a correction of an earlier entry."""
    score = replay(
        RuleCard.default("draw", target=30),
        ("Ann", "Bob"),
        (("Ann",), ("Bob",)),
        [RoundFacts(4, end=report({"Ann": 3, "Bob": 7}, out="Ann"), ref="the fourth")],
        "Ann",
    )
    (step,) = score.steps
    assert (step.kind, step.round, step.side, step.points, step.delta) == ("round", 4, None, 0, (0, 0))
    assert (step.counted, step.bust, step.ref, step.totals) == (False, False, "the fourth", (0, 0))
    assert step.words == validated({"Ann": 3, "Bob": 7}, out="Ann").problems[0].message


@pytest.mark.parametrize(
    ("name", "words"), [("Ann", "Ann scores 5"), ("Ann & Cy", "Ann & Cy score 5"), ("Andy", "Andy scores 5")]
)
def test_one_makes_and_two_make(name, words):
    assert play_words(name, Play(0, 5, None)) == words


def test_a_play_that_was_shown_is_read_out_as_it_was_shown():
    assert play_words("Ann", Play(0, 15, words="5 + 10 = 15")) == "Ann 5 + 10 = 15"


@pytest.mark.parametrize(
    ("points", "reason", "words"),
    [
        (8, "", "Ann +8"),
        (0, "", "Ann +0"),
        (-8, "", "Ann −8"),
        (-8, "a wrong knock", "Ann −8, a wrong knock"),
    ],
)
def test_an_adjustment_has_its_sign_and_its_reason(points, reason, words):
    assert adjustment_words("Ann", Adjustment(0, points, reason)) == words


def test_why_points_do_not_count():
    assert past_target_words(THREES) == "past 61, so it scores nothing"
