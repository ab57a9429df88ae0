"""Leagues as what acts are done to: the season read under the lock, its seal, and how it refuses."""

from scorekeeper.services.gate import Ask, Refused, Subject, Superseded, there
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season

ARCHIVED = "This season is in the archive, so it cannot change. The manager can take it out of the archive."


class LeagueError(Refused):
    """The season cannot be changed like this; ``field`` names what is wrong, ``str(error)`` says why."""

    code = "league"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence, field)


class SeasonArchived(Refused):
    status, code = 423, "locked"


def verify_open(season: Season) -> None:
    if season.league.closed:
        raise SeasonArchived(ARCHIVED)


def verify_seen(seen: str | None, now: str, what: str, field: str) -> None:
    """Raise ``Superseded`` where a form had shown something else than what it would replace."""
    if seen and seen != now:
        raise Superseded(f"{what} have changed since this page was shown. Look, then send it again.", field)


def read_season(ask: Ask, league: str) -> Season:
    """The season of this id; raises ``Missing``."""
    return there(open_season(ask.db, ask.club, league, ask.author.day), "league")


SEASON = Subject("league", read_season, (lambda _, season: verify_open(season),))
