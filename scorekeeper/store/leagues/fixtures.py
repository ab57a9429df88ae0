"""Fixtures: who meets whom in which round of a league, and on which day."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change, change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import delete, find, find_all, insert, pairs
from scorekeeper.store.leagues.leagues import touch_league


class NewFixture(NamedTuple):
    """A fixture before it has its id; its legs where a spreadsheet brings its result along."""

    round: int
    home: str
    away: str
    day: str | None
    stage: str = "league"
    starts: str | None = None
    tie: int | None = None
    place: str | None = None
    home_legs: int | None = None
    away_legs: int | None = None


class Fixture(NamedTuple):
    """``day`` is a date (``2026-11-24``), None while it is postponed to no day yet.

    ``starts`` is the local time (``20:30``), if one was set; ``tie`` the place of a
    knockout's tie in its round; ``place`` where it is played if not at home; ``chain`` the hash of the last
    entry on its card. The legs are those of a result that came with a spreadsheet.
    """

    id: str
    league: str
    round: int
    home: str
    away: str
    day: str | None
    stage: str
    starts: str | None
    tie: int | None
    place: str | None
    version: int
    chain: str = ""
    home_legs: int | None = None
    away_legs: int | None = None

    @property
    def plan(self) -> NewFixture:
        return NewFixture(*(getattr(self, field) for field in NewFixture._fields))

    def moved(self, day: str, starts: str | None = None) -> NewFixture:
        """The same fixture on another day, perhaps at another time."""
        return self.plan._replace(day=day, starts=starts or self.starts)


def fixtures(db: Database, club: str, league: str) -> list[Fixture]:
    return find_all(db, Fixture, "fixtures", "round, day NULLS LAST, id", club=club, league=league)


def next_days(db: Database, club: str, today: str) -> dict[str, str]:
    """Each league being played with the next day, from today on, that has a fixture of it."""
    ahead = (
        "SELECT f.league, min(f.day) FROM fixtures f JOIN leagues l ON l.club = f.club AND l.id = f.league "
        "WHERE f.club = ? AND l.closed = 0 AND f.day >= ? GROUP BY f.league ORDER BY f.league"
    )
    return pairs(db, ahead, club, today)


def find_fixture(db: Database, club: str, fixture: str) -> Fixture | None:
    return find(db, Fixture, "fixtures", club=club, id=fixture)


def add_fixtures(
    db: Database, club: str, league: str, new: Iterable[NewFixture], author: Author
) -> list[str]:
    made = [(new_id(), fixture) for fixture in new]
    for id, fixture in made:
        insert(db, "fixtures", club=club, id=id, league=league, version=0, **fixture._asdict())
    add_change(db, club, ("league", league, "fixtures"), None, f"{len(made)} added", author)
    touch_league(db, club, league)
    return [id for id, _ in made]


def change_fixture(
    db: Database, club: str, fixture: Fixture, new: NewFixture, reason: str | None, author: Author
) -> None:
    """The same fixture in another round, on another day or turned about; the record says why."""
    if change(db, club, "fixture", fixture, author, reason, **new._asdict()):
        touch_league(db, club, fixture.league)


def drop_fixture(db: Database, club: str, fixture: Fixture, author: Author) -> None:
    """Delete a fixture for which nothing has been entered, and what was proposed for it."""
    delete(db, "proposals", club=club, fixture=fixture.id)
    delete(db, "fixtures", club=club, id=fixture.id)
    words = f"round {fixture.round}, {fixture.day or 'no day'}"
    add_change(db, club, ("league", fixture.league, "fixture dropped"), words, None, author)
    touch_league(db, club, fixture.league)
