"""Clubs: each owns all its data, and nothing crosses from one club to another.

Deleted ones stay in the trash for thirty days; then all their data is erased.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.access import ROLES, end_match_links
from scorekeeper.store.clubs.audit import Author, add_change, change
from scorekeeper.store.engine.connection import defer_references
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.migrate import columns_of_steps
from scorekeeper.store.engine.rows import column, delete, fetch, fetch_one, insert, pairs, put, update
from scorekeeper.store.engine.schema import schema_version
from scorekeeper.store.engine.versions import touch_access
from scorekeeper.timestamps import moment_of, timestamp

TRASH_DAYS = 30
# Whose club and when, in each table that an act leaves its time in.
_TIMES = {
    "audit_log": ("club", "changed_at"),
    "matches": ("club", "started_at"),
    "match_events": ("club", "entered_at"),
    "clubs": ("id", "coalesce(deleted_at, made_at)"),
}
_NOT_CARRIED = {"erasure_lock", "seals", "unsealed"}


class Club(NamedTuple):
    id: str
    name: str
    watched_by_anyone: int
    version: int  # rises with everything that changes on its pages
    out_word: str  # follows who goes out


COLUMNS = ", ".join(Club._fields)
_COLUMNS = ", ".join(f"c.{column}" for column in Club._fields)


def add_club(db: Database, name: str, at: str) -> Club:
    """A new club with its three links, the first generation of each."""
    club = new_id()
    insert(db, "clubs", id=club, name=name, watched_by_anyone=1, version=0, made_at=at)
    for role in ROLES:
        insert(db, "links", club=club, role=role, generation=1, made_at=at)
    return cast(Club, find_club(db, club))


_CLUBS = f"SELECT {COLUMNS} FROM clubs WHERE deleted_at IS NULL "  # nosec B608 # the schema's names


def find_club(db: Database, club: str) -> Club | None:
    """The club of this id; None for one in the trash, as for one that never was."""
    return fetch_one(db, Club, _CLUBS + "AND id = ?", club)


class Admission(NamedTuple):
    """What decides whether a phone may look at a club."""

    club: Club
    deleted: bool
    generation: int | None  # today's, of the link that the phone came by
    nickname: str | None  # of the phone, None for one that has entered nothing yet
    seen: str | None  # its role and hour when it acted last
    ended: bool  # a manager has signed it out
    read_only: str | None  # the words in which changes are refused, None where they are taken
    copied: bool  # it is a copy in a phone of a club elsewhere


def find_admission(db: Database, club: str, role: str, device: str | None) -> Admission | None:
    """What decides, in one read, also of a club in the trash; None for no such club."""
    row = db.execute(
        f"SELECT {_COLUMNS}, c.deleted_at IS NOT NULL, "  # nosec B608 # the schema's names
        "(SELECT generation FROM links WHERE club = c.id AND role = ?), "
        "d.nickname, d.role || ' ' || substr(d.seen_at, 1, 13), d.ended_at IS NOT NULL, "
        "(SELECT words FROM read_only WHERE club = '' OR club = c.id ORDER BY club LIMIT 1), "
        "EXISTS (SELECT 1 FROM handovers WHERE club = c.id AND entity = 'club') "
        "FROM clubs c LEFT JOIN devices d ON d.club = c.id AND d.id = ? WHERE c.id = ?",
        [role, device, club],
    ).fetchone()
    if row is None:
        return None
    *found, deleted, generation, nickname, seen, ended, words, copied = row
    return Admission(
        Club(*found), bool(deleted), generation, nickname, seen, bool(ended), words, bool(copied)
    )


def clubs(db: Database) -> list[Club]:
    """Every club, the oldest first, without those in the trash."""
    return fetch(db, Club, _CLUBS + "ORDER BY id")


def set_watched_by_anyone(db: Database, club: Club, watched: bool, author: Author) -> None:
    """Open or close the club's pages to people who hold none of its links; closing ends match links."""
    if not watched:
        end_match_links(db, club.id)
    change(db, club.id, "club", club, author, watched_by_anyone=int(watched))
    touch_access(db, club.id)


class TrashedClub(NamedTuple):
    """A club in the trash, and the day, in UTC, on which it is gone for good."""

    club: Club
    gone_on: str


def set_trashed(db: Database, club: Club, author: Author, *, trashed: bool) -> None:
    """Hide the club from everybody, or take it out of the trash, as its manager can within thirty days."""
    at = author.at if trashed else None
    update(db, "clubs", {"id": club.id}, deleted_at=at)
    add_change(db, club.id, ("club", club.id, "deleted_at"), None if trashed else "in the trash", at, author)
    touch_access(db, club.id)


def trash_unasked(db: Database, club: str, at: str) -> None:
    """Put a club into the trash for the operator of the instance: no phone of the club did it.

    In one statement, which a club that is read-only allows: one that has moved away is closed so.
    """
    db.execute(
        "UPDATE clubs SET deleted_at = ?, access_version = access_version + 1 WHERE id = ?", [at, club]
    )


def find_trashed(db: Database, club: str) -> TrashedClub | None:
    def trashed(deleted_at: str, *found: Any) -> TrashedClub:
        gone = moment_of(deleted_at) + timedelta(days=TRASH_DAYS)
        return TrashedClub(Club(*found), gone.date().isoformat())

    known = f"SELECT deleted_at, {COLUMNS} FROM clubs WHERE id = ? AND deleted_at IS NOT NULL"  # nosec B608 # ours
    return fetch_one(db, trashed, known, club)


def trashed_clubs(db: Database) -> list[Club]:
    """Every club in the trash, the one deleted last first."""
    trashed = f"SELECT {COLUMNS} FROM clubs WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC"  # nosec B608 # ours
    return fetch(db, Club, trashed)


def newest_time(db: Database, club: str | None = None) -> datetime | None:
    """When this database last heard of the time: an act in any club, or in one."""
    newest = [
        f"SELECT max({time}) FROM {table}" + (f" WHERE {owner} = ?" if club else "")  # nosec B608 # ours
        for table, (owner, time) in _TIMES.items()
    ]
    times = filter(None, column(db, " UNION ALL ".join(newest), *([club] * len(newest) if club else ())))
    latest = max(times, default=None)
    return moment_of(latest) if latest else None


def due_for_erasure(db: Database, now: datetime) -> list[str]:
    due = timestamp(now - timedelta(days=TRASH_DAYS))
    return column(db, "SELECT id FROM clubs WHERE deleted_at <= ? ORDER BY id", due)


def erase_club(db: Database, club: str, at: str) -> None:
    """Delete all of the club's rows, under its ``erasure_lock``; of it is known that there was one."""
    defer_references(db)
    for table in tables_of_clubs():
        delete(db, table, club=club)
    delete(db, "clubs", id=club)
    put(db, "erased_clubs", ["hash"], hash=trace_of(club), erased_at=at)


def trace_of(club: str) -> str:
    """By what a club is known to have been erased, once its id is nowhere any more."""
    return hashlib.sha256(f"erased {club}".encode()).hexdigest()


def erased_clubs(db: Database) -> dict[str, str]:
    """The traces of clubs that were erased here and have not come back, each with the time."""
    erased: dict[str, str] = pairs(db, "SELECT hash, erased_at FROM erased_clubs ORDER BY hash")
    here = {trace_of(club) for club in column(db, "SELECT id FROM clubs")}
    return {trace: at for trace, at in erased.items() if trace not in here}


@contextmanager
def erasure_lock(db: Database, club: str) -> Iterator[None]:
    """The part of a transaction in which this club's facts may be changed or taken away, and no other's."""
    insert(db, "erasure_lock", club=club)
    yield
    delete(db, "erasure_lock", club=club)


def tables_of_clubs() -> list[str]:
    """Every table whose rows belong to a club; its seals follow them by themselves."""
    places = (place.split(".") for place in columns_of_steps(schema_version()))
    return sorted({table for table, column in places if column == "club"} - _NOT_CARRIED)
