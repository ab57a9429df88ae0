"""Last night's copy of a club, which its manager can take along."""

from datetime import datetime
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.rows import delete, find, insert, value
from scorekeeper.timestamps import moment_of


class NightlyCopy(NamedTuple):
    made_at: str
    size: int


def find_nightly_copy(db: Database, club: str) -> NightlyCopy | None:
    return find(db, NightlyCopy, "nightly_copies", club=club)


def newest_nightly_copy(db: Database) -> datetime | None:
    newest = value(db, "SELECT max(made_at) FROM nightly_copies")
    return newest and moment_of(newest)


def content_of_nightly_copy(db: Database, club: str) -> bytes | None:
    content = value(db, "SELECT content FROM nightly_copies WHERE club = ?", club)
    return content and bytes(content)


def edition_of(db: Database, club: str) -> str:
    """What a copy that is made now is made from: it changes with everything that changes in the club."""
    row = db.execute("SELECT version, names_version, access_version FROM clubs WHERE id = ?", [club])
    return " ".join(map(str, row.fetchone() or ()))


def add_nightly_copy(db: Database, club: str, made: NightlyCopy, edition: str, content: bytes) -> None:
    insert(db, "nightly_copies", club=club, edition=edition, content=content, **made._asdict())


def still_current(db: Database, club: str, edition: str, at: str) -> bool:
    """Whether the club is still what its copy was made from, which is then dated ``at``."""
    dated = "UPDATE nightly_copies SET made_at = ? WHERE club = ? AND edition = ? RETURNING club"
    return value(db, dated, at, club, edition) is not None


def delete_nightly_copy(db: Database, club: str) -> None:
    delete(db, "nightly_copies", club=club)
