"""Handicaps of a season: who starts with how many points, as the secretary sets them."""

from collections.abc import Mapping

from sqlite_utils import Database

from scorekeeper.rules.leagues.handicaps import MOST_START
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.handicaps import set_handicaps


def give_handicaps(
    db: Database, club: str, season: Season, points: Mapping[str, int], author: Author
) -> None:
    """Teams and players by their ids start with these points; who is left out keeps theirs, 0 ends them.

    Raises ``LeagueError``.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        if not season.rules.handicaps:
            raise LeagueError("points", "In this league nobody has a handicap: the rules say so.")
        known = {squad.id for squad in season.squads}
        known |= {player for squad in season.squads for player, _ in squad.players}
        if not set(points) <= known:
            raise LeagueError("points", "Points: one of these is no team or player of this league.")
        if not all(0 <= given <= MOST_START for given in points.values()):
            raise LeagueError("points", f"Points: 0 to {MOST_START}.")
        set_handicaps(db, club, season.league.id, {**season.handicaps, **points}, author)
