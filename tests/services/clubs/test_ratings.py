"""Ratings follow from results: winners rise, and rare opponents have a larger uncertainty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.ratings import Meeting, Rating, RatingHistory

ANN_BEATS_BOB = Meeting((("ann",), ("bob",)), (1, 2))


def ratings(meetings: list[Meeting]) -> dict[str, Rating]:
    return RatingHistory().followed_by(meetings).ratings()


def test_the_winner_rises_and_the_loser_falls_by_as_much():
    found = ratings([ANN_BEATS_BOB])
    assert found["ann"].strength > 25 > found["bob"].strength
    assert found["ann"].strength + found["bob"].strength == pytest.approx(50, abs=0.1)


def test_the_more_is_known_the_smaller_the_uncertainty():
    few, many = ratings([ANN_BEATS_BOB]), ratings([ANN_BEATS_BOB] * 20)
    assert 0 < many["ann"].within < few["ann"].within < 2 * 25 / 3


def test_a_draw_between_equals_moves_nobody():
    found = ratings([Meeting((("ann",), ("bob",)), (1, 1))])
    assert found["ann"].strength == found["bob"].strength == 25


def test_partners_rise_together_and_five_sides_are_ranked():
    found = ratings([Meeting((("ann", "bob"), ("cy", "dee")), (2, 1))])
    assert found["ann"] == found["bob"]
    assert found["cy"].strength > found["ann"].strength
    five = ratings([Meeting((("a",), ("b",), ("c",), ("d",), ("e",)), (3, 1, 2, 5, 4))])
    assert sorted(five, key=lambda player: -five[player].strength) == ["b", "c", "a", "e", "d"]


@given(st.lists(st.permutations(["ann", "bob", "cy"]), max_size=10))
def test_everybody_who_met_somebody_is_rated_and_nobody_else(orders):
    found = ratings([Meeting(((first,), (second,)), (1, 2)) for first, second, _ in orders])
    assert set(found) == {player for order in orders for player in order[:2]}


ORDERS = st.lists(
    st.permutations(["ann", "bob", "cy"]).map(lambda who: Meeting(((who[0],), (who[1],)), (1, 2))), max_size=8
)


@given(ORDERS, ORDERS, ORDERS)
def test_a_history_followed_by_other_meetings_is_as_if_begun_with_them(begun, before, now):
    followed = RatingHistory().followed_by(begun + before).followed_by(begun + now)
    anew = RatingHistory().followed_by(begun + now)
    assert followed == anew
    assert followed.line("ann") == anew.line("ann")
    assert len(anew.line("ann")) == sum("ann" in side for meeting in begun + now for side in meeting.sides)
