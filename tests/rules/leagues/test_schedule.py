"""The fixtures of a season, and the boards of a night."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.leagues.line_ups import lineup_faults
from scorekeeper.rules.leagues.match_card import Lineup, MatchCard
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.presets import BY_KEY, LEAGUE_PRESETS, printed_points
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.leagues.schedule import byes, clashes, days_of, round_robin

LEEK = BY_KEY["leek"].rules
BEST_OF_3 = BY_KEY["hdddcl"].rules.card
CROWN = {name: name for name in ("Ann", "Bob", "Cy", "Dee")}
LION = {name: name for name in ("Eve", "Fay", "Gus", "Hal")}


@given(st.integers(2, 17), st.booleans())
def test_everybody_meets_everybody_and_nobody_plays_twice_in_a_round(count, twice):
    teams = list(range(count))
    rounds = round_robin(teams, twice=twice)
    for games in rounds:
        playing = [team for pairing in games for team in pairing]
        assert len(playing) == len(set(playing)) == count - count % 2
        assert len(byes(games, teams)) == count % 2
    met = Counter(pairing for games in rounds for pairing in games)
    assert set(met.values()) == {1}
    if twice:
        assert len(met) == count * (count - 1)
    else:
        assert len({frozenset(pairing) for pairing in met}) == len(met) == count * (count - 1) // 2
        at_home = Counter(home for home, _ in met)
        assert all(abs(2 * at_home[team] - (count - 1)) <= 1 for team in teams)


@pytest.mark.parametrize(
    ("teams", "code", "sentence"),
    [
        (["a", "b", "a"], "team_twice", "Teams: one of them is in the list twice."),
        (["a"], "team_count", "Teams: a season needs from 2 to 40."),
        (list(range(41)), "team_count", "Teams: a season needs from 2 to 40."),
    ],
)
def test_a_season_needs_different_teams_and_not_too_many(teams, code, sentence):
    with pytest.raises(RuleError) as refused:
        round_robin(teams, twice=False)
    assert (refused.value.code, str(refused.value)) == (code, sentence)
    assert len(round_robin(list(range(40)), twice=False)) == 39


def test_rounds_are_a_week_apart_and_skip_free_days():
    assert days_of(4, 100, 7, {107}) == [100, 114, 121, 128]
    assert days_of(2, 100, 1, range(366)) == [366, 367]
    for every, free, sentence in (
        (0, (), "Days between rounds: at least 1."),
        (7, range(367), "Free dates: at most 366."),
    ):
        with pytest.raises(RuleError) as refused:
            days_of(1, 100, every, free)
        assert (refused.value.code, str(refused.value)) == ("bad_days", sentence)


def test_two_fixtures_of_a_team_on_a_night_are_found():
    games = [(1, "a", "b"), (1, "c", "a"), (None, "a", "b"), (None, "a", "b"), (2, "a", "c"), (1, "a", "d")]
    assert clashes(games) == [(1, "a")]


@pytest.mark.parametrize("preset", LEAGUE_PRESETS, ids=lambda preset: preset.key)
def test_a_preset_comes_back_from_storage_as_it_was(preset):
    assert LeagueRules.from_dict(preset.rules.to_dict()) == preset.rules
    assert preset.rules.points.sentence().endswith(".")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("leek", "6 singles and 3 doubles"),
        ("northallerton", "4 dominoes and 4 fives-and-threes"),
        ("hdddcl", "3 tables"),
    ],
)
def test_a_match_card_says_what_is_played(key, words):
    assert BY_KEY[key].rules.card.sentence() == words


@pytest.mark.parametrize(
    ("key", "results", "legs", "points"),
    [
        ("leek", [(1, 0)] * 6 + [(0, 1)] * 3, (6, 3), (8, 3)),
        ("solihull", [(1, 0)] * 5 + [(0, 1)] * 4, (5, 4), (3, 1)),
        ("solihull", [(1, 0)] * 6 + [(0, 1)] * 3, (6, 3), (3, 0)),
        ("hdddcl", [(2, 1), (0, 2), (2, 1)], (2, 1), (2, 0)),
        ("hdddcl", [(2, 0)] * 3, (3, 0), (2, 0)),
        ("northallerton", [(1, 0), (0, 1)] * 4, (4, 4), (1, 1)),
        ("singles", [(1, 2)], (1, 2), (0, 2)),
    ],
)
def test_the_leagues_own_examples_come_out(key, results, legs, points):
    rules = BY_KEY[key].rules
    assert rules.card.total(results) == legs
    assert rules.points.played(legs) == points


@pytest.mark.parametrize(
    ("games", "league", "code", "sentence"),
    [
        ((1, 0), "ely", "unknown_format", "No league “ely” is known here: leek, solihull, hdddcl."),
        ((1,), "leek", "bad_games", "Say how many games each of the two sides won."),
        ((1, -1), "leek", "bad_games", "Say how many games each of the two sides won."),
    ],
)
def test_points_that_cannot_be_given_are_refused(games, league, code, sentence):
    with pytest.raises(RuleError) as refused:
        printed_points(league).played(games)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


def test_a_side_may_have_won_nothing():
    assert printed_points("Leek").played((0, 3)) == (0, 5)


def test_an_unfulfilled_fixture_at_leek_is_worth_seven():
    assert LEEK.points.forfeit_legs(by=1) == (5, 4)
    assert LEEK.points.forfeit_legs(by=0) == (4, 5)
    assert LEEK.points.forfeited(by=1) == (7, 0)


def test_a_best_of_three_has_four_results_and_3_3_is_not_one():
    assert BEST_OF_3.results_of(1) == ((2, 0), (2, 1), (1, 2), (0, 2))
    BEST_OF_3.verify_legs(3, (1, 2))
    with pytest.raises(RuleError, match="Board 1: 3–3 cannot be in a best of 3"):
        BEST_OF_3.verify_legs(1, (3, 3))
    with pytest.raises(RuleError, match="1–1 cannot be in a single leg"):
        LEEK.card.verify_legs(1, (1, 1))
    with pytest.raises(RuleError, match="The card has 3 boards; not a 4"):
        BEST_OF_3.verify_legs(4, (2, 0))


def faults(lineups):
    return lineup_faults(LEEK.card, lineups, (CROWN, LION))


def test_one_singles_and_one_doubles_each():
    singles = {1: Lineup(("Ann",), ("Eve",)), 2: Lineup(("Bob",), ("Fay",))}
    doubles = {7: Lineup(("Ann", "Cy"), ("Eve", "Gus")), 8: Lineup(("Bob", "Dee"), ("Fay", "Hal"))}
    assert faults({**singles, **doubles, 9: Lineup()}) == []
    assert faults({**singles, 3: Lineup(("Ann",), ("Gus",))}) == [
        (board, f"Board {board}: Ann may play 1 singles board a night and is down for 1 and 3.")
        for board in (1, 3)
    ]
    assert faults({**doubles, 9: Lineup(("Ann", "Dee"), ())}) == [
        (7, "Board 7: Ann may play 1 doubles board a night and is down for 7 and 9."),
        (8, "Board 8: Dee may play 1 doubles board a night and is down for 8 and 9."),
        (9, "Board 9: Ann may play 1 doubles board a night and is down for 7 and 9."),
        (9, "Board 9: Dee may play 1 doubles board a night and is down for 8 and 9."),
    ]


@pytest.mark.parametrize(
    ("board", "lineup", "sentence"),
    [
        (1, Lineup(("Eve",), ("Fay",)), "Board 1: a player is not in the team’s squad."),
        (1, Lineup(("Ann", "Bob"), ("Fay",)), "Board 1: 1 player a side, not 2."),
        (7, Lineup(("Ann",), ("Fay", "Gus")), "Board 7: 2 players a side, not 1."),
        (7, Lineup(("Ann", "Ann"), ("Fay", "Gus")), "Board 7: Ann is down twice."),
        (10, Lineup(("Ann",), ()), "Board 10: the card has 9 boards."),
    ],
)
def test_a_wrong_line_up_is_named_with_its_board(board, lineup, sentence):
    assert (board, sentence) in faults({board: lineup})


def spoiled(key, value, *, at=None):
    values = LEEK.to_dict()
    inner = values if at is None else at(values)
    inner[key] = value
    return values


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        (spoiled("entrants", "dogs"), ("entrants", "Who plays: teams, players or pairs.")),
        (spoiled("withdrawal", "later"), ("withdrawal", "Withdrawal: void, kept or halves.")),
        (spoiled("squad", 41), ("squad", "Players a night: 1 to 40.")),
        (spoiled("format", "swiss"), ("format", "Played as: a league, a knockout, groups or a ladder.")),
        (spoiled("tie_breaks", ["coin"]), ("tie_breaks", "Tie-breaks: there is none called “coin”.")),
        (
            spoiled("forfeit_against", 5, at=lambda v: v["points"]),
            ("forfeit_for", "Forfeit: the other team must be given more legs than it lets in."),
        ),
    ],
)
def test_a_fault_of_the_rules_has_its_key(values, fault):
    with pytest.raises(CardError) as refused:
        LeagueRules.from_dict(values)
    assert (refused.value.code, refused.value.faults, str(refused.value)) == ("bad_card", (fault,), fault[1])


def test_rules_read_back_are_equal_in_every_part():
    other = LEEK.but(format="knockout", captains_only=True, one_phone=False, withdrawal="halves")
    other = other.but(card=replace(LEEK.card, half_pairs=True))
    assert LeagueRules.from_dict(other.to_dict()) == other
    assert LeagueRules.from_dict(LEEK.to_dict()) == LEEK


def test_rules_of_before_these_questions_were_asked_answer_them_as_everybody_did():
    asked_later = {"format", "captains_only", "one_phone"}
    values = {key: value for key, value in LEEK.to_dict().items() if key not in asked_later}
    read = LeagueRules.from_dict(values)
    assert (read.format, read.captains_only, read.one_phone) == ("league", False, True)


def test_rules_go_as_far_as_their_limits():
    rules = LeagueRules.from_dict(spoiled("squad", 40) | {"withdrawal": "kept"})
    assert (rules.squad, rules.withdrawal) == (40, "kept")
    assert PointsCard.from_dict({}) == PointsCard()
    assert PointsCard.from_dict({"win": 99, "late_days": 60}).win == 99
    assert PointsCard.from_dict({"forfeit_against": 4}) == PointsCard(forfeit_against=4)
    assert PointsCard.from_dict({"forfeit_for": 1}) == PointsCard(forfeit_for=1)
    with pytest.raises(CardError):
        PointsCard.from_dict({"forfeit_against": 5})


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (PointsCard(draw=0), "2 for a win."),
        (PointsCard(draw=0, per_leg=1), "2 for a win, 1 for each leg won."),
        (
            PointsCard(late_fine=3, late_repeat=5),
            "2 for a win, 1 for a draw, a card more than 7 days late costs 3, then 5.",
        ),
    ],
)
def test_a_points_card_says_only_what_counts(card, sentence):
    assert card.sentence() == sentence


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (spoiled("squad", 0), "Players a night"),
        (spoiled("tie_breaks", ["wins", "wins"]), "named twice"),
        (spoiled("win", -1, at=lambda v: v["points"]), "For a win: a whole number from 0 to 99"),
        (spoiled("win", True, at=lambda v: v["points"]), "For a win"),
        (spoiled("bonus", 1, at=lambda v: v["points"]), "no “bonus”"),
        (spoiled("late_days", 61, at=lambda v: v["points"]), "from 0 to 60"),
        (spoiled("forfeit_against", 5, at=lambda v: v["points"]), "more legs than it lets in"),
        (spoiled("counts", "pips", at=lambda v: v["card"]), "What counts"),
        (spoiled("kinds", [], at=lambda v: v["card"]), "Boards: from 1 to 30"),
        (spoiled("name", "doubles", at=lambda v: v["card"]["kinds"][0]), "both called doubles"),
        (spoiled("most", 7, at=lambda v: v["card"]["kinds"][0]), "from 1 to 6"),
        (spoiled("legs", 10, at=lambda v: v["card"]["kinds"][0]["card"]), "at most 9 legs"),
        (spoiled("target", "far", at=lambda v: v["card"]["kinds"][0]["card"]), "."),
    ],
)
def test_rules_that_cannot_be_are_refused_with_a_sentence(values, sentence):
    with pytest.raises(CardError, match=sentence):
        LeagueRules.from_dict(values)


def test_rules_can_be_changed_part_by_part():
    changed = LEEK.but(points=PointsCard(win=3, loss=1, late_fine=1, narrow_loss=1))
    assert changed.card == LEEK.card
    assert changed.points.sentence() == (
        "3 for a win, 1 for a draw, 1 for a defeat, 1 for a defeat by one leg, "
        "a card more than 7 days late costs 1."
    )
    assert MatchCard.from_dict(LEEK.card.to_dict()) == LEEK.card
