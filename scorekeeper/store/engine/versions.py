"""Versions: what a page or a match's state was made from, in one indexed read.

A club has three. ``version`` rises with every write, ``names_version`` when somebody or something is called
otherwise, ``access_version`` when a link ends or the club is opened, closed, deleted or restored.
"""

from typing import NamedTuple

from sqlite_utils import Database


class MatchVersion(NamedTuple):
    """All that a match's book follows from: its version with the key of the entry that gave it (None before
    the first), and the version of the club's names."""

    version: int
    key: str | None
    names_version: int


def touch(db: Database, club: str) -> int:
    """Raise the club's version, because something on one of its pages has changed; the new version."""
    row = db.execute("UPDATE clubs SET version = version + 1 WHERE id = ? RETURNING version", [club])
    return int(row.fetchone()[0])


def touch_names(db: Database, club: str) -> None:
    """Somebody or something of the club is called otherwise from now on."""
    db.execute("UPDATE clubs SET names_version = names_version + 1 WHERE id = ?", [club])


def touch_access(db: Database, club: str) -> None:
    """Who may look at the club has changed: a 304 that was given before proves nothing any more."""
    db.execute("UPDATE clubs SET access_version = access_version + 1 WHERE id = ?", [club])


def version_of(db: Database, club: str) -> int | None:
    """Raised by everything that is told of the club; None where there is no such club."""
    row = db.conn.execute("SELECT version FROM clubs WHERE id = ?", [club]).fetchone()
    return row and int(row[0])


def state_of(db: Database, club: str) -> tuple[int, int]:
    """The club's version and its names' version; (-1, 0) for no club."""
    row = db.execute("SELECT version, names_version FROM clubs WHERE id = ?", [club]).fetchone()
    return (int(row[0]), int(row[1])) if row else (-1, 0)


def match_version_of(db: Database, club: str, match: str) -> MatchVersion | None:
    """Where the match stands now; None for an unknown match."""
    row = db.execute(
        "SELECT m.version, e.key, c.names_version FROM matches m JOIN clubs c ON c.id = m.club "
        "LEFT JOIN match_events e ON e.club = m.club AND e.match = m.id AND e.version = m.version "
        "WHERE m.club = ? AND m.id = ?",
        [club, match],
    ).fetchone()
    return row and MatchVersion(*row)


def match_version(db: Database, club: str, match: str) -> tuple[int, str] | None:
    """The match's version, and what else its page tells: None for an unknown match.

    That is the version of the club's names, and how many hands its players told themselves.
    """
    row = db.execute(
        "SELECT m.version, c.names_version, "
        "(SELECT max(number) FROM reported_hands WHERE club = m.club AND match = m.id) "
        "FROM matches m JOIN clubs c ON c.id = m.club WHERE m.club = ? AND m.id = ?",
        [club, match],
    ).fetchone()
    return row and (int(row[0]), f"{row[1]}.{row[2]}")


def entry_version(db: Database, club: str, match: str, key: str) -> int | None:
    """The version of the entry that came with this key, None where none did."""
    row = db.execute(
        "SELECT version FROM match_events WHERE club = ? AND match = ? AND key = ?", [club, match, key]
    ).fetchone()
    return row and int(row[0])
