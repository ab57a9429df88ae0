"""Withdrawal: void, kept, or half by half."""

from __future__ import annotations

from scorekeeper.rules.leagues.withdrawals import Withdrawals

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
