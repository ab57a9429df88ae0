"""A match's score, replayed from its facts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.rules.matches.score import bust_values, need, replay
from scorekeeper.rules.matches.scoring import CountedPenalty, CountedPlay, RoundFacts, gain
from scorekeeper.rules.rounds.lead import Lead
from tests.rules.played import A_B, DRAW, FIVES, SIDES, THREES, out, plays, state_of, won
from tests.rules.reports import report


def test_a_new_match_waits_for_its_first_lead():
    score = state_of(DRAW)
    assert (score.totals, score.round_open, score.finished) == ((0, 0), 1, False)
    assert score.lead.words == "Ann goes first"
    assert state_of(DRAW, first=None).lead.words.startswith("The highest double leads")


def test_rounds_add_up_and_the_winner_leads():
    score = state_of(DRAW, won(1, "Bob", 12, ref="r1"), won(2, "Ann", 7))
    assert (score.totals, score.round_open, score.lead.player) == ((7, 12), 3, "Ann")
    assert (score.to_go, score.needs) == ((23, 18), ("7: 23 to go", "12: 18 to go"))
    assert (score.steps[0].ref, score.steps[0].sum, score.steps[0].delta) == ("r1", "12", (0, 12))


def test_the_target_ends_the_match_and_what_follows_does_not_count():
    score = state_of(DRAW, won(1, "Ann", 30), won(2, "Bob", 40))
    assert (score.winner, score.finished, score.totals, score.legs_won) == (0, True, (30, 0), (1, 0))
    assert [step.counted for step in score.steps] == [True, False]
    assert score.steps[1].delta == (0, 0)


def test_a_correction_moves_the_win():
    assert state_of(DRAW, won(1, "Ann", 9), won(2, "Bob", 40)).winner == 1


def test_legs_start_from_nothing():
    card = DRAW.but(legs=2)
    score = state_of(card, won(1, "Ann", 30), won(2, "Bob", 30), won(3, "Bob", 7))
    assert (score.legs_won, score.totals, score.winner) == ((1, 1), (0, 7), None)
    assert [leg.winner for leg in score.legs] == [0, 1]
    assert [step.leg for step in score.steps] == [1, 2, 3]
    assert state_of(card, won(1, "Ann", 30)).totals == (0, 0)
    assert state_of(card, won(1, "Ann", 30), won(2, "Ann", 30)).winner == 0


def test_a_round_is_named_within_its_leg():
    score = state_of(
        DRAW.but(legs=2), won(1, "Ann", 30), won(2, "Bob", 9), won(3, "Bob", 30), won(4, "Ann", 7)
    )
    assert [score.round_name(number) for number in (1, 2, 3, 4)] == [
        "leg 1, round 1",
        "leg 2, round 1",
        "leg 2, round 2",
        "leg 3, round 1",
    ]
    assert score.open_name == "leg 3, round 2"
    assert state_of(DRAW, won(1, "Ann", 9)).open_name == "round 2"


def test_each_leg_begins_with_the_handicaps():
    card = DRAW.but(legs=2, start_first=3, start_second=10)
    score = state_of(card, won(1, "Ann", 27), won(2, "Bob", 7))
    assert (score.legs_won, score.legs[0].totals, score.totals) == ((1, 0), (30, 10), (3, 17))
    assert state_of(card).totals == (3, 10)
    assert state_of(card, won(1, "Ann", 27)).totals == (3, 10)
    assert state_of(DRAW.but(start_second=1000)).totals == (0, DRAW.target - 1)
    assert state_of(DRAW.but(start_second=1)).to_go == (DRAW.target, DRAW.target - 1)


def test_a_conceded_match_keeps_its_points_and_nobody_wins_the_open_leg():
    score = state_of(DRAW, won(1, "Ann", 9), given_to=1)
    assert (score.winner, score.finished, score.totals, score.legs_won) == (1, True, (9, 0), (0, 0))
    assert [(leg.number, leg.totals, leg.winner) for leg in score.legs] == [(1, (9, 0), None)]
    between = state_of(DRAW.but(legs=2), won(1, "Ann", 30), given_to=1)
    assert (between.winner, between.legs_won, len(between.legs)) == (1, (1, 0), 1)


def test_a_won_match_cannot_be_conceded():
    assert state_of(DRAW, won(1, "Ann", 30), given_to=1).winner == 0


def test_an_open_round_keeps_its_number_and_its_points():
    score = state_of(THREES, RoundFacts(1, plays(8, 2)), first=None)
    assert (score.round_open, score.totals) == (1, (10, 0))
    assert state_of(THREES, RoundFacts(1, plays(8), leader="Bob")).lead == Lead("Bob", "Bob goes first")
    unknown = state_of(THREES, RoundFacts(1, plays(8)), first=None)
    assert unknown.lead == Lead(None, "Draw a tile to see who goes first")


def test_too_much_scores_nothing_where_the_target_is_exact():
    score = state_of(THREES, RoundFacts(1, plays(*[8] * 7, 6, 2)))
    assert score.totals == (58, 0)
    assert [step.bust for step in score.steps] == [False] * 7 + [True, False]
    assert "past 61" in score.steps[7].words
    assert score.bust_values[0] == (4, 5, 6, 7, 8, 9)
    assert score.needs[0] == "58: 3 to go, a nine does it"


def test_the_bonus_of_the_last_tile_is_given_once():
    with_bonus = RoundFacts(1, plays(9, last_tile=True), out("Ann", 4))
    without = RoundFacts(1, plays(8), out("Ann", 4))
    assert state_of(THREES, with_bonus).totals == state_of(THREES, without).totals == (9, 0)


def test_a_bonus_that_is_too_much_is_void():
    score = state_of(
        THREES,
        RoundFacts(1, plays(*[8] * 7, 4)),
        RoundFacts(2, end=out("Ann", 4)),
        RoundFacts(3, end=out("Ann", 4)),
    )
    assert (score.totals, score.winner) == ((61, 0), 0)
    late = state_of(THREES, RoundFacts(1, plays(*[8] * 7, 4), out("Ann", 4)), RoundFacts(2, plays(2)))
    assert late.steps[-1].counted is False
    exact = RuleCard.default("draw", target=10, exact=True)
    assert state_of(exact, won(1, "Ann", 12)).steps[0].bust


def test_fives_end_at_once_and_the_rest_of_the_round_is_void():
    score = state_of(FIVES, RoundFacts(1, (*plays(25, 25), *plays(30, side=1)), out("Bob", 30)))
    assert (score.winner, score.totals, score.round_open) == (0, (50, 0), 2)
    assert [step.counted for step in score.steps] == [True, True, False, False]


def test_the_round_can_be_played_to_its_end():
    card = FIVES.but(finish="end_of_round")
    both = (*plays(25, 30), *plays(30, 30, side=1))
    assert state_of(card, RoundFacts(1, both)).winner is None
    assert state_of(card, RoundFacts(1, both, out("Ann", 11))).winner == 0
    level = (*plays(25, 25), *plays(30, 30, side=1))
    repeated = state_of(card, RoundFacts(1, level, out("Ann", 11)))
    assert (repeated.totals, repeated.winner, repeated.round_open) == ((60, 60), None, 2)


def test_an_agreed_number_of_rounds():
    card = RuleCard.default("block", match_games=2)
    level = state_of(card, won(1, "Ann", 3), won(2, "Bob", 3))
    assert (level.finished, level.drawn, level.winner) == (True, True, None)
    assert level.needs == ("", "")
    assert state_of(card, won(1, "Ann", 3), won(2, "Ann", 3)).winner == 0
    legs = card.but(legs=2)
    assert state_of(legs, won(1, "Ann", 3), won(2, "Bob", 3)).finished is False


def test_games_are_counted_in_games():
    score = state_of(RuleCard.default("block"), won(1, "Ann", 3))
    assert (score.totals, score.needs[0]) == ((1, 0), "1: 4 games to go")
    assert score.lead.words.startswith("The highest double")


def test_an_adjustment_never_takes_a_total_below_nothing():
    score = state_of(
        DRAW, RoundFacts(1, (CountedPenalty(0, 4, ""), CountedPenalty(0, -8, "wrong knock")), out("Ann", 5))
    )
    assert score.totals == (5, 0)
    assert [step.words for step in score.steps[:2]] == ["Ann +4", "Ann −8, wrong knock: 4 to take off"]


def test_an_adjustment_past_an_exact_target_says_only_that():
    card = RuleCard.default("threes_fives", target=9)
    score = state_of(card, RoundFacts(1, (CountedPenalty(0, 8, "knocked"), CountedPenalty(0, 8, "knocked"))))
    assert score.steps[1].words == "Ann +8, knocked: past 9, so it scores nothing"


LEEK = BY_KEY["leek"].rules.card.kinds[0].rule_card


@pytest.mark.parametrize(
    ("before", "totals", "winner", "words"),
    [
        ((8, 20), (0, 20), None, "Ann −8, held 6-4"),
        ((5, 20), (5, 28), None, "Ann −8, held 6-4: Bob +8, only 5 to take off"),
        ((0, 0), (0, 8), None, "Ann −8, held 6-4: Bob +8, nothing to take off"),
        # “Dead hole to be pegged in all games” (Leek 1 d): eight on are pegged like any other points.
        ((5, 53), (5, 61), 1, "Ann −8, held 6-4: Bob +8, only 5 to take off"),
        (
            (5, 58),
            (5, 58),
            None,
            "Ann −8, held 6-4: Bob +8, only 5 to take off: past 61, so it scores nothing",
        ),
    ],
)
def test_leek_gives_the_other_side_a_penalty_that_cannot_be_pegged_back(before, totals, winner, words):
    made = [CountedPenalty(side, points, "") for side, points in enumerate(before)]
    score = state_of(LEEK, RoundFacts(1, (*made, CountedPenalty(0, -LEEK.penalty, "held 6-4"))))
    assert (score.totals, score.winner, score.steps[-1].words) == (totals, winner, words)


def test_what_more_than_two_sides_have_too_few_of_is_given_to_nobody():
    card = THREES.but(penalty_too_few="given")
    three = replay(
        card, (*A_B, "Cy"), (*SIDES, ("Cy",)), [RoundFacts(1, (CountedPenalty(2, -8, "knocked"),))]
    )
    assert (three.totals, three.steps[-1].words) == ((0, 0, 0), "Cy −8, knocked: nothing to take off")


def test_a_round_that_is_refused_counts_nothing():
    score = state_of(DRAW, RoundFacts(1, end=report({"Ann": 4, "Bob": 5}, out="Ann")))
    assert (score.totals, score.steps[0].counted, score.round_open) == ((0, 0), False, 2)
    assert "empty" in score.steps[0].words
    assert score.lead == Lead("Ann", "Ann goes first")
    assert state_of(
        DRAW, RoundFacts(1, end=report({"Ann": 4, "Bob": 5}, out="Ann")), first=None
    ).lead.words == ("The same player goes first again")


@pytest.mark.parametrize(
    ("score", "points", "target", "exact", "after"),
    [
        (59, 3, 61, True, (59, False, True)),
        (60, 1, 61, True, (61, True, False)),
        (95, 25, 100, False, (120, True, False)),
        (3, -8, 61, True, (0, False, False)),
    ],
)
def test_a_score_after_a_gain(score, points, target, exact, after):
    result = gain(score, points, target, exact)
    assert (result.score, result.won, result.bust) == after


ROUNDS = st.lists(
    st.tuples(
        st.sampled_from(A_B),
        st.integers(0, 40),
        st.lists(st.tuples(st.integers(0, 1), st.integers(-9, 9)), max_size=4),
    ),
    max_size=12,
)


@given(
    ROUNDS, st.sampled_from([DRAW, FIVES, THREES, DRAW.but(legs=3), FIVES.but(finish="end_of_round", legs=2)])
)
def test_totals_are_the_counted_points_and_nothing_else(entered, card):
    rounds = [
        RoundFacts(
            number,
            tuple(
                CountedPlay(side, points) if points > 0 else CountedPenalty(side, points, "")
                for side, points in events
            ),
            out(name, pips),
        )
        for number, (name, pips, events) in enumerate(entered, 1)
    ]
    score = replay(card, A_B, SIDES, rounds, None)
    assert score == replay(card, A_B, SIDES, rounds, None)
    last_leg = len(score.legs) if score.finished else len(score.legs) + 1
    for side in (0, 1):
        assert score.totals[side] == sum(s.delta[side] for s in score.steps if s.leg == last_leg)
    assert all(step.delta == (0, 0) for step in score.steps if not step.counted)


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
