"""What a page or a book was made from, in one indexed read: what is known already need not be made again."""

from typing import NamedTuple

from sqlite_utils import Database


class MatchVersion(NamedTuple):
    """All that a match's book follows from: its version with the key of the entry that gave it (None before
    the first), and the club's version at which somebody was called otherwise last."""

    version: int
    key: str | None
    names_version: int


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

    That is when something in the club was renamed last, and how many hands its players told themselves.
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
