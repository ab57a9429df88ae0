"""Versions: what a page or a match's state was made from, in one indexed read.

A club has three. ``version`` rises with every write, ``names_version`` when somebody or something is called
otherwise, ``access_version`` when a link ends or the club is opened, closed, deleted or restored.
"""

import time
from typing import NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.engine.rows import fetch_one, value

# Each begins with the subject's own version, the names' and the access's.
# A match's page also shows how many hands its players have reported; a fixture's, while another day is
# proposed, whatever else its teams play on that day.
_VERSIONS = {
    "club": (
        "SELECT c.version, c.names_version, c.access_version FROM clubs c "
        "WHERE c.id = ? AND c.id = ? AND c.deleted_at IS NULL"
    ),
    "match": (
        "SELECT m.changed, c.names_version, c.access_version, "
        "(SELECT max(number) FROM reported_hands WHERE club = m.club AND match = m.id) "
        "FROM matches m JOIN clubs c ON c.id = m.club "
        "WHERE m.club = ? AND m.id = ? AND c.deleted_at IS NULL"
    ),
    "league": (
        "SELECT l.version, c.names_version, c.access_version FROM leagues l JOIN clubs c ON c.id = l.club "
        "WHERE l.club = ? AND l.id = ? AND c.deleted_at IS NULL"
    ),
    "fixture": (
        "SELECT l.version, c.names_version, c.access_version, "
        "(SELECT c.version FROM proposals WHERE club = f.club AND fixture = f.id AND answer IS NULL LIMIT 1) "
        "FROM fixtures f "
        "JOIN leagues l ON l.club = f.club AND l.id = f.league JOIN clubs c ON c.id = l.club "
        "WHERE f.club = ? AND f.id = ? AND c.deleted_at IS NULL"
    ),
}


class PageSubject(NamedTuple):
    """What a page is about: a ``club`` (the id is its own), a ``match``, a ``league``, or its ``fixture``."""

    kind: str
    club: str
    id: str


class MatchVersion(NamedTuple):
    """All that a match's state follows from: its version with the key of the entry that gave it (None before
    the first), and the version of the club's names."""

    version: int
    key: str | None
    names_version: int


def touch(db: Database, club: str) -> int:
    """Raise the club's version, because something on one of its pages has changed; the new version."""
    return _raise(db, club, "version")[0]


def touch_names(db: Database, club: str) -> None:
    _raise(db, club, "names_version")


def touch_access(db: Database, club: str) -> None:
    """Raise the version of access to the club, or to all where it is empty, so that earlier 304s end."""
    _raise(db, club, "access_version")


def _raise(db: Database, club: str, version: str) -> list[int]:
    """A version is its time, in milliseconds since 1970, or one more than before.

    So a server that was put back from an older file gives none a second time to something else.
    """
    now = time.time_ns() // 1_000_000
    only, values = (" WHERE id = ?", [club]) if club else ("", [])
    rows = db.execute(
        f"UPDATE clubs SET {version} = CASE WHEN {version} < ? THEN ? ELSE {version} + 1 END{only} "  # nosec B608 # ours
        f"RETURNING {version}",
        [now, now, *values],
    )
    return [int(row[0]) for row in rows.fetchall()]


def version_of(db: Database, subject: PageSubject) -> tuple[int, ...] | None:
    """The versions that a page about this subject depends on, in one indexed read; None if unknown."""
    statement = _VERSIONS[subject.kind]
    row = db.conn.execute(statement, [subject.club, subject.id]).fetchone()
    return row and tuple(int(number or 0) for number in row)


def state_of(db: Database, club: str) -> tuple[int, int]:
    """The club's version and its names' version; (-1, 0) for no club."""
    row = db.execute("SELECT version, names_version FROM clubs WHERE id = ?", [club]).fetchone()
    return (int(row[0]), int(row[1])) if row else (-1, 0)


def match_version_of(db: Database, club: str, match: str) -> MatchVersion | None:
    return fetch_one(
        db,
        MatchVersion,
        "SELECT m.version, e.key, c.names_version FROM matches m JOIN clubs c ON c.id = m.club "
        "LEFT JOIN match_events e ON e.club = m.club AND e.match = m.id AND e.version = m.version "
        "WHERE m.club = ? AND m.id = ?",
        *(club, match),
    )


def entry_version(db: Database, club: str, match: str, key: str) -> int | None:
    entered = "SELECT version FROM match_events WHERE club = ? AND match = ? AND key = ?"
    return cast(int | None, value(db, entered, club, match, key))
