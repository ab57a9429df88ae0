"""Hands entered as pips, at the limits of what so many tiles can show."""

from __future__ import annotations

import pytest

from tests.rules.reports import codes, validated

BLANK_50 = {"double_blank_value": 50}
BOTH = {"both_must_chip_out": True}


@pytest.mark.parametrize(
    ("held", "card", "changes", "facts"),
    [
        ({"Ann": 0, "Bob": 12}, "draw", {}, {"out": "Ann", "ends": (6, 6), "tile_counts": {"Bob": 1}}),
        ({"Ann": 0, "Bob": 50}, "draw", BLANK_50, {"out": "Ann", "tile_counts": {"Bob": 1}}),
        ({"Ann": 0, "Bob": 7}, "draw", {}, {"out": "Ann", "tile_counts": {"Ann": 0, "Bob": 1}}),
        ({"Ann": 0, "Bob": 153}, "draw", {}, {"out": "Ann"}),
        ({"Ann": 84, "Bob": 84}, "draw", {}, {}),
        (
            {"Ann": 0, "Bob": "1-1", "Cy": 0, "Dee": "2-2"},
            "block",
            BOTH,
            {"out": "Ann", "pairs": True, "tile_counts": {"Ann": 0, "Cy": 0}},
        ),
        # With nothing undrawn the pips of all hands are even beside a line that is blocked ...
        ({"Ann": 8, "Bob": 12}, "draw", {}, {"boneyard": 0}),
        # ... but not in an odd set, nor where somebody chipped out, nor with other ends.
        ({"Ann": 7, "Bob": 9}, "draw", {"set": 9}, {"boneyard": 0}),
        ({"Ann": 0, "Bob": 7}, "draw", {}, {"out": "Ann", "boneyard": 0}),
        ({"Ann": 0, "Bob": 7}, "draw", {}, {"out": "Ann", "boneyard": 0, "ends": (1, 4)}),
        ({"Ann": 0, "Bob": 7}, "fives", {}, {"out": "Ann", "boneyard": 0, "ends": (1, 2, 4), "spinner": 0}),
        ({"Ann": 0, "Bob": 8}, "fives", {}, {"out": "Ann", "boneyard": 0, "ends": (1, 2, 4), "spinner": 5}),
    ],
    ids=str,
)
def test_a_possible_number_of_pips_is_accepted(held, card, changes, facts):
    assert codes(validated(held, card, changes, **facts)) == []


@pytest.mark.parametrize(
    ("held", "card", "changes", "facts", "message"),
    [
        (
            {"Ann": 0, "Bob": 154},
            "draw",
            {},
            {"out": "Ann"},
            "Bob cannot have 154 pips. Count the hand again.",
        ),
        (
            {"Ann": 0, "Bob": 7, "Cy": 0},
            "draw",
            BLANK_50,
            {"out": "Ann"},
            "Cy cannot have 0 pips. Count the hand again.",
        ),
        (
            {"Ann": 0, "Bob": 9},
            "draw",
            {},
            {"out": "Ann", "tile_counts": {"Bob": 29}},
            "Bob cannot have 9 pips. Count the hand again.",
        ),
        (
            {"Ann": 5, "Bob": 9},
            "draw",
            {},
            {"out": "Ann", "tile_counts": {"Ann": 0}},
            "Ann cannot have 5 pips on 0 tiles, only 0 to 0. Count the hand again.",
        ),
        (
            {"Ann": 0, "Bob": 51},
            "draw",
            BLANK_50,
            {"out": "Ann", "tile_counts": {"Bob": 1}},
            "Bob cannot have 51 pips on 1 tile, only 1 to 50. Count the hand again.",
        ),
        (
            {"Ann": 0, "Bob": 30},
            "draw",
            BLANK_50,
            {"out": "Ann", "ends": (1, 4), "tile_counts": {"Bob": 1}},
            "Bob cannot have 30 pips on 1 tile. Count the hand again.",
        ),
        (
            {"Ann": 0, "Bob": 11},
            "block",
            {},
            {"ends": (0, 0), "tile_counts": {"Ann": 1, "Bob": 1}},
            "Ann cannot have 0 pips on 1 tile here. Count the hand again.",
        ),
        (
            {"Ann": 1, "Bob": 12},
            "block",
            {},
            {"ends": (6, 6), "tile_counts": {"Ann": 1, "Bob": 1}},
            "Bob cannot have 12 pips on 1 tile here. Count the hand again.",
        ),
        (
            {"Ann": 60, "Bob": 60},
            "draw",
            {},
            {"tile_counts": {"Ann": 14, "Bob": 15}},
            "These hands together cannot have 120 pips on 29 tiles. Count them again.",
        ),
        (
            {"Ann": 83, "Bob": 83},
            "draw",
            {"boneyard_reserve": 2},
            {},
            "These hands together cannot have 166 pips. Count them again.",
        ),
        (
            {"Ann": 0, "Bob": 0, "Cy": 3, "Dee": 5},
            "block",
            BOTH,
            {"pairs": True, "tile_counts": {"Ann": 1, "Bob": 1}},
            "Ann and Bob cannot both hold tiles worth 0: there is only one double blank.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_number_of_pips_is_refused_with_its_reason(held, card, changes, facts, message):
    assert message in [fault.message for fault in validated(held, card, changes, **facts).problems]
