"""Hands entered as pips, at the limits of what so many tiles can show."""

import pytest

from tests.rules.reports import case, codes, hands

BLANK_50 = {"double_blank_value": 50}
BOTH = {"both_must_chip_out": True}


@pytest.mark.parametrize(
    "reported",
    [
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
def test_a_possible_number_of_pips_is_accepted(reported):
    assert codes(reported()) == []


@pytest.mark.parametrize(
    ("reported", "message"),
    [
        (case(hands(0, 154), out="Ann"), "Bob cannot have 154 pips. Count the hand again."),
        (case(hands(0, 7, 0), "draw", BLANK_50, out="Ann"), "Cy cannot have 0 pips. Count the hand again."),
        (
            case(hands(0, 9), out="Ann", tile_counts={"Bob": 29}),
            "Bob cannot have 9 pips. Count the hand again.",
        ),
        (
            case(hands(5, 9), out="Ann", tile_counts={"Ann": 0}),
            "Ann cannot have 5 pips on 0 tiles, only 0 to 0. Count the hand again.",
        ),
        (
            case(hands(0, 51), "draw", BLANK_50, out="Ann", tile_counts={"Bob": 1}),
            "Bob cannot have 51 pips on 1 tile, only 1 to 50. Count the hand again.",
        ),
        (
            case(hands(0, 30), "draw", BLANK_50, out="Ann", ends=(1, 4), tile_counts={"Bob": 1}),
            "Bob cannot have 30 pips on 1 tile. Count the hand again.",
        ),
        (
            case(hands(0, 11), "block", ends=(0, 0), tile_counts={"Ann": 1, "Bob": 1}),
            "Ann cannot have 0 pips on 1 tile here. Count the hand again.",
        ),
        (
            case(hands(1, 12), "block", ends=(6, 6), tile_counts={"Ann": 1, "Bob": 1}),
            "Bob cannot have 12 pips on 1 tile here. Count the hand again.",
        ),
        (
            case(hands(60, 60), tile_counts={"Ann": 14, "Bob": 15}),
            "These hands together cannot have 120 pips on 29 tiles. Count them again.",
        ),
        (
            case(hands(83, 83), "draw", {"boneyard_reserve": 2}),
            "These hands together cannot have 166 pips. Count them again.",
        ),
        (
            case(hands(0, 0, 3, 5), "block", BOTH, pairs=True, tile_counts={"Ann": 1, "Bob": 1}),
            "Ann and Bob cannot both hold tiles worth 0: there is only one double blank.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_number_of_pips_is_refused_with_its_reason(reported, message):
    assert message in [fault.message for fault in reported().problems]
