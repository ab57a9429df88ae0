"""Validation: every problem can be reached, is named in a sentence, and is never an exception."""

from __future__ import annotations

import pytest

from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import BOTH, CROSS, PAIRS, codes, report, validated


def test_a_doubtful_round_still_has_its_outcome():
    validation = validated({"Ann": 7, "Bob": 12}, boneyard=0)
    assert validation.doubtful
    assert validation.outcome.points == (5, 0)


@pytest.mark.parametrize(
    ("held", "card", "changes", "facts"),
    [
        ({"Ann": 0, "Bob": 0}, "draw", {}, {"out": "Ann"}),
        ({"Ann": 0, "Bob": 30}, "draw", {}, {}),
        ({"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0}, "threes_fives", {}, {"out": "Ann", "pairs": True}),
        ({"Ann": "", "Bob": "", "Cy": "", "Dee": "0-0"}, "threes_fives", {}, {"out": "Ann", "pairs": True}),
        ({"Ann": "", "Bob": "", "Cy": "2-1", "Dee": "3-2"}, "block", BOTH, {"ends": (0, 0), "pairs": True}),
        ({"Ann": "6-6", "Bob": "5-5"}, "draw", {}, {"lead_tile": Tile.of(4, 4)}),
        ({"Ann": "3-3", "Bob": "5-2"}, "fives", {}, {"ends": (6, 4)}),
        ({"Ann": "3-3", "Bob": "5-5"}, "fives", {}, {"layout": CROSS, "ends": (4, 2)}),
        (
            {"Ann": "", "Bob": "3-3"},
            "fives",
            {},
            {"out": "Ann", "layout": Layout.from_cross(6, 1, [[(1, 4)]]), "ends": (4, 1)},
        ),
        (dict.fromkeys("ABCDEFG", 9), "draw", {"set": 9}, {"event": "blocked", "deal": 7}),
        ({"Ann": 7, "Bob": 12}, "fives", {}, {"boneyard": 0}),
        ({"Ann": 7, "Bob": 12}, "fives", {}, {"boneyard": 0, "ends": (6, 5)}),
    ],
    ids=str,
)
def test_a_possible_round_is_not_refused(held, card, changes, facts):
    assert codes(validated(held, card, changes, **facts)) == []


@pytest.mark.parametrize(
    ("held", "card", "changes", "facts", "points", "words"),
    [
        ({"Ann": 5, "Bob": 18, "Cy": 12}, "draw", {}, {}, (25, 0, 0), "(18 + 12) − 5 = 25"),
        ({"Ann": 5, "Bob": 30}, "draw", {}, {}, (25, 0), "30 − 5 = 25"),
        ({"Ann": "", "Bob": "5-2 1-0 1-1"}, "draw", {}, {"out": "Ann"}, (10, 0), "7 + 1 + 2 = 10"),
        ({"Ann": 0, "Bob": 7, "Cy": 7}, "fives", {}, {"out": "Ann"}, (15, 0, 0), "7 + 7 = 14, rounded to 15"),
        (
            {"Ann": 0, "Bob": 7, "Cy": 7},
            "fives",
            {"divide_by_five": True},
            {"out": "Ann"},
            (3, 0, 0),
            "7 + 7 = 14, rounded to 15, 3 by fives",
        ),
        (
            {"Ann": 6, "Bob": 6, "Cy": 21},
            "fives",
            {"tie": "split"},
            {},
            (10, 10, 0),
            "21, rounded to 20, shared by Ann and Bob",
        ),
        ({"Ann": 6, "Bob": 6}, "draw", {}, {}, (0, 0), "level on 6: nobody scores"),
        ({"Ann": 6, "Bob": 6}, "draw", {"tie": "lightest_tile"}, {}, (0, 0), "level on 6: nobody scores"),
        ({"Ann": 0, "Bob": 9}, "block", {}, {"out": "Ann"}, (1, 0), "1 game"),
        ({"Ann": 0, "Bob": 9}, "threes_fives", {}, {"out": "Ann"}, (1, 0), "1 for the last tile"),
        (
            {"Ann": 0, "Bob": 9},
            "threes_fives",
            {"last_tile_bonus": 0},
            {"out": "Ann"},
            (0, 0),
            "nothing for the last tile",
        ),
        ({"Ann": 5, "Bob": 9}, "threes_fives", {}, {}, (0, 0), "nobody scores for a block"),
        ({"Ann": 5, "Bob": 9}, "threes_fives", {"block_low_bonus": 1}, {}, (1, 0), "1 for the lowest hand"),
        ({"Ann": "", "Bob": "0-0"}, "draw", {"double_blank_value": 14}, {"out": "Ann"}, (14, 0), "14"),
        (
            {"Ann": 4, "Bob": 12, "Cy": 6, "Dee": 9},
            "block",
            {"scoring": "pips", "out_counts": "all_hands", "team_block": "lowest_hand"},
            {"pairs": True},
            (21, 0),
            "12 + 9 = 21",
        ),
        (
            {"Ann": 0, "Bob": 12, "Cy": 6, "Dee": 9},
            "block",
            {"scoring": "pips", "out_counts": "all_hands"},
            {"pairs": True, "out": "Ann"},
            (27, 0),
            "21 + 6 = 27",
        ),
    ],
)
def test_a_round_end_is_scored_with_its_sum(held, card, changes, facts, points, words):
    outcome = validated(held, card, changes, **facts).outcome
    assert outcome.points == points
    assert outcome.sum == words
    assert words in outcome.reason


def test_a_line_for_the_page_says_who_and_why():
    assert (
        validated({"Ann": 5, "Bob": 18, "Cy": 12}).outcome.reason == "Ann wins the block: (18 + 12) − 5 = 25"
    )
    assert validated(
        {"Ann": 0, "Bob": 9, "Cy": 3, "Dee": 1}, "draw", out="Ann", pairs=True
    ).outcome.reason == ("Ann chipped out: Ann & Cy win, 9 + 1 = 10")
    assert validated({"Ann": 6, "Bob": 6}).outcome.reason == "Blocked, level on 6: nobody scores"


def test_no_hand_is_needed_where_no_pips_score():
    seats = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}
    won = validated({}, "block", out="Ann", **seats)
    assert won.outcome.points == (1, 0)
    blocked = validated({}, "threes_fives", **seats)
    assert (blocked.outcome.winner, blocked.outcome.points) == (None, (0, 0))
    assert blocked.outcome.reason == "Blocked: nobody scores"


def test_a_report_names_its_sides():
    entered = report({"Ann": 0, "Bob": 9, "Cy": 3, "Dee": 1}, out="Ann", pairs=True)
    assert entered.sides == PAIRS
    assert entered.side_name(1) == "Bob & Dee"
    assert entered.side_of("Zoe") is None


def test_pips_that_agree_with_the_tiles_are_no_fault():
    assert codes(validated({"Ann": "", "Bob": "5-2"}, out="Ann", pips={"Bob": 7})) == []
