"""Two teams of one pub are never both at home, and home and away stay even."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.home_and_away import turned
from scorekeeper.rules.leagues.schedule import round_robin


def both(games, one, other):
    homes = {home for home, _ in games}
    aways = {away for _, away in games}
    return {one, other} <= homes or {one, other} <= aways


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_teams_of_one_pub_are_kept_apart_and_everybody_still_meets_everybody(data):
    count = data.draw(st.integers(2, 12))
    teams = [f"t{n}" for n in range(count)]
    mixed = data.draw(st.permutations(teams))
    shared = data.draw(st.integers(0, count // 2))
    pubs = {team: at // 2 for at, team in enumerate(mixed[: 2 * shared])}
    rounds = round_robin(teams, twice=False)
    found = turned(rounds, pubs)
    assert [{frozenset(game) for game in games} for games in found] == [
        {frozenset(game) for game in games} for games in rounds
    ]
    for at in range(shared):
        assert not any(both(games, mixed[2 * at], mixed[2 * at + 1]) for games in found)


@pytest.mark.parametrize("count", [4, 6, 8, 9, 10, 12])
def test_home_and_away_differ_by_two_at_most(count):
    teams = [f"t{n}" for n in range(count)]
    found = turned(round_robin(teams, twice=False), {"t0": "Bell", "t1": "Bell", "t2": "Fox", "t3": "Hare"})
    for team in teams:
        places = [home == team for games in found for home, away in games if team in (home, away)]
        assert abs(2 * sum(places) - len(places)) <= 2


def test_three_teams_of_one_pub_cannot_be_kept_apart():
    pubs = dict.fromkeys(("a", "b", "c"), "Bell")
    with pytest.raises(
        RuleError, match=r"^Three teams of one pub cannot be kept apart: two are the most\.$"
    ) as refused:
        turned(round_robin(["a", "b", "c", "d"], twice=False), pubs)
    assert refused.value.code == "pub_full"


@pytest.mark.parametrize(
    ("teams", "pubs", "season"),
    [
        ("abcdef", {"b": "Bell", "e": "Bell"}, "af be dc, ea fd cb, ad ce bf, ca db ef, ab fc ed"),
        (
            "abcdefgh",
            {"a": "Bell", "b": "Bell", "c": "Fox", "f": "Fox"},
            "ah gb cf de, ga fh be dc, af eg hd cb, ea df cg bh, ad ec fb hg, ca bd eh gf, ab hc dg fe",
        ),
    ],
)
def test_the_same_teams_always_get_the_same_season(teams, pubs, season):
    found = turned(round_robin(teams, twice=False), pubs)
    assert ", ".join(" ".join(home + away for home, away in games) for games in found) == season
