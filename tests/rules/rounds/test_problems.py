"""Faults at their limits: the exact sentence, the input it points at, and what is just allowed."""

import pytest

from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import case, codes, hands, line, report, validated

TWO = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}
THREE = {"players": ("Ann", "Bob", "Cy"), "sides": (("Ann",), ("Bob",), ("Cy",))}
OUT = {"out": "Ann"}
LONE = Layout.from_cross(6, 1, [])
ARMED = Layout.from_cross(6, 1, [[(1, 4)], [(1, 2)]])


@pytest.mark.parametrize(
    ("reported", "code", "field"),
    [
        (case(hands("", "5-2"), **OUT, tile_counts={"Bob": 2}), "tile_count_mismatch", "hand"),
        (case(hands("", "5-2"), **OUT, boneyard=15), "tile_count_mismatch", "boneyard"),
        (case(hands(4, 5), out="Zoe"), "unknown_player", "event"),
        (case(hands(0, 5), **OUT, leader="Zoe"), "unknown_player", "players"),
    ],
)
def test_a_fault_points_at_its_input(reported, code, field):
    assert [found.field for found in reported().problems if found.code == code] == [field]


@pytest.mark.parametrize(
    ("reported", "messages"),
    [
        (case(hands("", "5-2 2-5 1-1"), **OUT), ["Bob has 5-2 twice: every tile exists once."]),
        (
            case(hands("", "5-2"), "block", **OUT, deal=1, leader="Bob"),
            ["Bob cannot hold 1 tiles: 0 at most. Check the hand."],
        ),
        (
            case(hands("", "4-4"), "block", **OUT, lead_tile=Tile.of(4, 4)),
            ["Bob holds 4-4, which lies on the table."],
        ),
        (
            case(hands("", "5-5 6-6"), "block", **OUT, lead_tile=Tile.of(4, 4)),
            [
                "Bob holds 6-6, which should have led instead of 4-4.",
                "Bob holds 5-5, which should have led instead of 4-4.",
            ],
        ),
        (
            case(hands("", "5-2"), **OUT, layout=line(), ends=(3, 2)),
            ["The layout ends in nothing, not in 3 and 2."],
        ),
        (case(hands("", "5-2"), **OUT, ends=(3,)), ["A line has two open ends, a cross one for each arm."]),
        (
            case(hands("", "5-2", "3-2", "6-2"), **OUT, deal=7, boneyard=1),
            ["This deal leaves at most 0 tiles in the boneyard, not 1."],
        ),
        (
            case(hands("5-5", "6-1"), "fives", layout=ARMED, ends=(4, 2)),
            ["Bob can still play 6-1, so the round is not blocked."],
        ),
        (case({"Bob": "5-2"}, "block", **OUT, **THREE), ["Enter what Cy still holds."]),
        (case({"Bob": "5-2"}, **OUT, **TWO, event="blocked"), ["Enter what Ann still holds."]),
        (case({}, **OUT, **TWO), ["Enter what Bob still holds."]),
        (case({}, **TWO), ["Enter what Ann still holds.", "Enter what Bob still holds."]),
        (
            case(hands(0, 5), **OUT, sides=(("Ann", "Bob"),)),
            ["Every player belongs to one team, and all teams are equally large."],
        ),
        (case(dict.fromkeys("ABCDEF", 1), "block", deal=4), ["Block is for 2, 3, 4 or 5 players, not 6."]),
    ],
)
def test_these_and_no_others_are_named(reported, messages):
    assert [found.message for found in reported().problems] == messages


@pytest.mark.parametrize(
    ("layout", "ends", "fits"),
    [
        (LONE, (1,), True),
        (LONE, (1, 1), True),
        (LONE, (1, 1, 1), False),
        (ARMED, (4, 2), True),
        (ARMED, (4, 2, 1), False),
        (None, (1,), True),
        (None, (1, 4, 2), True),
        (None, (1, 4, 2, 5), True),
        (None, (1, 4, 2, 5, 6), False),
    ],
)
def test_the_ends_of_a_cross_may_be_entered_with_its_bare_spinner(layout, ends, fits):
    found = codes(validated(hands("", "3-3"), "fives", out="Ann", layout=layout, ends=ends))
    assert found == ([] if fits else ["ends_mismatch"])


def test_only_a_possible_round_can_be_doubtful():
    assert validated(hands(7, 12), boneyard=0).doubtful
    assert not validated(hands(7, 12), out="Ann").doubtful
    assert not validated(hands(0, 12), out="Ann").doubtful


def test_single_players_are_no_teams():
    assert not report(hands(4, 5)).pairs
    assert report(hands(4, 5, 6, 7), pairs=True).pairs
