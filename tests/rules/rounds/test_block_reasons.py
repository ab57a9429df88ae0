"""A block says what decided it; if the deal takes every tile, the boneyard is not asked for."""

from __future__ import annotations

import pytest

from tests.rules.reports import codes, validated

FOUR = {"Ann": 18, "Bob": 11, "Cy": 5, "Dee": 29}
SEVEN_EACH = {"deal": 7}


@pytest.mark.parametrize(
    ("held", "pairs", "reason"),
    [
        ({"Ann": 10, "Bob": 8, "Cy": 5, "Dee": 9}, True, "Ann & Cy win the block, 15 to 17"),
        ({"Ann": 10, "Bob": 4, "Cy": 5, "Dee": 9}, True, "Bob & Dee win the block, 13 to 15"),
        ({"Ann": 12, "Bob": 8, "Cy": 31}, False, "Bob wins the block, 8 to 12"),
        ({"Ann": 6, "Bob": 7, "Cy": 8, "Dee": 7}, True, "Blocked, level on 14: nobody scores"),
    ],
)
def test_a_game_won_by_a_block_names_both_sums(held, pairs, reason):
    assert validated(held, "block", pairs=pairs).outcome.reason == reason


@pytest.mark.parametrize("card", ["draw", "block"])
def test_four_hands_of_seven_leave_no_tile_so_the_sum_of_a_block_is_even(card):
    assert codes(validated(FOUR, card, SEVEN_EACH)) == ["pips_parity"]
    assert codes(validated({**FOUR, "Dee": 28}, card, SEVEN_EACH)) == []


def test_a_boneyard_that_contradicts_the_deal_is_a_fault_of_its_own():
    found = validated({**FOUR, "Dee": 28}, "draw", SEVEN_EACH, boneyard=2)
    assert "tile_count_mismatch" in codes(found)
    assert any("0 tiles" in problem.message for problem in found.problems)


def test_where_tiles_are_left_over_the_boneyard_stays_unknown():
    assert codes(validated(FOUR, "draw", {"deal": 5})) == []
