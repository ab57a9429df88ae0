"""What the secretary settles: points, fines, handicaps, withdrawals."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.points import Withdrawals, board_starts, late_fines, verify_adjustment

CARDS = [(30, "c", "swan"), (10, "a", "swan"), (20, "b", "bay")]


def test_every_late_card_costs_the_same_without_a_second_rate():
    assert late_fines(CARDS, (), 3) == {"a": 3, "b": 3, "c": 3}


def test_the_second_offence_of_a_team_has_its_own_rate_in_the_order_of_days():
    # cd-dl.co.uk, rule E: 3 points, then 5.
    assert late_fines(CARDS, (), 3, 5) == {"a": 3, "b": 3, "c": 5}


def test_a_waived_card_costs_nothing_and_is_no_offence():
    assert late_fines(CARDS, {"a"}, 3, 5) == {"b": 3, "c": 3}


@pytest.mark.parametrize("points", [0, 100, -100])
def test_points_are_limited(points):
    with pytest.raises(RuleError, match=r"^Points: from 1 to 99, taken or given\.$") as refused:
        verify_adjustment(points, "ineligible player")
    assert refused.value.code == "bad_points"


def test_an_adjustment_says_why():
    with pytest.raises(RuleError, match=r"^Say why: the table shows it\.$") as refused:
        verify_adjustment(-3, "  ")
    assert refused.value.code == "no_reason"
    verify_adjustment(-3, "ineligible player")
    verify_adjustment(99, "appeal upheld")


POINTS = {"Lions": 3, "ann": 10, "bob": 5}


@pytest.mark.parametrize(
    ("home", "away", "starts"),
    [
        (("Crown", ["cy"]), ("Crown", ["dee"]), (0, 0)),
        (("Crown", ["ann"]), ("Lions", ["cy"]), (10, 3)),
        (("Lions", ["ann", "bob"]), ("Crown", ["bob"]), (18, 5)),
        (("Lions", []), ("Crown", ["bob"]), (3, 5)),
    ],
)
def test_a_side_starts_with_the_points_of_its_team_and_its_players(home, away, starts):
    assert board_starts((home, away), POINTS, 61) == starts


def test_nobody_starts_at_the_target():
    assert board_starts((("Crown", ["ann"]), ("Lions", ["ann", "bob"])), POINTS, 11) == (10, 10)
    assert board_starts((("Crown", ["ann"]), ("Lions", [])), POINTS, 1) == (0, 0)


ROUNDS = [(1, 10), (2, 20), (3, 30), (4, None), (4, 40)]
TEAMS = ("crown", "quiet")


def test_in_the_first_half_everything_is_void():
    gone = Withdrawals.of("halves", {"quiet": 29}, ROUNDS)
    assert [gone.voids(TEAMS, number) for number in (1, 2, 3, 4)] == [True] * 4
    assert gone.strikes("quiet")
    assert gone.forfeited_by(TEAMS, 1) is None


def test_in_the_second_half_the_first_one_stands():
    gone = Withdrawals.of("halves", {"quiet": 30}, ROUNDS)
    assert [gone.voids(TEAMS, number) for number in (1, 2, 3, 4)] == [False, False, True, True]
    assert not gone.strikes("quiet")
    assert gone.forfeited_by(TEAMS, 2) == 1
    assert gone.forfeited_by(TEAMS, 3) is None


def test_a_season_without_days_has_no_second_half():
    assert Withdrawals.of("halves", {"quiet": 30}, [(1, None)]).strikes("quiet")
    assert Withdrawals.of("halves", {"quiet": 30}, []).strikes("quiet")


def test_the_middle_round_of_an_odd_number_belongs_to_the_second_half():
    gone = Withdrawals.of("halves", {"quiet": 25}, [(1, 10), (2, 20), (3, 30)])
    assert (gone.half, gone.second_half) == (1, 20)
    assert Withdrawals.of("halves", {}, []).half == 0
    assert not gone.strikes("quiet")


def test_in_a_season_of_two_rounds_the_first_one_stands():
    assert not Withdrawals.of("halves", {"quiet": 20}, [(1, 10), (2, 20)]).strikes("quiet")


def test_void_strikes_the_team_and_kept_leaves_it_in_the_table():
    assert Withdrawals("void", {"quiet": 1}).strikes("quiet")
    assert not Withdrawals("void", {"quiet": 1}).strikes("crown")
    assert not Withdrawals("kept", {"quiet": 1}).strikes("quiet")


def test_who_left_and_when():
    gone = Withdrawals("kept", {"quiet": 7, "crown": 5})
    assert gone.gone(TEAMS) == (0, 1)
    assert gone.left_on(TEAMS) == 5
    assert gone.left_on(("swan", "bay")) is None
    assert not gone.voids(("swan", "bay"), 1)
