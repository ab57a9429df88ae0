"""The judge: every reason is reached, said in a sentence, and never an exception."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from scorekeeper.rules.cards import RuleCard
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.parity import corrections, parity_problems
from scorekeeper.rules.problems import CODES
from scorekeeper.rules.tiles import Tile, tiles_of
from scorekeeper.rules.told import Knock
from tests.rules.claims import PAIRS, claim, codes, judged, line, tiles

BOTH = {"both_must_chip_out": True}
CROSS = Layout.from_cross(6, 1, [[(1, 4)], [(1, 2)]])

# code, what its sentence holds, the hands, the card, its changes, further facts
REACHED = [
    ("players_count", "2, 3 or 4 players, not 5", dict.fromkeys("ABCDE", 1), "draw", {}, {"deal": 5}),
    ("players_count", "two or more players, not 1", {"Ann": 4}, "draw", {"set": 9}, {}),
    ("players_count", "not 2", {"Ann": 4, "Bob": 5}, "draw", {}, {"players": ("Ann", "Bob", "Ann")}),
    ("deal_exceeds_set", "4 players with 8 tiles", dict.fromkeys("ABCD", 3), "block", {}, {"deal": 8}),
    ("bad_teams", "one team", {"Ann": 4, "Bob": 5}, "draw", {}, {"sides": (("Ann",), ("Ann", "Bob"))}),
    ("unknown_player", "Zoe is not playing", {"Ann": 4, "Bob": 5}, "draw", {}, {"out": "Zoe"}),
    (
        "hand_missing",
        "what Bob still holds",
        {"Ann": ""},
        "draw",
        {},
        {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",)), "out": "Ann"},
    ),
    ("event_missing", "chipped out or", {"Ann": 4, "Bob": 5}, "draw", {}, {"event": None}),
    ("tile_not_in_set", "7-0 (Bob)", {"Ann": "", "Bob": "7-0"}, "draw", {}, {"out": "Ann"}),
    (
        "tile_not_in_set",
        "7-1 (the table)",
        {"Ann": "", "Bob": "6-0"},
        "draw",
        {},
        {"out": "Ann", "layout": line("7-1")},
    ),
    (
        "duplicate_tile_in_hand",
        "Bob has 5-2 twice",
        {"Ann": "", "Bob": "5-2 2-5"},
        "draw",
        {},
        {"out": "Ann"},
    ),
    (
        "duplicate_tile_across_hands",
        "Bob and Cy both",
        {"Ann": "", "Bob": "5-2", "Cy": "2-5"},
        "draw",
        {},
        {"out": "Ann"},
    ),
    (
        "too_many_tiles",
        "2 at most",
        {"Ann": "", "Bob": "5-2 1-1 0-0"},
        "block",
        {},
        {"out": "Ann", "deal": 2},
    ),
    (
        "too_many_tiles",
        "1 at most",
        {"Ann": "", "Bob": "5-2 1-1"},
        "block",
        {},
        {"out": "Ann", "deal": 2, "leader": "Bob"},
    ),
    (
        "too_many_tiles",
        "3 at most",
        {"Ann": "", "Bob": "5-2 1-1 3-3 3-4"},
        "draw",
        {},
        {"out": "Ann", "deal": 2, "boneyard": 23},
    ),
    ("out_player_missing", "Say who", {"Ann": 4, "Bob": 5}, "draw", {}, {"event": "out"}),
    ("nobody_empty", "Nobody’s hand", {"Ann": 4, "Bob": 5}, "draw", {}, {"out": "Ann"}),
    ("out_player_has_tiles", "Ann chipped out but", {"Ann": 4, "Bob": 5}, "draw", {}, {"out": "Ann"}),
    ("multiple_empty_hands", "only one player", {"Ann": "", "Bob": ""}, "draw", {}, {"out": "Ann"}),
    (
        "multiple_empty_hands",
        "only one pair",
        {"Ann": "", "Bob": "", "Cy": "", "Dee": ""},
        "block",
        BOTH,
        {"out": "Ann", "pairs": True},
    ),
    (
        "partner_not_out",
        "Ann is out but Cy still holds a tile: both partners must chip out.",
        {"Ann": "", "Bob": "1-1", "Cy": "4-4", "Dee": ""},
        "block",
        BOTH,
        {"out": "Ann", "pairs": True},
    ),
    (
        "partner_not_out",
        "Cy still holds 2 tiles",
        {"Ann": "", "Bob": "1-1", "Cy": "4-4 4-3", "Dee": ""},
        "block",
        BOTH,
        {"out": "Ann", "pairs": True},
    ),
    (
        "partner_not_out",
        "Cy still holds tiles",
        {"Ann": 0, "Bob": 3, "Cy": 8, "Dee": 0},
        "block",
        BOTH,
        {"out": "Ann", "pairs": True},
    ),
    ("blocked_but_empty_hand", "Ann has no tile left", {"Ann": "", "Bob": "5-2"}, "draw", {}, {}),
    (
        "blocked_but_team_out",
        "Ann and Cy",
        {"Ann": 0, "Bob": 3, "Cy": 0, "Dee": 5},
        "block",
        BOTH,
        {"pairs": True},
    ),
    (
        "boneyard_not_exhausted",
        "4 tiles can still",
        {"Ann": "5-5", "Bob": "2-2"},
        "draw",
        {},
        {"boneyard": 4},
    ),
    (
        "boneyard_not_exhausted",
        "2 tiles can still",
        {"Ann": "5-5", "Bob": "2-2"},
        "draw",
        {"boneyard_reserve": 2},
        {"boneyard": 4},
    ),
    (
        "tile_in_hand_and_layout",
        "Bob holds 5-2",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "layout": line("2-5")},
    ),
    (
        "tile_in_hand_and_layout",
        "Bob holds 5-5",
        {"Ann": "", "Bob": "5-5"},
        "fives",
        {},
        {"out": "Ann", "spinner": 5},
    ),
    (
        "tile_in_hand_and_layout",
        "Bob holds 5-2",
        {"Ann": "", "Bob": "5-2"},
        "fives",
        {},
        {"out": "Ann", "seen": frozenset({Tile.of(2, 5)})},
    ),
    (
        "knocked_with",
        "Bob holds 5-2",
        {"Ann": "", "Bob": "6-6 5-2"},
        "threes_fives",
        {},
        {"out": "Ann", "knocks": (Knock("Ann", (6,)), Knock("Bob", (2, 3)))},
    ),
    (
        "higher_double_unplayed",
        "Bob holds 5-5",
        {"Ann": "", "Bob": "5-5"},
        "block",
        {},
        {"out": "Ann", "lead_tile": Tile.of(4, 4)},
    ),
    (
        "higher_double_unplayed",
        "Bob holds 1-1",
        {"Ann": "", "Bob": "1-1"},
        "draw",
        {},
        {"out": "Ann", "lead_tile": Tile.of(6, 5), "boneyard": 14},
    ),
    (
        "lead_not_in_layout",
        "4-4 led",
        {"Ann": "", "Bob": "5-2"},
        "block",
        {},
        {"out": "Ann", "layout": line("6-6"), "lead_tile": Tile.of(4, 4)},
    ),
    (
        "layout_mismatch",
        "5-3 and 6-4 lie side by side",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "layout": line("3-5", "4-6")},
    ),
    (
        "layout_mismatch",
        "spinner’s 1",
        {"Ann": "", "Bob": "5-2"},
        "fives",
        {},
        {"out": "Ann", "layout": Layout.from_cross(6, 1, [[(2, 3)]])},
    ),
    (
        "layout_mismatch",
        "3-2 and 6-4",
        {"Ann": "", "Bob": "5-2"},
        "fives",
        {},
        {"out": "Ann", "layout": Layout.from_cross(6, 3, [[(3, 2), (4, 6)]])},
    ),
    (
        "duplicate_tile_in_layout",
        "5-3 lies",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "layout": line("3-5", "5-3")},
    ),
    (
        "ends_mismatch",
        "ends in 3 and 1, not in 3 and 2",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "layout": line("3-5", "5-1"), "ends": (3, 2)},
    ),
    (
        "ends_mismatch",
        "two open ends",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "ends": (3, 2, 1)},
    ),
    ("ends_mismatch", "one for each arm", {"Ann": "", "Bob": "5-2"}, "fives", {}, {"out": "Ann", "ends": ()}),
    (
        "tile_count_mismatch",
        "Bob's hand shows 1",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "tile_counts": {"Bob": 2}},
    ),
    (
        "tile_count_mismatch",
        "leaves at most 14 tiles in the boneyard, not 15",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "boneyard": 15},
    ),
    (
        "tile_count_mismatch",
        "leaves 12 tiles in the sleepers, not 3",
        {"Ann": "", "Bob": "5-2"},
        "block",
        {},
        {"out": "Ann", "boneyard": 3},
    ),
    (
        "tile_count_mismatch",
        "make 4 tiles, not 28",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "boneyard": 2, "layout": line("1-1")},
    ),
    (
        "tile_count_mismatch",
        "none of the 28",
        {"Ann": 60, "Bob": 60},
        "draw",
        {},
        {"boneyard": 0, "tile_counts": {"Ann": 14, "Bob": 14}},
    ),
    (
        "end_not_in_set",
        "shows 9",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "ends": (9, 2), "boneyard": 0},
    ),
    (
        "blocked_but_playable",
        "Bob can still play 5-2",
        {"Ann": "1-1", "Bob": "5-2"},
        "draw",
        {},
        {"ends": (5, 5)},
    ),
    (
        "blocked_but_playable",
        "Bob can still play 6-1",
        {"Ann": "3-3", "Bob": "6-1"},
        "fives",
        {},
        {"ends": (5, 5), "spinner": 1},
    ),
    (
        "ends_parity",
        "check tiles, ends or boneyard",
        {"Ann": "", "Bob": "1-0 2-1"},
        "draw",
        {},
        {"out": "Ann", "boneyard": 0, "ends": (0, 3)},
    ),
    (
        "ends_parity",
        "end in 1",
        {"Ann": "", "Bob": "1-0 2-1"},
        "fives",
        {},
        {"out": "Ann", "boneyard": 0, "ends": (1, 1, 1), "spinner": 4},
    ),
    (
        "ends_parity",
        "end in 1",
        {"Ann": "", "Bob": "1-0 2-1 6-5 4-3"},
        "fives",
        {},
        {"out": "Ann", "boneyard": 1, "ends": (1, 1, 1), "spinner": 4},
    ),
    ("ends_parity", "end in 6 and 5", {"Ann": 7, "Bob": 12}, "draw", {}, {"boneyard": 0, "ends": (6, 5)}),
    ("hands_parity", "one layout", {"Ann": "", "Bob": "1-0 3-2"}, "draw", {}, {"out": "Ann", "boneyard": 0}),
    ("hands_parity", "one layout", {"Ann": "4-5", "Bob": "1-0"}, "draw", {}, {"boneyard": 0}),
    ("hands_parity", "one layout", {"Ann": "5-4", "Bob": "1-0 3-2"}, "draw", {}, {"boneyard": 1}),
    ("pips_out_of_range", "Bob cannot have -4 pips", {"Ann": 0, "Bob": -4}, "draw", {}, {"out": "Ann"}),
    ("pips_out_of_range", "169 pips", {"Ann": 0, "Bob": 169}, "draw", {}, {"out": "Ann"}),
    (
        "pips_out_of_range",
        "on 1 tile, only 0 to 12",
        {"Ann": 0, "Bob": 13},
        "draw",
        {},
        {"out": "Ann", "tile_counts": {"Bob": 1}},
    ),
    (
        "pips_out_of_range",
        "on 1 tile here",
        {"Ann": 1, "Bob": 12},
        "block",
        {},
        {"ends": (0, 0), "tile_counts": {"Ann": 1, "Bob": 1}},
    ),
    (
        "pips_out_of_range",
        "9 pips",
        {"Ann": 0, "Bob": 9},
        "draw",
        {},
        {"out": "Ann", "tile_counts": {"Bob": 99}},
    ),
    (
        "pips_out_of_range",
        "the tiles show 7",
        {"Ann": "", "Bob": "5-2"},
        "draw",
        {},
        {"out": "Ann", "pips": {"Bob": 8}},
    ),
    (
        "pips_joint_out_of_range",
        "24 pips on 2 tiles",
        {"Ann": 0, "Bob": 12, "Cy": 12},
        "draw",
        {},
        {"out": "Ann", "tile_counts": {"Ann": 0, "Bob": 1, "Cy": 1}},
    ),
    ("pips_joint_out_of_range", "166 pips", {"Ann": 83, "Bob": 83}, "draw", {"boneyard_reserve": 2}, {}),
    ("two_zero_hands", "Ann and Bob", {"Ann": 0, "Bob": "0-0"}, "draw", {}, {}),
    ("two_zero_hands", "Bob and Cy", {"Ann": 0, "Bob": 0, "Cy": 0}, "draw", {}, {"out": "Ann"}),
    ("pips_parity", "19 pips", {"Ann": 7, "Bob": 12}, "draw", {}, {"boneyard": 0}),
    (
        "pips_parity",
        "18 pips",
        {"Ann": 6, "Bob": "6-6"},
        "fives",
        {},
        {"boneyard": 0, "ends": (1, 2, 2, 2), "spinner": 5},
    ),
]
BY_PLAYING = {"out_of_turn", "tile_not_held", "cannot_pass", "cannot_draw"}


@pytest.mark.parametrize(
    ("code", "words", "held", "card", "changes", "facts"),
    REACHED,
    ids=[f"{row[0]}: {row[1]}" for row in REACHED],
)
def test_a_fault_is_named_in_a_sentence(code, words, held, card, changes, facts):
    judgement = judged(held, card, changes, **facts)
    messages = [problem.message for problem in judgement.problems if problem.code == code]
    assert any(words in message for message in messages), judgement.problems
    assert judgement.refused == any(problem.certain for problem in judgement.problems)


@pytest.mark.parametrize(
    ("held", "card", "changes", "facts"),
    [row[2:] for row in REACHED],
    ids=[f"{row[0]}: {row[1]}" for row in REACHED],
)
def test_a_fault_is_about_those_whom_its_sentence_names(held, card, changes, facts):
    by_pips = tuple(name for name, hand in held.items() if isinstance(hand, int))
    for fault in judged(held, card, changes, **facts).problems:
        named = tuple(re.findall("Ann|Bob|Cy|Dee|Zoe", fault.message))
        of_all_pips = fault.code in ("pips_joint_out_of_range", "pips_parity")
        assert fault.players == (by_pips if of_all_pips else named), fault
        assert "None" not in fault.message
        assert fault.message[0] != " ", "a name is missing"


def test_every_reason_is_reached():
    assert {row[0] for row in REACHED} | BY_PLAYING == set(CODES)


def test_problems_are_shown_in_the_order_of_the_checks():
    judgement = judged({"Ann": "7-0 5-5", "Bob": "5-5"}, out="Ann", ends=(9, 9))
    assert codes(judgement) == [
        "tile_not_in_set",
        "duplicate_tile_across_hands",
        "nobody_empty",
        "out_player_has_tiles",
        "end_not_in_set",
    ]


def test_who_does_not_play_is_the_only_fault_of_a_stranger_who_chipped_out():
    assert codes(judged({"Ann": "", "Bob": "5-2"}, out="Zoe")) == ["unknown_player"]


def test_a_doubt_leaves_the_outcome_standing():
    judgement = judged({"Ann": 7, "Bob": 12}, boneyard=0)
    assert judgement.doubtful
    assert judgement.outcome.points == (5, 0)


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
def test_what_can_be_is_not_refused_as_impossible(held, card, changes, facts):
    assert codes(judged(held, card, changes, **facts)) == []


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
        ({"Ann": 0, "Bob": 9}, "threes_fives", {}, {"out": "Ann"}, (1, 0), "1 for chipping out"),
        (
            {"Ann": 0, "Bob": 9},
            "threes_fives",
            {"last_tile_bonus": 0},
            {"out": "Ann"},
            (0, 0),
            "nothing for chipping out",
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
    outcome = judged(held, card, changes, **facts).outcome
    assert outcome.points == points
    assert outcome.sum == words
    assert words in outcome.reason


def test_a_line_for_the_page_says_who_and_why():
    assert judged({"Ann": 5, "Bob": 18, "Cy": 12}).outcome.reason == "Ann took the block: (18 + 12) − 5 = 25"
    assert judged({"Ann": 0, "Bob": 9, "Cy": 3, "Dee": 1}, "draw", out="Ann", pairs=True).outcome.reason == (
        "Ann chipped out for Ann and Cy: 9 + 1 = 10"
    )
    assert judged({"Ann": 6, "Bob": 6}).outcome.reason == "Blocked, level on 6: nobody scores"


def test_no_hand_is_needed_where_no_pips_score():
    seats = {"players": ("Ann", "Bob"), "sides": (("Ann",), ("Bob",))}
    won = judged({}, "block", out="Ann", **seats)
    assert won.outcome.points == (1, 0)
    blocked = judged({}, "threes_fives", **seats)
    assert (blocked.outcome.winner, blocked.outcome.points) == (None, (0, 0))
    assert blocked.outcome.reason == "Blocked: nobody scores"


def test_a_claim_names_its_sides():
    entered = claim({"Ann": 0, "Bob": 9, "Cy": 3, "Dee": 1}, out="Ann", pairs=True)
    assert entered.sides == PAIRS
    assert entered.side_name(1) == "Bob and Dee"
    assert entered.side_of("Zoe") is None


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
    rest = tuple(tile for tile in tiles_of(6) if tile not in tiles(on_table))
    told = replace(
        claim({"Ann": "", "Bob": ""}, out="Ann", ends=ends, spinner=spinner, boneyard=0),
        hands={"Ann": (), "Bob": rest},
    )
    assert [found.code for found in parity_problems(told, RuleCard.default(card))] == reasons


def test_pips_that_agree_with_the_tiles_are_no_fault():
    assert codes(judged({"Ann": "", "Bob": "5-2"}, out="Ann", pips={"Bob": 7})) == []


def test_a_missing_hand_is_the_only_fault_that_follows_from_it():
    seats = {"players": ("Ann", "Bob", "Cy"), "sides": (("Ann",), ("Bob",), ("Cy",))}
    assert codes(judged({"Ann": 7, "Bob": 12}, boneyard=0, **seats)) == ["hand_missing"]


def test_an_unseen_tile_corrects_only_once():
    assert corrections(tiles("1-0"), 2) == set()
    assert corrections(tiles("1-0 2-1"), 2) == {0b101}
    assert corrections(tiles("1-0 3-3"), 1) == {0b11, 0}
