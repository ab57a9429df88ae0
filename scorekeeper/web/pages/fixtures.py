"""The fixtures of a season, round by round."""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scorekeeper.book.night import Night
from scorekeeper.book.season import Season
from scorekeeper.store.clubs import Club
from scorekeeper.web.access import Visitor


@dataclass(frozen=True, slots=True)
class RoundOfFixtures:
    """One round: its number, its nights, and the teams that have a bye."""

    number: int
    nights: list[Night]
    byes: list[str]

    @property
    def day(self) -> str | None:
        """The day most of them share."""
        days = [night.fixture.day for night in self.nights if night.fixture.day]
        return max(set(days), key=days.count) if days else None

    @property
    def done(self) -> bool:
        """Whether every card of the round counts."""
        return all(night.complete for night in self.nights)


@dataclass(frozen=True, slots=True)
class FixturesPage:
    """``coming`` are the rounds not yet done, ``past`` those that are, the latest first."""

    club: Club
    visitor: Visitor
    season: Season
    coming: list[RoundOfFixtures]
    past: list[RoundOfFixtures]
    overdue: int

    @classmethod
    def of(cls, club: Club, visitor: Visitor, season: Season, today: date) -> "FixturesPage":
        rounds = rounds_of(season)
        coming = [one for one in rounds if not one.done]
        past = [one for one in reversed(rounds) if one.done]
        return cls(club, visitor, season, coming, past, len(season.overdue(today)))


def rounds_of(season: Season) -> list[RoundOfFixtures]:
    """Every round of the season in order."""
    active = {squad.id: squad.name for squad in season.squads if not squad.withdrawn}
    found = []
    for number, group in groupby(season.nights, key=lambda night: night.fixture.round):
        nights = sorted(group, key=lambda night: (night.fixture.day or "9999", night.names))
        playing = {team.id for night in nights for team in night.teams}
        byes = [name for id, name in active.items() if id not in playing]
        # More than one team without a game is no bye but a round that is not drawn up yet, or a play-off.
        byes = byes if len(byes) == 1 else []
        found.append(RoundOfFixtures(number, nights, byes))
    return found
