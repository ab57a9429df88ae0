"""A ladder’s places; promotion and relegation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cups import in_reach, order_after, verify_challenge
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.table import DivisionMove, next_divisions, proposed

ORDER = tuple("abcde")


@pytest.mark.parametrize(
    ("challenges", "order"),
    [
        ([], "abcde"),
        ([("c", "a", True)], "cbade"),
        ([("c", "a", False)], "abcde"),
        ([("c", "a", True), ("d", "a", True)], "cbdae"),
        ([("c", "a", True), ("c", "a", True)], "cbade"),  # stands above already
        ([("x", "a", True), ("c", "x", True)], "abcde"),  # somebody who has left
    ],
)
def test_whoever_beats_somebody_above_swaps_places_with_them(challenges, order):
    assert order_after(ORDER, [(one, other) for one, other, won in challenges if won]) == tuple(order)


def test_challenges_count_in_the_order_in_which_they_were_played():
    up = [("e", "c"), ("e", "a"), ("b", "e")]
    assert order_after(ORDER, up) == tuple("beadc")
    assert order_after(ORDER, up[::-1]) == tuple("ebcda")


def test_two_alone_on_a_ladder_swap_places():
    assert order_after("ab", [("b", "a")]) == ("b", "a")


@given(st.lists(st.tuples(st.sampled_from("abcdefx"), st.sampled_from("abcdefx"), st.booleans())))
def test_nobody_is_lost(played):
    order = order_after("abcdef", [(one, other) for one, other, won in played if won])
    assert sorted(order) == list("abcdef")


@pytest.mark.parametrize(
    ("challenger", "reach", "busy", "above"),
    [
        ("d", 2, (), "bc"),
        ("d", 9, (), "abc"),
        ("d", 2, ("c",), "b"),
        ("d", 2, ("d",), ""),
        ("a", 2, (), ""),
        ("x", 2, (), ""),
    ],
)
def test_who_can_be_challenged(challenger, reach, busy, above):
    assert in_reach(ORDER, challenger, reach, busy) == list(above)


@pytest.mark.parametrize(
    ("pair", "reach", "busy", "sentence"),
    [
        (("d", "a"), 2, (), "A challenge goes to somebody above, at most 2 places."),
        (("a", "d"), 9, (), "A challenge goes to somebody above, at most 9 places."),
        (("c", "a"), 1, (), "A challenge goes to somebody above, at most 1 place."),
        (("d", "c"), 2, ("c",), "One of the two has a challenge to play already."),
        (("d", "c"), 2, ("d",), "One of the two has a challenge to play already."),
    ],
)
def test_a_challenge_out_of_reach_is_refused(pair, reach, busy, sentence):
    with pytest.raises(RuleError) as refused:
        verify_challenge(ORDER, pair, reach, busy)
    assert (refused.value.code, str(refused.value)) == ("bad_challenge", sentence)
    verify_challenge(ORDER, ("d", "c"), 1)


NAMES = ("Premier", "One", "Two")
TABLES = (("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k"))


def test_two_up_and_two_down_between_every_two_divisions():
    moves = proposed(NAMES, TABLES, 2)
    assert [move.team for move in moves if move.up] == ["e", "f", "i", "j"]
    assert [move.team for move in moves if not move.up] == ["c", "d", "g", "h"]
    assert next_divisions(TABLES, moves) == (("a", "b", "e", "f"), ("c", "d", "i", "j"), ("k", "g", "h"))


def test_who_has_left_goes_nowhere():
    moves = proposed(NAMES, TABLES, 1, gone=["d", "e"])
    assert moves[:2] == (DivisionMove("c", 0, 1), DivisionMove("f", 1, 0))
    assert next_divisions(TABLES[:2], moves[:2], gone=["d", "e"]) == (("a", "b", "f"), ("g", "h", "c"))


def test_with_no_places_up_or_down_nobody_moves():
    assert proposed(NAMES, TABLES, 0) == ()


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(3, "One has too few teams for that: 4."), (-1, "Teams that go up and down: 0 or more.")],
)
def test_a_team_cannot_go_up_and_down_at_once(count, sentence):
    with pytest.raises(RuleError) as refused:
        proposed(NAMES, TABLES, count)
    assert (refused.value.code, str(refused.value)) == ("bad_moves", sentence)
