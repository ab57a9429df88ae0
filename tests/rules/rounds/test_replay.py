"""A recorded round is checked move by move."""

from dataclasses import replace

import pytest

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.validate import Move, play_through
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.reports import report, tiles

T = Tile.parse
# Ann holds 6-6 and 6-5, Bob 5-5 and 4-4: Ann leads 6-6, Bob draws 3-3 and passes, Ann plays out.
MOVES = (Move("Ann", T("6-6"), "lead"), Move("Bob", drawn=T("3-3")), Move("Bob"), Move("Ann", T("6-5"), "R"))
END = report({"Ann": "", "Bob": "5-5 4-4 3-3"}, out="Ann", leader="Ann", lead_tile=T("6-6"), deal=2)
CARD = RuleCard.default("draw", lead_rule="any")


def faults(moves=MOVES, end=END, card=CARD, boneyard=()):
    return [(p.code, p.message) for p in play_through(end, card, moves, boneyard).problems]


def test_a_sound_round_has_no_faults():
    assert faults() == []
    assert play_through(END, CARD, MOVES, ()).out == "Ann"


def with_move(at, move):
    return (*MOVES[:at], move, *MOVES[at + 1 :])


@pytest.mark.parametrize(
    ("moves", "changes", "message"),
    [
        (with_move(2, Move("Ann")), {}, "It was not Ann’s turn: Bob was next."),
        ((*MOVES, Move("Bob")), {}, "It was not Bob’s turn: nobody was next."),
        (MOVES, {"leader": "Bob"}, "It was not Ann’s turn: Bob was next."),
        (with_move(3, Move("Ann", T("6-5"), "L7")), {}, "There is no place “L7”"),
        (
            (Move("Ann", T("6-6"), "lead"), Move("Bob", T("6-5"), "R"), Move("Ann", T("6-5"), "L")),
            {},
            "6-5 is already on the table.",
        ),
        (
            (MOVES[0], Move("Bob"), Move("Ann", T("6-5"), "R")),
            {"hands": {"Ann": (), "Bob": tiles("6-1 4-4")}},
            "Bob could not pass: 6-1 fits.",
        ),
        (MOVES, {"hands": {"Ann": (), "Bob": tiles("6-1 4-4 3-3")}}, "Bob could not draw: 6-1 fits."),
        (MOVES, {"lead_tile": T("1-1")}, "1-1 led but"),
        (MOVES, {"deal": 3}, "Ann began with 2 tiles, not 3."),
        ((*MOVES, Move("Zoe")), {}, "Zoe is not playing"),
    ],
)
def test_a_wrong_move_is_named(moves, changes, message):
    found = faults(moves, replace(END, **changes))
    assert any(message in said for _, said in found), found


def test_who_began_with_a_wrong_number_of_tiles_has_that_hand_marked():
    problems = play_through(replace(END, deal=3), CARD, MOVES, ()).problems
    assert [(problem.players, problem.field) for problem in problems] == [
        (("Ann",), "hand"),
        (("Bob",), "hand"),
    ]


def test_the_boneyard_must_be_drawn_before_passing():
    assert ("cannot_pass", "Bob could not pass: there were tiles to draw.") in faults(boneyard=tiles("1-1"))


def test_drawing_needs_a_rule_and_a_tile():
    assert faults(card=RuleCard.default("block", lead_rule="any"))[0] == (
        "cannot_draw",
        "Bob could not draw: these rules have no drawing.",
    )
    assert faults(card=CARD.but(boneyard_reserve=1))[0] == (
        "cannot_draw",
        "Bob could not draw: no tile was left to draw.",
    )


def test_a_tile_is_played_once_from_one_hand():
    moves = (
        Move("Ann", T("6-6"), "lead"),
        Move("Bob", T("6-5"), "R"),
        Move("Ann", T("6-5"), "L"),
        Move("Bob", T("6-5"), "L"),
    )
    assert ("tile_not_held", "Bob did not hold 6-5.") in faults(moves)


def test_a_tile_that_does_not_fit_is_the_fault_of_who_played_it():
    problems = play_through(END, CARD, with_move(3, Move("Ann", T("6-5"), "L7")), ()).problems
    assert [problem.players for problem in problems if problem.code == "layout_mismatch"] == [("Ann",)]


def test_nobody_is_next_where_nobody_holds_a_tile():
    end = replace(END, hands={"Ann": (), "Bob": ()}, deal=1)
    moves = (Move("Ann", T("6-6"), "lead"), Move("Bob", T("6-5"), "R"))
    assert faults(moves, end) == [("out_of_turn", "It was not Bob’s turn: nobody was next.")]


def test_nothing_is_known_without_moves():
    event = play_through(replace(END, leader=None, deal=None), CARD, (), ())
    assert (event.out, event.problems, event.layout.tiles) == (None, (), ())


def test_the_leader_may_follow_from_the_first_move():
    assert faults(end=replace(END, leader=None)) == []
    turned = replace(END, leader=None, players=("Bob", "Ann"))
    assert faults(end=turned) == []
