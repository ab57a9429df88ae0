"""Leagues: a season each, the rules of it, its fixtures, the draw of a knockout, the days kept free.

``squads`` say who plays.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change, change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import column, delete, fetch, find, find_all, has, insert, pairs, update
from scorekeeper.store.engine.versions import touch


class League(NamedTuple):
    id: str
    name: str
    season: str
    rules: str  # the JSON text of its league rules
    closed: int
    version: int  # rises with whatever is entered for it
    division: str = ""
    tier: int = 1

    @property
    def title(self) -> str:
        """The league with its division: ``Tuesday League, Division Two``."""
        return f"{self.name}, {self.division}" if self.division else self.name


def leagues(db: Database, club: str) -> list[League]:
    return find_all(db, League, "leagues", "id DESC", club=club)


def find_league(db: Database, club: str, league: str) -> League | None:
    return find(db, League, "leagues", club=club, id=league)


def add_league(db: Database, club: str, name: str, season: str, rules: str, author: Author) -> str:
    league = new_id()
    made = {"made_at": author.at, "device": author.device}
    row = {"name": name, "season": season, "rules": rules, "closed": 0, "version": 0, **made}
    insert(db, "leagues", club=club, id=league, **row)
    touch(db, club)
    return league


def change_league(
    db: Database, club: str, league: League, author: Author, reason: str | None = None, **now: str | int
) -> None:
    if change(db, club, "league", league, author, reason, **now):
        touch_league(db, club, league.id)


def set_division(db: Database, club: str, league: League, division: str, tier: int, author: Author) -> None:
    """Which division of its league this is; none with an empty name."""
    if (division, tier) == (league.division, league.tier):
        return
    update(db, "leagues", {"club": club, "id": league.id}, division=division, tier=tier)
    old, new = _division_words(league.division, league.tier), _division_words(division, tier)
    add_change(db, club, ("league", league.id, "division"), old, new, author)
    touch_league(db, club, league.id)


def _division_words(division: str, tier: int) -> str | None:
    return f"{division} ({tier})" if division else None


def touch_league(db: Database, club: str, league: str) -> int:
    """Raise the version of the league and of its club: something on their pages has changed; the new one."""
    version = touch(db, club)
    update(db, "leagues", {"club": club, "id": league}, version=version)
    return version


def places_of(db: Database, club: str, league: str) -> list[str | None]:
    """The squads by their places, None for a bye; empty before the draw."""
    return column(db, "SELECT squad FROM draws WHERE club = ? AND league = ? ORDER BY place", club, league)


def set_draw(db: Database, club: str, league: str, places: Sequence[str | None], author: Author) -> None:
    delete(db, "draws", club=club, league=league)
    for place, squad in enumerate(places, 1):
        insert(db, "draws", club=club, league=league, place=place, squad=squad)
    drawn = sum(squad is not None for squad in places)
    add_change(db, club, ("league", league, "draw"), None, f"{drawn} drawn", author)
    touch_league(db, club, league)


def place_last(db: Database, club: str, league: str, squads: Iterable[str]) -> None:
    """These begin at the foot of a ladder, in this order."""
    known = column(db, "SELECT place FROM draws WHERE club = ? AND league = ?", club, league)
    for place, squad in enumerate(squads, max(known, default=0) + 1):
        insert(db, "draws", club=club, league=league, place=place, squad=squad)


def free_days(db: Database, club: str, league: str) -> list[str]:
    return column(db, "SELECT day FROM free_days WHERE club = ? AND league = ? ORDER BY day", club, league)


def set_free(db: Database, club: str, league: str, day: str, author: Author, *, free: bool) -> None:
    """Keep this day free from now on, or no longer; a second time changes nothing."""
    if free == (day in free_days(db, club, league)):
        return
    (insert if free else delete)(db, "free_days", club=club, league=league, day=day)
    old, new = (None, day) if free else (day, None)
    add_change(db, club, ("league", league, "free day"), old, new, author)
    touch_league(db, club, league)


class NewAdjustment(NamedTuple):
    """``points`` for a team, or the ``fixture`` whose late fine is waived, or what it ``reverts``."""

    squad: str
    points: int | None
    fixture: str | None
    reverts: str | None
    reason: str


class AdjustmentRow(NamedTuple):
    """One that stands; ``day`` is when it was made, ``nickname`` by which phone."""

    id: str
    squad: str
    points: int | None
    fixture: str | None
    day: str
    reason: str
    nickname: str


def adjustments(db: Database, club: str, league: str) -> list[AdjustmentRow]:
    """What stands of the league's adjustments, the oldest first."""
    return fetch(
        db,
        AdjustmentRow,
        "SELECT a.id, a.squad, a.points, a.fixture, a.day, a.reason, d.nickname FROM adjustments a "
        "JOIN devices d ON d.club = a.club AND d.id = a.device "
        "WHERE a.club = ? AND a.league = ? AND a.reverts IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM adjustments b WHERE b.club = a.club AND b.reverts = a.id) "
        "ORDER BY a.id",
        *(club, league),
    )


def was_adjusted(db: Database, club: str, league: str, **how: str) -> bool:
    return has(db, "adjustments", club=club, league=league, **how)


def add_adjustment(db: Database, club: str, league: str, new: NewAdjustment, author: Author) -> None:
    made = {"day": author.day.isoformat(), "made_at": author.at, "device": author.device}
    insert(db, "adjustments", club=club, id=new_id(), league=league, **new._asdict(), **made)
    words = f"{new.points:+d}" if new.points else "late fine waived" if new.fixture else "taken back"
    add_change(db, club, ("squad", new.squad, "points"), None, words, author, new.reason)
    touch_league(db, club, league)


def handicaps(db: Database, club: str, league: str) -> dict[str, int]:
    return pairs(db, "SELECT entrant, points FROM handicaps WHERE club = ? AND league = ?", club, league)


def set_handicaps(db: Database, club: str, league: str, points: Mapping[str, int], author: Author) -> None:
    """Replace all handicaps by these; the audit log says whose have changed."""
    before = handicaps(db, club, league)
    now = {entrant: given for entrant, given in points.items() if given}
    if now == before:
        return
    for entrant in sorted(before.keys() | now.keys()):
        old, new = before.get(entrant), now.get(entrant)
        if old == new:
            continue
        delete(db, "handicaps", club=club, league=league, entrant=entrant)
        if new:
            insert(db, "handicaps", club=club, league=league, entrant=entrant, points=new)
        add_change(db, club, ("league", league, "handicap"), str(old or 0), str(new or 0), author)
    touch_league(db, club, league)


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
    id: str
    league: str
    round: int
    home: str
    away: str
    day: str | None  # a date (``2026-11-24``), None while it is postponed to no day yet
    stage: str
    starts: str | None  # the local time (``20:30``), if one was set
    tie: int | None  # the place of a knockout's tie in its round
    place: str | None  # where it is played if not at home
    version: int
    chain: str = ""  # the hash of the last entry on its card
    # Of a result that came with a spreadsheet.
    home_legs: int | None = None
    away_legs: int | None = None

    @property
    def plan(self) -> NewFixture:
        return NewFixture(*(getattr(self, field) for field in NewFixture._fields))


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
    db: Database, club: str, fixture: Fixture, reason: str | None, author: Author, **now: Any
) -> None:
    """The same fixture in another round, on another day or turned about; the record says why."""
    if change(db, club, "fixture", fixture, author, reason, **now):
        touch_league(db, club, fixture.league)


def drop_fixture(db: Database, club: str, fixture: Fixture, author: Author) -> None:
    """Delete a fixture for which nothing has been entered, and what was proposed for it."""
    delete(db, "proposals", club=club, fixture=fixture.id)
    delete(db, "fixtures", club=club, id=fixture.id)
    words = f"round {fixture.round}, {fixture.day or 'no day'}"
    add_change(db, club, ("league", fixture.league, "fixture dropped"), words, None, author)
    touch_league(db, club, fixture.league)
