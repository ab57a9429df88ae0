"""League boards of which only the result was entered: what a club's players have played beside its matches.

A board that was scored at its table is a match of the club already, and is not among them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.services.cards.appearance import Appearance
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.statistics.season_players import called
from scorekeeper.store.leagues.leagues import leagues


@dataclass(frozen=True, slots=True)
class EnteredBoard:
    """A board of ``season`` as one of its sides has it."""

    season: Season
    appearance: Appearance

    @property
    def opponents(self) -> str:
        """Whom it was played against, by their names of today."""
        return called(self.appearance.other, self.season.people)


def open_seasons(db: Database, club: str, today: date) -> list[Season]:
    """Every season of the club."""
    found = (open_season(db, club, known.id, today) for known in leagues(db, club))
    return [season for season in found if season]


def boards_of(seasons: Iterable[Season], *players: str) -> list[EnteredBoard]:
    """Those on which all of these played on one side, the newest first: a player's own, or a pair's."""
    who = {*players}
    boards = [
        EnteredBoard(season, one) for season in seasons for one in season.entered if who.issubset(one.own)
    ]
    return sorted(boards, key=lambda board: board.appearance.at)[::-1]
