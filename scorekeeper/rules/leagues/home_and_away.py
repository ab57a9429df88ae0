"""Home and away chosen so that two teams of one pub are never both at home, and the season stays even."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from scorekeeper.rules.errors import RuleError

Team = TypeVar("Team", bound=Hashable)
Pairing = tuple[Team, Team]
Games = list[Pairing[Team]]


def turned(
    rounds: Sequence[Sequence[Pairing[Team]]], pubs: Mapping[Team, Hashable]
) -> list[list[Pairing[Team]]]:
    """These rounds with home and away chosen so that no pub has two teams at home, nor two away.

    Not two away either, since the second half turns every pairing round. A team without a pub is free.
    A chain of games and shared pubs has two ways to be turned; the one that evens out home and away is
    taken, and the one that avoids a third match running in the same place.
    """
    partners = _partners(pubs)
    found = [list(games) for games in rounds]
    chains = [(number, chain) for number, games in enumerate(found) for chain in _chains(games, partners)]
    for number, chain in chains:
        _put(found[number], chain)
    while any(_better(found, number, chain) for number, chain in chains):
        pass  # every turn makes the season more even, so there is a last one
    return found


def _partners(pubs: Mapping[Team, Hashable]) -> dict[Team, Team]:
    at: defaultdict[Hashable, list[Team]] = defaultdict(list)
    for team, pub in pubs.items():
        at[pub].append(team)
    partners: dict[Team, Team] = {}
    for teams in at.values():
        if len(teams) > 2:
            raise RuleError("pub_full", "Three teams of one pub cannot be kept apart: two are the most.")
        if len(teams) == 2:
            partners |= {teams[0]: teams[1], teams[1]: teams[0]}
    return partners


def _chains(games: Sequence[Pairing[Team]], partners: Mapping[Team, Team]) -> Iterator[dict[Team, bool]]:
    """Teams whose places hang together, each with whether it is at home; games and pubs alternate in them."""
    opponents = {team: other for home, away in games for team, other in ((home, away), (away, home))}
    placed: set[Team] = set()
    for first, _ in games:
        if first in placed:
            continue
        chain, waiting = {first: True}, [first]
        while waiting:
            team = waiting.pop()
            for other in (opponents[team], partners.get(team)):
                if other is not None and other in opponents and other not in chain:
                    chain[other] = not chain[team]
                    waiting.append(other)
        placed |= set(chain)
        yield chain


def _put(games: Games[Team], chain: Mapping[Team, bool]) -> None:
    for index, (home, away) in enumerate(games):
        if home in chain:
            games[index] = (home, away) if chain[home] else (away, home)


def _flip(games: Games[Team], chain: Mapping[Team, bool]) -> None:
    for index, (home, away) in enumerate(games):
        if home in chain:
            games[index] = (away, home)


def _better(rounds: list[Games[Team]], number: int, chain: Mapping[Team, bool]) -> bool:
    before = _cost(rounds, chain)
    _flip(rounds[number], chain)
    if _cost(rounds, chain) < before:
        return True
    _flip(rounds[number], chain)
    return False


def _cost(rounds: Sequence[Games[Team]], chain: Mapping[Team, bool]) -> int:
    """How uneven the season is for these teams: too often at home or away, and three running."""
    total = 0
    for team in chain:
        places = [home == team for games in rounds for home, away in games if team in (home, away)]
        uneven = 2 * sum(places) - len(places)
        runs = sum(len(set(places[at : at + 3])) == 1 for at in range(len(places) - 2))
        repeats = sum(one == other for one, other in pairwise(places))
        total += 3 * uneven * uneven + 4 * runs + repeats
    return total
