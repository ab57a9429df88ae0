"""Finals of all the knockouts of a club: played together on one evening, in one place."""

from datetime import date

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.cups.cup import Cup, CupTie, Occasion, add_matches, open_cup
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.fixtures import change_fixture
from scorekeeper.store.leagues.leagues import leagues


def cups_with_finals(db: Database, club: str, today: date) -> list[Cup]:
    """Every knockout that has been drawn and is not in the archive, the oldest first."""
    playing = [known.id for known in reversed(leagues(db, club)) if not known.closed]
    seasons = [season for league in playing if (season := open_season(db, club, league, today))]
    return [cup for season in seasons if (cup := open_cup(db, club, season)).rounds]


def set_finals(db: Database, club: str, occasion: Occasion, author: Author) -> int:
    """Every final whose two sides are known and that was not played yet, on this occasion; how many.

    Raises ``LeagueError`` where there is none.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        found = sum(
            _set_final(db, club, cup, occasion, author) for cup in cups_with_finals(db, club, author.day)
        )
        if not found:
            raise LeagueError("day", "Day: no final waits for one.")
        return found


def _set_final(db: Database, club: str, cup: Cup, occasion: Occasion, author: Author) -> int:
    final: CupTie = cup.rounds[-1][0]
    if final.waits:
        return add_matches(db, club, cup.season, [final], occasion, author)
    still_open = [card.fixture for card in final.cards if not card.begun]
    day, starts, place = occasion
    for fixture in still_open:
        new = fixture.moved(day.isoformat(), starts)._replace(place=place or fixture.place)
        change_fixture(db, club, fixture, new, None, author)
    return len(still_open)
