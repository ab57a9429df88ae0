"""The draw of a knockout and its bracket, and the groups before it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cups import (
    bracket,
    draw,
    drawn,
    first_round,
    places,
    round_name,
    round_names,
    tie_winner,
    together,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures import round_robin

TEAMS = [f"t{n}" for n in range(1, 15)]


def test_fourteen_teams_have_a_preliminary_round_of_six_and_byes_for_the_first_two():
    first, *rest = bracket(draw(TEAMS, seeds=4), {})
    assert [meeting.winner for meeting in first if meeting.bye] == ["t1", "t2"]
    assert {meeting.bye for meeting in first if meeting.ready} == {False}
    assert sum(meeting.ready for meeting in first) == 6
    assert [meeting.tie for meeting in first] == [(1, at) for at in range(1, 9)]
    assert [meeting.tie for ties in rest for meeting in ties] == [
        *((2, at) for at in (1, 2, 3, 4)),
        *((3, 1), (3, 2), (4, 1)),
    ]
    assert [len(ties) for ties in rest] == [4, 2, 1]


@given(st.integers(2, 128))
def test_every_entrant_is_drawn_once_and_no_bye_meets_a_bye(count):
    entrants = [f"t{n}" for n in range(count)]
    places = draw(entrants)
    assert sorted(place for place in places if place) == sorted(entrants)
    assert all(one or other for one, other in zip(places[::2], places[1::2], strict=True))
    first = bracket(places, {})[0]
    byes = sum(meeting.bye for meeting in first)
    assert first_round(count) == (len(first) - byes, byes)


def play(places, better):
    """Play every tie that is ready, the better entrant winning, until somebody has won the cup."""
    winners = {}
    while True:
        ready = [meeting for ties in bracket(places, winners) for meeting in ties if meeting.ready]
        if not ready:
            return bracket(places, winners)
        winners |= {meeting.tie: min(meeting.sides, key=better) for meeting in ready}


@pytest.mark.parametrize("count", [2, 3, 8, 11, 16])
def test_seeds_meet_as_late_as_they_can(count):
    entrants = list(range(count))
    rounds = play(draw([str(n) for n in entrants], seeds=count), int)
    assert set(rounds[-1][0].sides) == {"0", "1"}
    assert rounds[-1][0].winner == "0"
    if count >= 4:
        assert {side for meeting in rounds[-2] for side in meeting.sides} == {"0", "1", "2", "3"}


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ([], None),
        ([("a", (5, 4))], "a"),
        ([("a", (4, 5))], "b"),
        ([("a", (4, 4))], None),
        ([("b", (4, 5))], "a"),
        ([("a", (4, 4)), ("b", (6, 3))], "b"),
        ([("a", (4, 4)), ("b", (3, 6))], "a"),
    ],
)
def test_a_level_tie_is_played_again_until_somebody_wins(results, winner):
    assert tie_winner(("a", "b"), results) == winner


def test_a_winner_who_did_not_play_the_tie_has_not_won_it():
    places = draw(["a", "b"])
    assert bracket(places, {(1, 1): "x"})[0][0].winner is None


@pytest.mark.parametrize(
    ("entrants", "seeds", "sentence"),
    [
        (["a"], 0, "A knockout needs from 2 to 128 entrants."),
        ([str(n) for n in range(129)], 0, "A knockout needs from 2 to 128 entrants."),
        (["a", "a"], 0, "One of the entrants is in the draw twice."),
        (["a", "b"], 3, "Seeds: from 0 to 2."),
        (["a", "b"], -1, "Seeds: from 0 to 2."),
    ],
)
def test_an_impossible_draw_is_refused(entrants, seeds, sentence):
    with pytest.raises(RuleError) as refused:
        draw(entrants, seeds)
    assert (refused.value.code, str(refused.value)) == ("bad_draw", sentence)


def test_a_draw_needs_no_seeds():
    assert draw(["a", "b", "c"]) == draw(["a", "b", "c"], seeds=0) == ("a", None, "b", "c")


def test_whoever_has_a_bye_goes_through():
    one, other = bracket(("a", None, None, "b"), {})[0]
    assert (one.winner, other.winner, one.tie, other.tie) == ("a", "b", (1, 1), (1, 2))


def test_rounds_are_called_what_players_call_them():
    named = [round_name(n, 5) for n in range(1, 6)]
    assert named == ["Round 1", "Round 2", "Quarter-finals", "Semi-finals", "Final"]
    assert [round_name(n, 4, preliminary=True) for n in (1, 2)] == ["Preliminary round", "Quarter-finals"]
    assert round_name(2, 5, preliminary=True) == "Round 1"


def test_a_draw_says_what_its_rounds_are_called():
    assert round_names(["a", "b", "c", "d"]) == ("Semi-finals", "Final")
    assert round_names(["a", None, "b", "c"]) == ("Preliminary round", "Final")
    assert round_names([]) == ()


def test_seeds_are_spread_over_the_groups_and_the_groups_are_even():
    groups = drawn(TEAMS, 4, 2)
    seeds = [("t1", "t8", "t9"), ("t2", "t7", "t10"), ("t3", "t6", "t11"), ("t4", "t5", "t12")]
    assert [group[:3] for group in groups] == seeds
    assert [len(group) for group in groups] == [3, 3, 4, 4]
    assert sorted(team for group in groups for team in group) == sorted(TEAMS)


def test_too_few_for_so_many_groups_are_refused():
    with pytest.raises(RuleError) as refused:
        drawn(TEAMS[:11], 4, 2)
    words = "4 groups from which 2 go through need 12 entrants or more, not 11."
    assert (refused.value.code, str(refused.value)) == ("bad_draw", words)
    assert len(drawn(TEAMS[:12], 4, 2)) == 4


def test_groups_play_their_rounds_side_by_side():
    rounds = together([round_robin(list("abcd")), round_robin(list("xyz"))])
    assert [len(games) for games in rounds] == [3, 3, 3]
    smaller = together([round_robin(list("abcd")), round_robin(list("xy"))])
    assert [len(games) for games in smaller] == [3, 2, 2]
    assert {frozenset(game) for games in smaller for game in games} >= {frozenset("xy"), frozenset("ab")}


@pytest.mark.parametrize(
    ("tables", "through", "first_round"),
    [
        (("ab", "xy"), 1, "ax"),
        (("abc", "xyz"), 2, "ayxb"),
        (("abi", "cdj", "efk", "ghl"), 2, "adgfcbeh"),  # each pair of a group in different halves
    ],
)
def test_winners_meet_the_seconds_of_other_groups(tables, through, first_round):
    assert places(tables, through) == tuple(first_round)


@given(st.integers(2, 8), st.integers(1, 3))
def test_nobody_meets_their_own_group_in_the_first_round(count, through):
    tables = [[f"{group}{place}" for place in range(through + 1)] for group in "abcdefgh"[:count]]
    found = places(tables, through)
    met = list(zip(found[::2], found[1::2], strict=True))
    assert sorted(team for team in found if team) == sorted(team for t in tables for team in t[:through])
    assert all(one is None or other is None or one[0] != other[0] for one, other in met)


def test_a_group_that_has_lost_teams_sends_fewer():
    assert sorted(team for team in places((["a1"], ["b1", "b2", "b3"]), 2) if team) == ["a1", "b1", "b2"]
    assert places((["a1"], ["b1"]), 3) == ("a1", "b1"), "nobody has a third"
    with pytest.raises(RuleError, match="from 2 to"):
        places(([], []), 2)
