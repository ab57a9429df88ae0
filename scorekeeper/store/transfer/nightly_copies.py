"""Last night's copy of each club: made by the nightly command, fetched by the club's manager."""

from datetime import datetime
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.timestamps import moment_of


class NightlyCopy(NamedTuple):
    """When a club's copy was made, and how many bytes its file has."""

    made_at: str
    size: int


def find_copy(db: Database, club: str) -> NightlyCopy | None:
    """The club's copy, if there is one."""
    row = db.execute("SELECT made_at, size FROM nightly_copies WHERE club = ?", [club]).fetchone()
    return row and NightlyCopy(*row)


def newest_of_all(db: Database) -> datetime | None:
    """When the newest copy of any club was made."""
    row = db.execute("SELECT max(made_at) FROM nightly_copies").fetchone()
    return None if row[0] is None else moment_of(row[0])


def content_of_copy(db: Database, club: str) -> bytes | None:
    """The file, compressed with gzip."""
    row = db.execute("SELECT content FROM nightly_copies WHERE club = ?", [club]).fetchone()
    return row and bytes(row[0])


def edition_of(db: Database, club: str) -> str:
    """What a copy that is made now is made from: it changes with everything that changes in the club."""
    row = db.execute("SELECT version, names_version, access_version FROM clubs WHERE id = ?", [club])
    return " ".join(map(str, row.fetchone() or ()))


def add_copy(db: Database, club: str, made: NightlyCopy, edition: str, content: bytes) -> None:
    """Store the copy of a club that has none."""
    db.execute(
        "INSERT INTO nightly_copies (club, made_at, edition, size, content) VALUES (?, ?, ?, ?, ?)",
        [club, made.made_at, edition, made.size, content],
    )


def still_current(db: Database, club: str, edition: str, at: str) -> bool:
    """Whether the club is still what its copy was made from, which is then dated ``at``."""
    found = db.execute(
        "UPDATE nightly_copies SET made_at = ? WHERE club = ? AND edition = ? RETURNING club",
        [at, club, edition],
    ).fetchone()
    return found is not None


def delete_copy(db: Database, club: str) -> None:
    db.execute("DELETE FROM nightly_copies WHERE club = ?", [club])
