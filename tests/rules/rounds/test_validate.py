"""Validation: no possible round is refused, each is scored with its sum, and what its edges say."""

import pytest

from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import BOTH, CROSS, PAIRS, case, codes, hands, report, validated

BLANK_50, SPLIT, NO_BONUS = {"double_blank_value": 50}, {"tie": "split"}, {"last_tile_bonus": 0}
LOWEST, ALL_PIPS = {"team_block": "lowest_hand"}, {"scoring": "pips", "out_counts": "all_hands"}


def test_a_doubtful_round_still_has_its_outcome():
    validation = validated(hands(7, 12), boneyard=0)
    assert validation.doubtful
    assert validation.outcome.points == (5, 0)


@pytest.mark.parametrize(
    "reported",
    [
        case(hands(0, 0), out="Ann"),
        case(hands(0, 30)),
        case(hands(0, 0, 0, 0), "threes_fives", out="Ann", pairs=True),
        case(hands("", "", "", "0-0"), "threes_fives", out="Ann", pairs=True),
        case(hands("", "", "2-1", "3-2"), "block", BOTH, ends=(0, 0), pairs=True),
        case(hands("6-6", "5-5"), lead_tile=Tile.of(4, 4)),
        case(hands("3-3", "5-2"), "fives", ends=(6, 4)),
        case(hands("3-3", "5-5"), "fives", layout=CROSS, ends=(4, 2)),
        case(hands("", "3-3"), "fives", out="Ann", layout=Layout.from_cross(6, 1, [[(1, 4)]]), ends=(4, 1)),
        case(dict.fromkeys("ABCDEFG", 9), "draw", {"set": 9}, event="blocked", deal=7),
        case(hands(7, 12), "fives", boneyard=0),
        case(hands(7, 12), "fives", boneyard=0, ends=(6, 5)),
        case(hands("", "5-2"), out="Ann", pips={"Bob": 7}),
        case(hands("", "5-2 1-1"), "block", out="Ann", deal=2),
        case(hands("", "5-2"), "block", out="Ann", deal=1),
        case(hands(0, 12), out="Ann", ends=(6, 6), tile_counts={"Bob": 1}),
        case(hands(0, 50), "draw", BLANK_50, out="Ann", tile_counts={"Bob": 1}),
        case(hands(0, 7), out="Ann", tile_counts={"Ann": 0, "Bob": 1}),
        case(hands(0, 153), out="Ann"),
        case(hands(84, 84)),
        case(
            hands(0, "1-1", 0, "2-2"), "block", BOTH, out="Ann", pairs=True, tile_counts={"Ann": 0, "Cy": 0}
        ),
        # With nothing undrawn the pips of all hands are even beside a line that is blocked ...
        case(hands(8, 12), boneyard=0),
        # ... but not in an odd set, nor where somebody chipped out, nor with other ends.
        case(hands(7, 9), "draw", {"set": 9}, boneyard=0),
        case(hands(0, 7), out="Ann", boneyard=0),
        case(hands(0, 7), out="Ann", boneyard=0, ends=(1, 4)),
        case(hands(0, 7), "fives", out="Ann", boneyard=0, ends=(1, 2, 4), spinner=0),
        case(hands(0, 8), "fives", out="Ann", boneyard=0, ends=(1, 2, 4), spinner=5),
    ],
)
def test_a_possible_round_is_not_refused(reported):
    assert codes(reported()) == []


@pytest.mark.parametrize(
    ("reported", "points", "words"),
    [
        (case(hands(5, 18, 12)), (25, 0, 0), "(18 + 12) − 5 = 25"),
        (case(hands(5, 30)), (25, 0), "30 − 5 = 25"),
        (case(hands("", "5-2 1-0 1-1"), out="Ann"), (10, 0), "7 + 1 + 2 = 10"),
        (case(hands(0, 7, 7), "fives", out="Ann"), (15, 0, 0), "7 + 7 = 14, rounded to 15"),
        (
            case(hands(0, 7, 7), "fives", {"divide_by_five": True}, out="Ann"),
            (3, 0, 0),
            "7 + 7 = 14, rounded to 15, 3 by fives",
        ),
        (case(hands(6, 6, 21), "fives", SPLIT), (10, 10, 0), "21, rounded to 20, shared by Ann and Bob"),
        (case(hands(6, 6)), (0, 0), "level on 6: nobody scores"),
        (case(hands(6, 6), "draw", {"tie": "lightest_tile"}), (0, 0), "level on 6: nobody scores"),
        (case(hands(0, 9), "block", out="Ann"), (1, 0), "1 game"),
        (case(hands(0, 9), "threes_fives", out="Ann"), (1, 0), "1 for the last tile"),
        (case(hands(0, 9), "threes_fives", NO_BONUS, out="Ann"), (0, 0), "nothing for the last tile"),
        (case(hands(5, 9), "threes_fives"), (0, 0), "nobody scores for a block"),
        (case(hands(5, 9), "threes_fives", {"block_low_bonus": 1}), (1, 0), "1 for the lowest hand"),
        (case(hands("", "0-0"), "draw", {"double_blank_value": 14}, out="Ann"), (14, 0), "14"),
        (case(hands(4, 12, 6, 9), "block", ALL_PIPS | LOWEST, pairs=True), (21, 0), "12 + 9 = 21"),
        (case(hands(0, 12, 6, 9), "block", ALL_PIPS, pairs=True, out="Ann"), (27, 0), "21 + 6 = 27"),
    ],
)
def test_a_round_end_is_scored_with_its_sum(reported, points, words):
    outcome = reported().outcome
    assert outcome.points == points
    assert outcome.sum == words
    assert words in outcome.reason


def test_a_line_for_the_page_says_who_and_why():
    assert validated(hands(5, 18, 12)).outcome.reason == "Ann wins the block: (18 + 12) − 5 = 25"
    assert validated(hands(0, 9, 3, 1), "draw", out="Ann", pairs=True).outcome.reason == (
        "Ann chipped out: Ann & Cy win, 9 + 1 = 10"
    )
    assert validated(hands(6, 6)).outcome.reason == "Blocked, level on 6: nobody scores"


def test_no_hand_is_needed_where_no_pips_score():
    seats = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}
    won = validated({}, "block", out="Ann", **seats)
    assert won.outcome.points == (1, 0)
    blocked = validated({}, "threes_fives", **seats)
    assert (blocked.outcome.winner, blocked.outcome.points) == (None, (0, 0))
    assert blocked.outcome.reason == "Blocked: nobody scores"


def test_a_report_names_its_sides():
    entered = report(hands(0, 9, 3, 1), out="Ann", pairs=True)
    assert entered.sides == PAIRS
    assert entered.side_name(1) == "Bob & Dee"
    assert entered.side_of("Zoe") is None


ANN_AND_BOB = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}


@pytest.mark.parametrize(
    ("reported", "points", "words"),
    [
        (case(hands(9, 3, 3, 5), "draw", LOWEST, pairs=True), (0, 0), "level on 3: nobody scores"),
        (case(hands(6, 6, 9), "block", SPLIT), (0, 0, 0), "level on 6: nobody scores"),
        (case(hands(6, 6), "draw", SPLIT), (0, 0), "level on 6: nobody scores"),
        (case(hands(6, 6, 26), "fives", SPLIT), (10, 10, 0), "26, rounded to 25, shared by Ann and Bob"),
        (case(hands(6, 6, 9), "draw", SPLIT), (4, 4, 0), "9, shared by Ann and Bob"),
        (case(hands(6, 6, 9), "threes_fives", SPLIT), (0, 0, 0), "level on 6: nobody scores"),
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
