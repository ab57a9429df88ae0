"""A club or a phone that exceeds its budget waits, and nobody else does."""

import pytest

from scorekeeper.ops.front import A_REFUSAL, CLUB, MOST_OF_ONE, PHONE, Budgets


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budgets(clock: Clock) -> Budgets:
    return Budgets(clock)


def spend(budgets: Budgets, club: str, phone: str, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        budgets.charge(club, phone, 0.05)


def test_a_phone_that_floods_waits_and_the_other_phones_of_its_club_do_not(budgets: Budgets) -> None:
    spend(budgets, "crown", "ann", PHONE.most + 0.05)
    assert budgets.wait("crown", "ann") > 0
    assert budgets.wait("crown", "bob") == 0
    assert budgets.wait("anchor", "ann") == 0


def test_many_phones_empty_the_budget_of_their_club_and_of_no_other(budgets: Budgets) -> None:
    for number in range(10):
        spend(budgets, "crown", f"phone {number}", CLUB.most / 10 + 0.05)
    assert budgets.wait("crown", "one more") > 0
    assert budgets.wait("crown", "") > 0
    assert budgets.wait("anchor", "one more") == 0


def test_whoever_waits_as_long_as_told_is_answered(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, "crown", "ann", PHONE.most + MOST_OF_ONE)
    clock.now += budgets.wait("crown", "ann") + 0.001
    assert budgets.wait("crown", "ann") == 0


def test_a_flood_that_goes_on_gets_nothing(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, "crown", "ann", PHONE.most + 0.05)
    for _ in range(60):
        clock.now += 0.9 * A_REFUSAL / PHONE.rate
        assert budgets.wait("crown", "ann") > 0


def test_one_expensive_page_is_no_flood(budgets: Budgets) -> None:
    budgets.charge("crown", "ann", 7.0)
    assert budgets.wait("crown", "ann") == 0


def test_an_unused_budget_is_capped(budgets: Budgets, clock: Clock) -> None:
    clock.now = 1e6
    spend(budgets, "crown", "ann", PHONE.most + 0.05)
    assert budgets.wait("crown", "ann") > 0


def test_a_club_runs_low_when_a_quarter_is_used_and_recovers(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, "crown", "ann", CLUB.most / 4 - 0.05)
    assert not budgets.runs_low("crown")
    spend(budgets, "crown", "bob", 0.1)
    assert budgets.runs_low("crown")
    assert not budgets.runs_low("anchor")
    clock.now += 0.1 / CLUB.rate
    assert not budgets.runs_low("crown")
