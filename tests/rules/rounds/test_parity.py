"""What the hands prove about the layout when at most two tiles are unseen."""

from dataclasses import replace

import pytest

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.check_layout import corrections, parity_problems
from scorekeeper.rules.tiles.tile import TileSet
from tests.rules.reports import report, tiles

NINE = {"set": 9}


def reasons(held, card="draw", changes=None, **facts):
    event = report(held, **{"boneyard": 0, **facts})
    return [found.code for found in parity_problems(event, RuleCard.default(card, **(changes or {})))]


@pytest.mark.parametrize(
    ("hand", "changes", "boneyard", "possible"),
    [
        ("1-0", {}, 0, True),
        ("1-1", {}, 0, True),
        ("1-0 3-2", {}, 0, False),
        ("1-0 3-2", {}, 1, True),
        ("1-0 3-2 5-4", {}, 1, False),
        ("1-0 3-2 5-4", {}, 2, True),
        ("0-0", NINE, 2, False),
        ("0-0", NINE, 3, True),
    ],
)
def test_a_line_shows_at_most_two_numbers_an_odd_number_of_times(hand, changes, boneyard, possible):
    assert reasons({"Ann": "", "Bob": hand}, changes=changes, out="Ann", boneyard=boneyard) == (
        [] if possible else ["hands_parity"]
    )


def test_the_tiles_of_a_line_are_connected():
    hand = " ".join(str(tile) for tile in TileSet(6).tiles if tile not in tiles("6-6 5-5"))
    assert reasons({"Ann": "", "Bob": hand}, out="Ann") == ["hands_parity"]


@pytest.mark.parametrize(
    ("ann", "bob", "changes", "possible"),
    [
        ("1-0 2-1", "2-0", {}, True),
        ("1-0", "1-1", {}, False),
        # No number is used up.
        ("1-0 2-1 3-2 4-3", "5-4 6-5 6-0", {}, False),
        # In an odd set the two odd numbers are the ends, so all their tiles lie on the table.
        ("1-0 3-2", "5-4 7-6", NINE, True),
        ("1-0 3-2", "5-4 7-6 8-8", NINE, False),
        ("1-0 9-2", "5-4 7-6 3-3", NINE, False),
        ("3-2 5-4", "7-6 9-8", NINE, True),
        ("1-0", "3-2", NINE, False),
    ],
)
def test_a_blocked_line_has_its_ends_used_up(ann, bob, changes, possible):
    assert reasons({"Ann": ann, "Bob": bob}, changes=changes) == ([] if possible else ["hands_parity"])


def test_a_cross_may_show_more_numbers_an_odd_number_of_times():
    assert reasons({"Ann": "", "Bob": "1-0 3-2"}, "fives", out="Ann") == []


@pytest.mark.parametrize(
    ("held", "facts", "known"),
    [
        ({"Ann": "", "Bob": "1-0 3-2"}, {"out": "Ann"}, True),
        ({"Ann": 0, "Bob": "1-0 3-2"}, {"out": "Ann", "tile_counts": {"Ann": 0}}, True),
        ({"Ann": 0, "Bob": "1-0 3-2"}, {"out": "Ann"}, False),
        ({"Bob": "1-0 3-2"}, {"out": "Ann"}, True),
        ({"Ann": 5, "Bob": "1-0 3-2"}, {"out": "Ann"}, False),
        ({"Ann": 5, "Bob": "1-0 3-2"}, {}, False),
        ({"Bob": "1-0 3-2"}, {}, False),
        ({"Bob": "1-0 3-2"}, {"event": "blocked", "out": "Ann"}, False),
    ],
)
def test_every_hand_must_be_known_by_its_tiles(held, facts, known):
    seats = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}
    assert reasons(held, **facts, **seats) == (["hands_parity"] if known else [])


@pytest.mark.parametrize(
    ("ends", "spinner", "changes", "possible"),
    [
        ((1, 1, 2, 2), 4, {}, True),
        ((1, 1, 1, 2), 4, {}, False),
        ((4, 4, 4), 4, {}, True),
        ((1, 2), 4, NINE, False),
        ((1, 2, 3, 5), 4, NINE, True),
        ((1, 2), None, NINE, True),
    ],
)
def test_a_block_uses_up_whatever_could_be_played_to(ends, spinner, changes, possible):
    found = reasons({"Ann": 7, "Bob": 9}, "fives", changes, ends=ends, spinner=spinner)
    assert found == ([] if possible else ["ends_parity"])


@pytest.mark.parametrize(
    ("card", "ends", "spinner", "possible"),
    [
        ("draw", (0, 2), None, True),
        ("draw", (3, 2), None, False),
        ("fives", (0, 2), 4, True),
        ("fives", (0, 1), 4, True),
        ("fives", (4, 4), 4, False),
        ("fives", (2, 3, 4), 4, False),
        ("fives", (3, 2), None, True),
    ],
)
def test_one_unseen_tile_corrects_two_numbers(card, ends, spinner, possible):
    found = reasons({"Ann": "", "Bob": "1-0"}, card, out="Ann", boneyard=1, ends=ends, spinner=spinner)
    assert found == ([] if possible else ["ends_parity"])


@pytest.mark.parametrize(
    ("on_table", "ends", "spinner", "card", "reasons"),
    [
        ("1-1 4-1", (4, 1), 1, "fives", []),
        ("1-1", (1, 1), 1, "fives", []),
        ("1-1", (1,), 1, "fives", []),
        ("1-1", (4, 4), 1, "fives", ["ends_parity"]),
        ("1-1", (1, 1, 1), 1, "fives", ["ends_parity"]),
        ("1-1 4-1", (1, 4), 1, "fives", []),
        ("1-1 4-1", (4, 4), 1, "fives", ["ends_parity"]),
        ("4-1", (4, 1), None, "draw", []),
        ("4-1 5-4", (4, 1), None, "draw", ["ends_parity"]),
        ("4-1", (4, 1, 1), None, "draw", []),
    ],
)
def test_with_everything_else_in_a_hand_the_ends_are_known(on_table, ends, spinner, card, reasons):
    rest = tuple(tile for tile in TileSet(6).tiles if tile not in tiles(on_table))
    event = replace(
        report({"Ann": "", "Bob": ""}, out="Ann", ends=ends, spinner=spinner, boneyard=0),
        hands={"Ann": (), "Bob": rest},
    )
    assert [found.code for found in parity_problems(event, RuleCard.default(card))] == reasons


def test_an_unseen_tile_corrects_only_once():
    assert corrections(tiles("1-0"), 2) == set()
    assert corrections(tiles("1-0 2-1"), 2) == {0b101}
    assert corrections(tiles("1-0 3-3"), 1) == {0b11, 0}
