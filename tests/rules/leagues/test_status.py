"""What a fixture is today: next, tonight, missing, late, void, forfeited or owed."""

from __future__ import annotations

import pytest

from scorekeeper.rules.leagues.status import FixtureFacts, SeasonDay, Status
from scorekeeper.rules.leagues.withdrawals import Withdrawals

TODAY = 100


def fixture(day: int | None = TODAY, number: int = 1, teams: tuple[str, str] = ("crown", "swan"), **rest):
    return FixtureFacts(teams=teams, round=number, day=day, **rest)


def season(rule: str = "void", today: int = TODAY, late_days: int = 7, **days: int) -> SeasonDay:
    rounds = [(1, 50), (2, 90), (3, 110), (4, 150)]
    return SeasonDay(today, late_days, Withdrawals.of(rule, days, rounds))


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        (fixture(), Status.TONIGHT),
        (fixture(101), Status.TO_COME),
        (fixture(99), Status.MISSING),
        (fixture(None), Status.UNDATED),
        (fixture(99, begun=True), Status.MISSING),
        (fixture(99, begun=True, differs=True), Status.DIFFERS),
        (fixture(99, begun=True, complete=True), Status.TO_SIGN),
        (fixture(99, begun=True, complete=True, signed=True), Status.SIGNED),
        (fixture(101, begun=True, forfeited_by=1), Status.FORFEITED),
    ],
)
def test_a_fixture_is_what_was_entered_of_it_and_what_the_date_says(facts, status):
    assert season().status(facts) is status


def test_only_what_is_still_played_on_a_known_day_is_ahead():
    assert {status for status in Status if status.ahead} == {Status.TONIGHT, Status.TO_COME}


def test_somebody_has_to_act_on_what_is_owed():
    owed = {Status.MISSING, Status.DIFFERS, Status.TO_SIGN, Status.UNDATED}
    assert {status for status in Status if status.owed} == owed


def test_the_next_day_is_not_that_of_a_missing_card_nor_of_a_void_fixture():
    fixtures = [
        fixture(60),  # its card is missing
        fixture(70, teams=("crown", "quiet")),
        fixture(105, teams=("quiet", "swan")),
        fixture(106, forfeited_by=0),
        fixture(None),
        fixture(107),
        fixture(114),
    ]
    assert season(quiet=80).next_day(fixtures) == 107
    assert season(quiet=80, today=107).next_day(fixtures) == 107
    assert season(quiet=80, today=115).next_day(fixtures) is None


def test_a_card_is_late_when_its_days_are_over_and_only_while_something_is_owed():
    day = season(today=107)
    assert not day.is_late(fixture(100))
    assert season(today=108).is_late(fixture(100))
    assert season(today=108).is_late(fixture(100, begun=True, complete=True))
    assert not season(today=108).is_late(fixture(100, begun=True, complete=True, signed=True))
    assert not season(today=108).is_late(fixture(None))
    assert not season(today=108, quiet=1).is_late(fixture(100, teams=("crown", "quiet")))
    assert (day.due(100), day.due(None)) == (107, None)


def test_void_results_count_for_nobody():
    facts = fixture(60, teams=("crown", "quiet"), begun=True, complete=True, signed=True)
    assert season().counts(facts)
    assert season(quiet=80).status(facts) is Status.VOID
    assert not season(quiet=80).counts(facts)


def test_where_results_stand_each_forfeited_fixture_counts_on_its_own_day():
    january = fixture(150, 4, ("crown", "quiet"))
    assert season("kept", quiet=80).status(january) is Status.FORFEITED
    assert season("kept", quiet=80).forfeited_by(january) == 1
    assert not season("kept", quiet=80).counts(january)
    assert not season("kept", today=149, quiet=80).counts(january)
    assert season("kept", today=150, quiet=80).counts(january)


def test_a_forfeited_fixture_without_a_day_counts_from_the_day_of_leaving():
    undated = fixture(None, teams=("quiet", "crown"))
    assert season("kept", quiet=80).forfeited_by(undated) == 0
    assert season("kept", quiet=TODAY).counts(undated)
    assert not season("kept", quiet=TODAY + 1).counts(undated)


def test_results_entered_before_a_team_left_stand():
    played = fixture(60, teams=("quiet", "crown"), begun=True, complete=True)
    assert season("kept", quiet=80).forfeited_by(played) is None
    assert season("kept", quiet=80).counts(played)


def test_a_card_begun_before_the_team_left_is_for_the_secretary_to_settle():
    begun = fixture(60, teams=("quiet", "crown"), begun=True)
    assert season("kept", quiet=80).status(begun) is Status.MISSING
    assert not season("kept", quiet=80).counts(begun)


def test_two_teams_that_both_left_owe_each_other_nothing():
    facts = fixture(110, 3, ("quiet", "gone"))
    assert season("kept", quiet=80, gone=81).status(facts) is Status.VOID
    assert season("kept", quiet=80, gone=81).forfeited_by(facts) is None
    settled = fixture(60, 1, ("quiet", "gone"), begun=True, forfeited_by=0)
    assert season("kept", quiet=80, gone=81).status(settled) is Status.FORFEITED


def test_half_by_half_a_fixture_is_void_or_forfeited_by_its_round():
    day = season("halves", quiet=120)
    first, second = fixture(50, 1, ("crown", "quiet")), fixture(150, 4, ("crown", "quiet"))
    assert (day.status(first), day.forfeited_by(first)) == (Status.FORFEITED, 1)
    assert (day.status(second), day.forfeited_by(second)) == (Status.VOID, None)


def test_an_unplayed_fixture_of_two_teams_that_stay_does_not_count():
    assert not season().counts(fixture(60))
    assert not season().counts(fixture(None))
