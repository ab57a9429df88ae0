"""Layouts: where a tile may go, what the ends count, and the sentence that refuses it."""

import pytest

from scorekeeper.rules.errors import IllegalPlay, RuleError
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.rules.tiles.topology import (
    connected,
    cross_possible,
    largest_flow,
    layout_problems,
    oriented,
)
from tests.rules.reports import line, tiles

T = Tile.parse


def laid(*plays, rule="none", highest=6):
    layout = Layout.empty(highest, rule)
    for play in plays:
        tile, at = play.split("@")
        layout = layout.play(T(tile), at)
    return layout


FULL = ("1-1@lead", "1-4@new", "1-2@new", "1-5@new", "1-3@new")


@pytest.mark.parametrize(
    ("plays", "rule", "count", "playable"),
    [
        ((), "none", 0, ()),
        (("5-3@lead",), "none", 8, (3, 5)),
        (("6-6@lead",), "none", 12, (6,)),
        (("6-6@L", "6-3@R"), "none", 15, (3, 6)),
        (("6-6@R", "6-3@R"), "none", 15, (3, 6)),
        (("6-6@lead",), "first_double", 12, (6,)),
        (("6-6@lead", "6-3@new"), "first_double", 15, (3, 6)),
        (("5-0@lead", "5-5@R", "5-2@new", "3-2@1", "5-4@new"), "first_double", 7, (0, 3, 4, 5)),
        (("5-0@lead", "5-5@R", "5-2@new"), "first_double", 2, (0, 2, 5)),
        (("5-0@lead", "0-0@L"), "lead_double_only", 5, (0, 5)),
        (("0-0@lead",), "lead_double_only", 0, (0,)),
        (("5-0@lead", "5-5@R", "5-1@R"), "lead_double_only", 1, (0, 1)),
        (("5-5@lead", "5-2@new", "5-1@new"), "lead_double_only", 3, (1, 2, 5)),
        (FULL, "first_double", 14, (2, 3, 4, 5)),
    ],
)
def test_the_ends_are_counted(plays, rule, count, playable):
    layout = laid(*plays, rule=rule)
    assert (layout.count, layout.playable) == (count, playable)


def test_a_tile_goes_wherever_it_matches():
    assert Layout.empty(6).moves(T("6-5")) == ("lead",)
    assert laid("6-5@lead").moves(T("6-5")) == ()
    assert laid("6-5@lead", "6-4@R").moves(T("5-4")) == ("L", "R")
    assert laid("5-5@lead", "5-4@new", rule="first_double").moves(T("5-1")) == ("new",)
    assert laid(*FULL, rule="first_double").moves(T("1-0")) == ()
    assert laid("6-5@lead").moves(Tile.of(7, 6)) == ()


def no_match(tile, number):
    return "end_does_not_match", f"{tile} does not match the {number} that is open there."


def no_place(at):
    return "no_such_place", f"There is no place “{at}” on this layout now."


@pytest.mark.parametrize(
    ("plays", "rule", "tile", "at", "code", "sentence"),
    [
        (("6-5@lead",), "none", "7-5", "L", "tile_not_in_set", "7-5 is not in a double-six set."),
        (("6-5@lead",), "none", "6-5", "R", "already_played", "6-5 is already on the table."),
        (("6-5@lead",), "none", "4-3", "R", *no_match("4-3", 6)),
        (("6-5@lead",), "none", "4-3", "L", *no_match("4-3", 5)),
        (("6-5@lead",), "none", "6-4", "new", *no_place("new")),
        ((), "none", "6-4", "0", *no_place("0")),
        (FULL, "first_double", "1-0", "new", "fifth_arm", "All four sides of the spinner are covered."),
        (FULL, "first_double", "6-0", "2", *no_match("6-0", 5)),
        (("1-1@lead",), "first_double", "6-0", "new", *no_match("6-0", 1)),
        (("1-1@lead",), "first_double", "1-0", "", *no_place("")),
    ],
)
def test_an_illegal_play_is_refused_with_its_reason(plays, rule, tile, at, code, sentence):
    with pytest.raises(IllegalPlay) as refused:
        laid(*plays, rule=rule).play(T(tile), at)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


def test_where_every_double_is_a_spinner_no_layout_is_kept():
    with pytest.raises(RuleError, match="by hand"):
        Layout.empty(6, "all_doubles")


def test_a_line_turns_round_its_spinner():
    left = laid("5-0@lead", "6-5@R", "0-0@L", rule="first_double")
    right = laid("5-0@lead", "6-0@L", "5-5@R", rule="first_double")
    assert left.arms == (((0, 5), (5, 6)),)
    assert right.arms == (((5, 0), (0, 6)),)


@pytest.mark.parametrize(
    ("plays", "rule", "places"),
    [
        ((), "none", ("lead",)),
        (("5-0@lead",), "none", ("L", "R")),
        (("5-5@lead", "5-2@new"), "first_double", ("0", "new")),
        (FULL, "first_double", ("0", "1", "2", "3")),
    ],
)
def test_the_places_of_a_layout(plays, rule, places):
    assert laid(*plays, rule=rule).places == places


def test_a_finished_cross_is_the_one_that_was_played():
    assert laid("5-5@lead", "5-2@new", rule="first_double") == Layout.from_cross(6, 5, [[(5, 2)]])


def test_a_record_may_write_its_tiles_either_way():
    assert oriented(line("5-3", "5-1")).line == ((3, 5), (5, 1))
    assert oriented(Layout.from_cross(6, 1, [[(4, 1), (2, 4)]])).arms == (((1, 4), (4, 2)),)
    assert oriented(line("5-3", "6-1")).line == ((5, 3), (6, 1))


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (line("7-1"), "7-1 (the table) is not in a double-six set."),
        (line("1-2", "2-3", "2-5"), "These tiles do not meet end to end: check the line."),
        (line("1-2", "3-4"), "2-1 and 4-3 lie side by side but share no number."),
        (Layout.from_cross(6, 1, [[(1, n)] for n in (0, 2, 3, 4, 5)]), "A spinner has four sides, not more."),
        (Layout.from_cross(6, 1, [[(2, 3)]]), "Every arm begins with a tile that shows the spinner’s 1."),
    ],
)
def test_an_impossible_layout_says_where(layout, message):
    assert [(found.message, found.field) for found in layout_problems(layout)] == [(message, "layout")]


def test_tiles_are_connected_or_not():
    assert connected(())
    assert connected(tiles("6-5 4-3 5-4"))
    assert not connected(tiles("6-5 4-3"))


@pytest.mark.parametrize(
    ("held", "spinner", "ends", "possible"),
    [
        ("1-1 1-4 1-2", 1, (4, 2), True),
        ("1-1", 1, (), True),
        ("1-1 1-4", 1, (), False),
        ("1-4 1-2", 1, (4, 2), False),
        ("1-1 1-4 3-2", 1, (4, 2), False),
        ("1-1 1-4 1-2", 1, (4, 3), False),
        # An arm that comes back to the spinner's number needs two of its halves.
        ("1-1 1-4 4-3 3-1", 1, (1,), True),
        ("1-1 1-4 1-2 2-3 3-4", 1, (1, 1), False),
        # The parities are right, yet only one trail leads out of the 4 to both ends.
        ("1-1 1-4 4-2 4-3 1-5 5-6 6-1", 1, (2, 3), False),
    ],
)
def test_a_cross_is_possible_exactly_if_its_trails_are(held, spinner, ends, possible):
    assert cross_possible(tiles(held), spinner, ends) == possible


def test_a_trail_may_have_to_give_way_to_another():
    # The first trail found, 0-1-4, must be undone in part so that both ends can be reached.
    assert largest_flow(tiles("1-0 2-0 4-1 2-1 3-1 4-2"), 0, (4, 3)) == 2
    assert largest_flow(tiles("5-0 3-2 3-0 5-2 5-1"), 0, (1, 2)) == 2
    assert largest_flow(tiles("1-0 3-1 4-1 5-5"), 0, (3, 4)) == 1
    # Both trails would need the 4-2.
    assert largest_flow(tiles("5-4 4-2 2-1"), 4, (5, 1, 2)) == 2


@pytest.mark.parametrize(
    ("plays", "read"),
    [
        (("6-6@lead",), (6, 6)),
        (("6-6@lead", "6-4@new"), (4, 6)),
        (("6-6@lead", "6-4@new", "6-1@new"), (4, 1)),
        (("6-4@lead", "4-4@L"), (6, 4)),
        (("6-4@lead",), (4, 6)),
    ],
)
def test_a_bare_spinner_is_read_as_an_end(plays, read):
    assert laid(*plays, rule="first_double").ends_read == read
