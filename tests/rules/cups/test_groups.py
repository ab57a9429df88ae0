"""Groups before a knockout."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cups import drawn, places, together
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures import round_robin

TEAMS = [f"t{n}" for n in range(1, 15)]


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
