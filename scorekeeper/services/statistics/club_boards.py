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


def entered_boards(db: Database, club: str, today: date) -> list[EnteredBoard]:
    """Those of which it is known who met, each from both sides, in the order they were played."""
    seasons = (open_season(db, club, known.id, today) for known in leagues(db, club))
    boards = [
        EnteredBoard(season, one)
        for season in seasons
        if season
        for one in season.appearances
        if one.own and one.other and one.board.live_legs is None
    ]
    return sorted(boards, key=lambda board: board.appearance.at)


def boards_of(boards: Iterable[EnteredBoard], *players: str) -> list[EnteredBoard]:
    """Those on which all of these played on one side, the newest first: a player's own, or a pair's."""
    return [board for board in boards if {*players} <= {*board.appearance.own}][::-1]
