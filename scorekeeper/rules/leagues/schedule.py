"""Fixtures of a season: everybody meets everybody, once or twice, by the circle method.

Days are whole numbers, one a day and in order; whoever calls knows what calendar they stand for.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TypeVar

from scorekeeper.rules.errors import RuleError

Team = TypeVar("Team", bound=Hashable)
Pairing = tuple[Team, Team]

MOST_TEAMS = 40
MOST_FREE = 366


def round_robin(teams: Sequence[Team], *, twice: bool) -> list[list[Pairing[Team]]]:
    """Rounds of ``(home, away)``; with an odd number of teams one has a bye in each round.

    Nobody is home more than once oftener than away in the first half; the second half turns each
    pairing round, so that over both everybody is at home to everybody else.
    """
    if len(set(teams)) < len(teams):
        raise RuleError("team_twice", "Teams: one of them is in the list twice.")
    if not 2 <= len(teams) <= MOST_TEAMS:
        raise RuleError("team_count", f"Teams: a season needs from 2 to {MOST_TEAMS}.")
    first = _half(teams)
    return first + [[(away, home) for home, away in games] for games in first] if twice else first


def _half(teams: Sequence[Team]) -> list[list[Pairing[Team]]]:
    circle: list[Team | None] = [*teams] if len(teams) % 2 == 0 else [None, *teams]
    rounds = []
    for number in range(len(circle) - 1):
        fixed, moving = circle[0], circle[1:]
        rounds.append(_games([fixed, *moving[-number:], *moving[:-number]], number))
    return rounds


def _games(turned: Sequence[Team | None], number: int) -> list[Pairing[Team]]:
    games: list[Pairing[Team]] = []
    for table in range(len(turned) // 2):
        one, other = turned[table], turned[-1 - table]
        if one is None or other is None:
            continue
        # The fixed team changes home and away with every round, the others by where they meet.
        swap = number % 2 == 1 if table == 0 else table % 2 == 1
        games.append((other, one) if swap else (one, other))
    return games


def byes(games: Sequence[Pairing[Team]], teams: Sequence[Team]) -> list[Team]:
    """The teams that do not play in this round."""
    playing = {team for pairing in games for team in pairing}
    return [team for team in teams if team not in playing]


def days_of(rounds: int, first: int, every: int, free: Collection[int] = ()) -> list[int]:
    """A day for each round: from ``first``, every so many days, never on one of the ``free`` days."""
    if every < 1:
        raise RuleError("bad_days", "Days between rounds: at least 1.")
    if len(free) > MOST_FREE:
        raise RuleError("bad_days", f"Free dates: at most {MOST_FREE}.")
    days: list[int] = []
    day = first
    while len(days) < rounds:
        if day not in free:
            days.append(day)
        day += every
    return days


def clashes(games: Sequence[tuple[int | None, Team, Team]]) -> list[tuple[int, Team]]:
    """Every ``(day, team)`` on which a team has more than one fixture; those without a day never clash."""
    seen: set[tuple[int, Team]] = set()
    found: dict[tuple[int, Team], None] = {}
    for day, *teams in games:
        for team in teams:
            if day is None:
                continue
            if (day, team) in seen:
                found[day, team] = None
            seen.add((day, team))
    return list(found)
