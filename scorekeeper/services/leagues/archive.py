"""The archive: a finished season stays as it ended, and cannot be changed until it is taken out."""

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.leagues import find_league, set_closed

ARCHIVED = "This season is in the archive, so it cannot change. The manager can take it out of the archive."


class SeasonArchived(Exception):
    """Somebody tried to change a season that is in the archive."""

    def __init__(self) -> None:
        super().__init__(ARCHIVED)


def verify_open(db: Database, club: str, league: str) -> None:
    """Raise ``SeasonArchived`` for a league in the archive; asked inside the transaction that changes it."""
    found = find_league(db, club, league)
    if found and found.closed:
        raise SeasonArchived


def archive_season(db: Database, club: str, season: Season, *, closed: bool, author: Author) -> None:
    """Put the season into the archive, or take it out."""
    with writing(db, club):
        count_act(db, club, "league", author)
        set_closed(db, club, season.league, closed, author)
