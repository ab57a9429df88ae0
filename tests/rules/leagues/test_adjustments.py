"""Points given or taken by the secretary, and late fines."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.adjustments import LateCard, late_fines, verify_adjustment

CARDS = [LateCard("swan", 30, "c"), LateCard("swan", 10, "a"), LateCard("bay", 20, "b")]


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
