"""The rest of a season pushed back."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.moving import pushed_back


def test_what_lies_before_the_day_stays_and_the_rest_goes_a_week_later():
    assert pushed_back([1, 8, 8, 15, 22], 8, 7) == {8: 15, 15: 22, 22: 29}


def test_a_free_day_is_stepped_over_and_the_order_is_kept():
    assert pushed_back([1, 8, 15], 1, 7, {8, 22}) == {1: 15, 8: 29, 15: 36}


@pytest.mark.parametrize("by", [0, 61])
def test_a_season_is_pushed_by_days_that_make_sense(by):
    with pytest.raises(RuleError) as refused:
        pushed_back([1], 1, by)
    assert (refused.value.code, str(refused.value)) == ("bad_days", "Days to push back: from 1 to 60.")


@pytest.mark.parametrize("by", [1, 60])
def test_a_day_is_the_least_and_two_months_the_most(by):
    assert pushed_back([10], 10, by) == {10: 10 + by}
