"""The details of every step of a replayed match, and where a leg's points stop counting."""

import pytest

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import CountedPenalty, CountedPlay, RoundFacts
from tests.rules.played import FIVES, SIDES, THREES, state_of, won

DRAW = RuleCard.default("draw")


def test_a_step_of_a_round_has_all_its_details():
    (step,) = state_of(DRAW, won(3, "Bob", 12, ref="the third")).steps
    assert (step.kind, step.round, step.leg, step.side, step.points) == ("round", 3, 1, 1, 12)
    assert (step.delta, step.totals, step.bust, step.counted) == ((0, 12), (0, 12), False, True)
    assert (step.words, step.sum, step.player, step.ref) == ("Bob chipped out: 12", "12", None, "the third")


def test_a_step_of_a_play_has_all_its_details():
    events = (
        CountedPlay(1, 10, "Bob", ref="a play"),
        CountedPlay(0, 5, None),
        CountedPenalty(1, -5, "a wrong knock", ref="a fine"),
    )
    steps = state_of(FIVES, RoundFacts(1, events)).steps
    assert [(step.kind, step.side, step.points, step.words, step.player, step.ref) for step in steps] == [
        ("play", 1, 10, "Bob scores 10", "Bob", "a play"),
        ("play", 0, 5, "Ann scores 5", None, None),
        ("penalty", 1, -5, "Bob −5, a wrong knock", None, "a fine"),
    ]


def test_a_play_needs_no_sum():
    (step,) = state_of(FIVES, RoundFacts(1, (CountedPlay(1, 10, "Bob"),))).steps
    assert step.sum == ""


def test_a_play_in_pairs_names_the_player():
    pairs = (("Ann", "Cy"), ("Bob", "Dee"))
    plays = (CountedPlay(0, 5, "Cy"), CountedPlay(0, 10, None), CountedPlay(1, 0, None))
    score = replay(FIVES, ("Ann", "Bob", "Cy", "Dee"), pairs, [RoundFacts(1, plays)], "Ann")
    assert [step.words for step in score.steps] == ["Cy scores 5", "Ann & Cy score 10", "Bob & Dee play"]


@pytest.mark.parametrize(
    ("pips", "bust", "words"),
    [(12, True, "Ann chipped out: 12: past 10, so it scores nothing"), (9, False, "Ann chipped out: 9")],
)
def test_a_round_past_an_exact_target_says_so(pips, bust, words):
    (step,) = state_of(DRAW.but(target=10, exact=True), won(1, "Ann", pips)).steps
    assert (step.bust, step.words) == (bust, words)


@pytest.mark.parametrize(
    ("points", "bust", "words"),
    [
        (3, False, "Ann scores 3"),
        (8, True, "Ann scores 8: the first tile may not win"),
        (9, True, "Ann scores 9: past 8, so it scores nothing"),
    ],
)
def test_the_first_tile_counts_unless_it_wins(points, bust, words):
    card = THREES.but(no_finish_on_down=True, target=8)
    (step,) = state_of(card, RoundFacts(1, (CountedPlay(0, points, "Ann", down=True),))).steps
    assert (step.bust, step.words) == (bust, words)


def test_the_rest_of_a_round_counts_in_no_leg_once_a_leg_is_won():
    score = state_of(
        FIVES.but(legs=2), RoundFacts(1, (CountedPlay(0, 50), CountedPlay(1, 30)), won(1, "Bob", 30).end)
    )
    late = score.steps[1:]
    assert [(step.delta, step.bust, step.counted, step.leg) for step in late] == [
        ((0, 0), False, False, 1)
    ] * 2
    assert score.legs[0].totals == (50, 0)


def test_every_leg_has_all_its_agreed_rounds():
    card = RuleCard.default("block", match_games=2, legs=2)
    rounds = [won(number, "Ann", 3) for number in (1, 2, 3)]
    assert state_of(card, *rounds).legs_won == (1, 0)
    assert state_of(card, *rounds, won(4, "Ann", 3)).winner == 0


@pytest.mark.parametrize("given_to", [None, 1])
@pytest.mark.parametrize(
    "card",
    [
        DRAW.but(target=30, legs=4, lead_leg="other_side"),
        FIVES.but(target=40, finish="at_once"),
        RuleCard.default("block", match_games=3),
        THREES.but(lead_next="next_seat"),
    ],
)
def test_going_on_from_an_earlier_replay_gives_the_same(card, given_to):
    plays = (CountedPlay(0, 10, "Ann"), CountedPlay(1, 15, "Bob"))
    rounds = [won(number, ("Ann", "Bob")[number % 3 == 0], 9, events=plays) for number in range(1, 9)]
    rounds.append(RoundFacts(9, plays))
    corrected = [*rounds[:3], won(4, "Bob", 20), *rounds[4:]]
    for facts in (rounds, corrected, rounds[:5]):
        whole = replay(card, ("Ann", "Bob"), SIDES, facts, "Ann", given_to)
        for count in range(len(rounds) + 1):
            before = replay(card, ("Ann", "Bob"), SIDES, rounds[:count], "Ann", given_to)
            continued = replay(card, ("Ann", "Bob"), SIDES, facts, "Ann", given_to, before)
            assert continued == whole
            assert continued.replayed == whole.replayed


def test_a_play_that_was_shown_is_read_out_as_it_was_shown():
    assert [
        step.words
        for step in state_of(FIVES, RoundFacts(1, (CountedPlay(0, 15, words="5 + 10 = 15"),))).steps
    ] == ["Ann 5 + 10 = 15"]
