"""A report for every fault: of the players, of the hands, of the ending; of the layout and its ends."""

from scorekeeper.rules.rounds.in_progress import Knock
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import BOTH, case, hands, line

T, CROSSED = Tile.parse, {"ends": (1, 1, 1), "spinner": 4}
BLANK_50, ONE_EACH = {"double_blank_value": 50}, {"Ann": 1, "Bob": 1}


def fault(code, words, *held, **facts):
    """The code, words of its sentence, and the report that has it."""
    return code, words, case(*held, **facts)


def ann_out(code, words, *card, **facts):
    """Ann chipped out, and Bob holds 5-2."""
    return fault(code, words, hands("", "5-2"), *card, out="Ann", **facts)


FAULTS = [
    fault("players_count", "2, 3 or 4 players, not 5", dict.fromkeys("ABCDE", 1), deal=5),
    fault("players_count", "two or more players, not 1", {"Ann": 4}, "draw", {"set": 9}),
    fault("players_count", "not 2", hands(4, 5), players=("Ann", "Bob", "Ann")),
    fault("deal_exceeds_set", "4 players with 8 tiles", dict.fromkeys("ABCD", 3), "block", deal=8),
    fault("bad_teams", "one team", hands(4, 5), sides=(("Ann",), ("Ann", "Bob"))),
    fault("unknown_player", "Zoe is not playing", hands(4, 5), out="Zoe"),
    fault(
        "hand_missing",
        "what Bob still holds",
        {"Ann": ""},
        players=("Ann", "Bob"),
        sides=(("Ann",), ("Bob",)),
        out="Ann",
    ),
    fault("event_missing", "somebody is out or", hands(4, 5), event=None),
    fault("tile_not_in_set", "7-0 (Bob)", hands("", "7-0"), out="Ann"),
    fault("tile_not_in_set", "7-1 (the table)", hands("", "6-0"), out="Ann", layout=line("7-1")),
    fault("duplicate_tile_in_hand", "Bob has 5-2 twice", hands("", "5-2 2-5"), out="Ann"),
    fault("duplicate_tile_across_hands", "Bob and Cy both", hands("", "5-2", "2-5"), out="Ann"),
    fault("too_many_tiles", "2 at most", hands("", "5-2 1-1 0-0"), "block", out="Ann", deal=2),
    fault("too_many_tiles", "1 at most", hands("", "5-2 1-1"), "block", out="Ann", deal=2, leader="Bob"),
    fault("too_many_tiles", "3 at most", hands("", "5-2 1-1 3-3 3-4"), out="Ann", deal=2, boneyard=23),
    fault("foul_not_agreed", "no round by a foul", hands(4, 5), event="foul"),
    fault(
        "foul_not_agreed",
        "no round by a foul",
        hands(4, 5, 6),
        "draw",
        {"foul": "won"},
        event="foul",
        out="Bob",
    ),
    fault(
        "foul_names_nobody", "name nobody", hands(4, 5), "draw", {"foul": "replayed"}, event="foul", out="Bob"
    ),
    fault("out_player_missing", "Say who", hands(4, 5), event="out"),
    fault("nobody_empty", "Nobody’s hand", hands(4, 5), out="Ann"),
    fault("out_player_has_tiles", "Ann cannot be out and", hands(4, 5), out="Ann"),
    fault("multiple_empty_hands", "only one player", hands("", ""), out="Ann"),
    fault(
        "multiple_empty_hands", "only one pair", hands("", "", "", ""), "block", BOTH, out="Ann", pairs=True
    ),
    fault(
        "partner_not_out",
        "Ann is out but Cy still holds a tile: both partners must go out.",
        hands("", "1-1", "4-4", ""),
        "block",
        BOTH,
        out="Ann",
        pairs=True,
    ),
    fault(
        "partner_not_out",
        "Cy still holds 2 tiles",
        hands("", "1-1", "4-4 4-3", ""),
        "block",
        BOTH,
        out="Ann",
        pairs=True,
    ),
    fault("partner_not_out", "Cy still holds tiles", hands(0, 3, 8, 0), "block", BOTH, out="Ann", pairs=True),
    ann_out(
        "last_tile_elsewhere",
        "The last tile was Bob’s, by the plays of this round",
        "threes_fives",
        last_tile=1,
    ),
    fault(
        "last_tile_elsewhere",
        "The last tile was Bob & Dee’s",
        hands(3, 5, 4, 8),
        "threes_fives",
        last_tile=1,
        pairs=True,
    ),
    fault("blocked_but_empty_hand", "Ann has no tile left", hands("", "5-2")),
    fault("blocked_but_team_out", "Ann and Cy", hands(0, 3, 0, 5), "block", BOTH, pairs=True),
    fault("boneyard_not_exhausted", "4 tiles can still", hands("5-5", "2-2"), boneyard=4),
    fault(
        "boneyard_not_exhausted",
        "2 tiles can still",
        hands("5-5", "2-2"),
        "draw",
        {"boneyard_reserve": 2},
        boneyard=4,
    ),
    fault("pips_out_of_range", "Bob cannot have -4 pips", hands(0, -4), out="Ann"),
    fault("pips_out_of_range", "Bob cannot have 154 pips.", hands(0, 154), out="Ann"),
    fault("pips_out_of_range", "on 1 tile, only 0 to 12", hands(0, 13), out="Ann", tile_counts={"Bob": 1}),
    fault("pips_out_of_range", "9 pips", hands(0, 9), out="Ann", tile_counts={"Bob": 29}),
    ann_out("pips_out_of_range", "the tiles show 7", pips={"Bob": 8}),
    fault(
        "pips_joint_out_of_range",
        "24 pips on 2 tiles",
        hands(0, 12, 12),
        out="Ann",
        tile_counts={"Ann": 0, "Bob": 1, "Cy": 1},
    ),
    fault("pips_joint_out_of_range", "166 pips", hands(83, 83), "draw", {"boneyard_reserve": 2}),
    fault("pips_out_of_range", "Cy cannot have 0 pips.", hands(0, 7, 0), "draw", BLANK_50, out="Ann"),
    fault(
        "pips_out_of_range", "5 pips on 0 tiles, only 0 to 0", hands(5, 9), out="Ann", tile_counts={"Ann": 0}
    ),
    fault(
        "pips_out_of_range",
        "51 pips on 1 tile, only 1 to 50",
        hands(0, 51),
        "draw",
        BLANK_50,
        out="Ann",
        tile_counts={"Bob": 1},
    ),
    fault(
        "pips_out_of_range",
        "Bob cannot have 30 pips on 1 tile.",
        hands(0, 30),
        "draw",
        BLANK_50,
        out="Ann",
        ends=(1, 4),
        tile_counts={"Bob": 1},
    ),
    fault(
        "pips_out_of_range",
        "Ann cannot have 0 pips on 1 tile here.",
        hands(0, 11),
        "block",
        ends=(0, 0),
        tile_counts=ONE_EACH,
    ),
    fault(
        "pips_out_of_range",
        "Bob cannot have 12 pips on 1 tile here.",
        hands(1, 12),
        "block",
        ends=(6, 6),
        tile_counts=ONE_EACH,
    ),
    fault(
        "pips_joint_out_of_range", "120 pips on 29 tiles", hands(60, 60), tile_counts={"Ann": 14, "Bob": 15}
    ),
    fault("two_zero_hands", "Ann and Bob", hands(0, "0-0")),
    fault(
        "two_zero_hands", "Ann and Bob", hands(0, 0, 3, 5), "block", BOTH, pairs=True, tile_counts=ONE_EACH
    ),
    fault("two_zero_hands", "Bob and Cy", hands(0, 0, 0), out="Ann"),
    fault("two_zero_hands", "cannot all hold", hands(0, 0, 0)),
    fault("pips_parity", "19 pips", hands(7, 12), boneyard=0),
    fault(
        "pips_parity",
        "18 pips here, only to an odd number: check the hands, the ends and the sleepers.",
        hands(6, 12),
        "block",
        boneyard=0,
        ends=(1, 2),
    ),
    fault("pips_parity", "18 pips", hands(6, "6-6"), "fives", boneyard=0, ends=(1, 2, 2, 2), spinner=5),
    ann_out("tile_in_hand_and_layout", "Bob holds 5-2", layout=line("2-5")),
    fault("tile_in_hand_and_layout", "Bob holds 5-5", hands("", "5-5"), "fives", out="Ann", spinner=5),
    ann_out("tile_in_hand_and_layout", "Bob holds 5-2", "fives", seen=frozenset({Tile.of(2, 5)})),
    fault(
        "knocked_with",
        "Bob holds 5-2",
        hands("", "6-6 5-2"),
        "threes_fives",
        out="Ann",
        knocks=(Knock("Ann", (6,)), Knock("Bob", (2, 3))),
    ),
    fault(
        "higher_double_unplayed", "Bob holds 5-5", hands("", "5-5"), "block", out="Ann", lead_tile=T("4-4")
    ),
    fault(
        "higher_double_unplayed",
        "Bob holds 1-1",
        hands("", "1-1"),
        out="Ann",
        lead_tile=T("6-5"),
        boneyard=14,
    ),
    ann_out("lead_not_in_layout", "4-4 led", "block", layout=line("6-6"), lead_tile=T("4-4")),
    ann_out("layout_mismatch", "5-3 and 6-4 lie side by side", layout=line("3-5", "4-6")),
    ann_out("layout_mismatch", "spinner’s 1", "fives", layout=Layout.from_cross(6, 1, [[(2, 3)]])),
    ann_out("layout_mismatch", "3-2 and 6-4", "fives", layout=Layout.from_cross(6, 3, [[(3, 2), (4, 6)]])),
    ann_out("duplicate_tile_in_layout", "5-3 lies", layout=line("3-5", "5-3")),
    ann_out("ends_mismatch", "ends in 3 and 1, not in 3 and 2", layout=line("3-5", "5-1"), ends=(3, 2)),
    ann_out("ends_mismatch", "two open ends", ends=(3, 2, 1)),
    ann_out("ends_mismatch", "one for each arm", "fives", ends=()),
    ann_out("tile_count_mismatch", "Bob’s hand shows 1", tile_counts={"Bob": 2}),
    ann_out("tile_count_mismatch", "leaves at most 14 tiles in the boneyard, not 15", boneyard=15),
    ann_out("tile_count_mismatch", "leaves 12 tiles in the sleepers, not 3", "block", boneyard=3),
    ann_out("tile_count_mismatch", "make 4 tiles, not 28", boneyard=2, layout=line("1-1")),
    fault(
        "tile_count_mismatch", "none of the 28", hands(60, 60), boneyard=0, tile_counts={"Ann": 14, "Bob": 14}
    ),
    ann_out("end_not_in_set", "shows 9", ends=(9, 2), boneyard=0),
    fault("blocked_but_playable", "Bob can still play 5-2", hands("1-1", "5-2"), ends=(5, 5)),
    fault(
        "blocked_but_playable", "Bob can still play 6-1", hands("3-3", "6-1"), "fives", ends=(5, 5), spinner=1
    ),
    fault(
        "ends_parity",
        "check the hands, the ends and the boneyard",
        hands("", "1-0 2-1"),
        out="Ann",
        boneyard=0,
        ends=(0, 3),
    ),
    fault("ends_parity", "end in 1", hands("", "1-0 2-1"), "fives", out="Ann", boneyard=0, **CROSSED),
    fault("ends_parity", "end in 1", hands("", "1-0 2-1 6-5 4-3"), "fives", out="Ann", boneyard=1, **CROSSED),
    fault("ends_parity", "end in 6 and 5", hands(7, 12), boneyard=0, ends=(6, 5)),
    fault("hands_parity", "one layout", hands("", "1-0 3-2"), out="Ann", boneyard=0),
    fault("hands_parity", "one layout", hands("4-5", "1-0"), boneyard=0),
    fault("hands_parity", "one layout", hands("5-4", "1-0 3-2"), boneyard=1),
]
