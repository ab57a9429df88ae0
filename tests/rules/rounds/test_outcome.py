"""Edge cases of a round's end: who is level on what, what is shared, what a missing hand counts."""

import pytest

from tests.rules.reports import case, codes, hands, validated

ANN_AND_BOB = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}


@pytest.mark.parametrize(
    ("reported", "points", "words"),
    [
        (
            case(hands(9, 3, 3, 5), "draw", {"team_block": "lowest_hand"}, pairs=True),
            (0, 0),
            "level on 3: nobody scores",
        ),
        (case(hands(6, 6, 9), "block", {"tie": "split"}), (0, 0, 0), "level on 6: nobody scores"),
        (case(hands(6, 6), "draw", {"tie": "split"}), (0, 0), "level on 6: nobody scores"),
        (
            case(hands(6, 6, 26), "fives", {"tie": "split"}),
            (10, 10, 0),
            "26, rounded to 25, shared by Ann and Bob",
        ),
        (case(hands(6, 6, 9), "draw", {"tie": "split"}), (4, 4, 0), "9, shared by Ann and Bob"),
        (case(hands(6, 6, 9), "threes_fives", {"tie": "split"}), (0, 0, 0), "level on 6: nobody scores"),
    ],
)
def test_a_level_block_says_what_it_is_level_on(reported, points, words):
    outcome = reported().outcome
    assert outcome.tie
    # Compared as text, since a page would show a half or 10.0.
    assert (str(outcome.points), outcome.sum) == (str(points), words)


@pytest.mark.parametrize(("hand", "words"), [("5-2 1-0", "7 + 1 = 8"), ("5-2", "7")])
def test_the_tiles_of_a_single_other_hand_are_added_up(hand, words):
    assert validated({"Ann": "", "Bob": hand}, out="Ann").outcome.sum == words


def test_the_hand_of_who_chipped_out_need_not_be_entered():
    assert validated({"Bob": 7}, out="Ann", **ANN_AND_BOB).outcome.hand_pips == {"Ann": 0, "Bob": 7}


def test_nobody_is_out_in_a_block():
    assert validated(hands(6, 7), event="blocked", out="Ann").outcome.out is None


FOUR = hands(18, 11, 5, 29)
SEVEN_EACH = {"deal": 7}


@pytest.mark.parametrize(
    ("held", "pairs", "reason"),
    [
        (hands(10, 8, 5, 9), True, "Ann & Cy win the block, 15 to 17"),
        (hands(10, 4, 5, 9), True, "Bob & Dee win the block, 13 to 15"),
        (hands(12, 8, 31), False, "Bob wins the block, 8 to 12"),
        (hands(6, 7, 8, 7), True, "Blocked, level on 14: nobody scores"),
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
