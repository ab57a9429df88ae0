"""Read-only mode: the whole instance during maintenance, or one club, takes no changes.

The guard is in the schema: a change that was under way when the words were written is refused as well.
"""

from sqlite_utils import Database

WHOLE_INSTANCE = ""  # stands where a club's id would


def read_only_words(db: Database, club: str = WHOLE_INSTANCE) -> str | None:
    """The notice while the instance, or this club, is read-only; None if it is not."""
    row = db.execute(
        "SELECT words FROM read_only WHERE club = ? OR club = ? ORDER BY club LIMIT 1", [WHOLE_INSTANCE, club]
    ).fetchone()
    return row and str(row[0])


def set_read_only(db: Database, club: str, words: str, at: str) -> None:
    """Start read-only mode, and say so in these words."""
    db.execute(
        "INSERT INTO read_only (club, words, since) VALUES (?, ?, ?) "
        "ON CONFLICT (club) DO UPDATE SET words = excluded.words, since = excluded.since",
        [club, words, at],
    )


def end_read_only(db: Database, club: str) -> None:
    """End read-only mode."""
    db.execute("DELETE FROM read_only WHERE club = ?", [club])


def touch_access_of_all(db: Database) -> None:
    """Invalidate what every phone of every club has cached."""
    db.execute("UPDATE clubs SET access_version = access_version + 1")


def set_moved_to(db: Database, club: str, address: str) -> bool:
    """Note that the club, which is read-only here, is at ``address`` from now on; whether it is read-only."""
    found = db.execute(
        "UPDATE read_only SET moved_to = ? WHERE club = ? RETURNING club", [address, club]
    ).fetchone()
    return found is not None


def moved_to(db: Database, club: str) -> str | None:
    """The address of the instance that the club has moved to; None where it is still here."""
    row = db.execute("SELECT moved_to FROM read_only WHERE club = ?", [club]).fetchone()
    return str(row[0]) if row and row[0] else None
