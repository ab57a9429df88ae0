"""A ladder: challenges, and the places that are swapped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.ladder import in_reach, order_after, verify_challenge

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
