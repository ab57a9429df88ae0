"""The calendar of a season under way: free days, and what is left of it pushed back."""

from collections.abc import Collection
from datetime import date

from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures.moving import pushed_back
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.fixtures import change_fixture
from scorekeeper.store.leagues.free_days import add_free_day, drop_free_day, free_days


def keep_free(db: Database, club: str, season: Season, days: Collection[date], author: Author) -> None:
    """The league does not play on these days; fixtures that lie there stay until somebody moves them."""
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        for day in days:
            add_free_day(db, club, season.league.id, day.isoformat(), author)


def release_day(db: Database, club: str, season: Season, day: str, author: Author) -> None:
    """The league may play on this day again."""
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        drop_free_day(db, club, season.league.id, day, author)


def push_back(
    db: Database, club: str, season: Season, start: date, days: int, reason: str | None, author: Author
) -> int:
    """Move every fixture from this day on for which nothing was entered; how many. Raises ``LeagueError``."""
    league = season.league.id
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, league)
        free = {date.fromisoformat(day).toordinal() for day in free_days(db, club, league)}
        open_cards = [card for card in season.fixture_cards if not card.begun and card.fixture.day]
        known = [card.facts.day for card in open_cards if card.facts.day is not None]
        try:
            moved = pushed_back(known, start.toordinal(), days, free)
        except RuleError as error:
            raise LeagueError("days", str(error)) from error
        found = [card for card in open_cards if card.facts.day in moved]
        for card in found:
            fixture = card.fixture
            day = date.fromordinal(moved[card.facts.day or 0]).isoformat()
            change_fixture(db, club, fixture, fixture.moved(day), reason, author)
    if not found:
        raise LeagueError("start", "From: no fixture that could be moved lies on or after this day.")
    return len(found)
