"""Deleted clubs stay in the trash for thirty days; then all their data is erased."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.clubs import COLUMNS, Club
from scorekeeper.store.engine.connection import on_postgres
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


class TrashedClub(NamedTuple):
    """A club in the trash, and the day, in UTC, on which it is gone for good."""

    club: Club
    gone_on: str


def trash_club(db: Database, club: Club, author: Author) -> None:
    """Hide the club from everybody; within thirty days its manager can restore it."""
    db.execute("UPDATE clubs SET deleted_at = ? WHERE id = ?", [author.at, club.id])
    add_change(db, club.id, ("club", club.id, "deleted_at"), None, author.at, author)
    touch_access(db, club.id)


def trash_unasked(db: Database, club: str, at: str) -> None:
    """Put a club into the trash for the operator of the instance: no phone of the club did it.

    In one statement, which a club that is read-only allows: one that has moved away is closed so.
    """
    db.execute(
        "UPDATE clubs SET deleted_at = ?, access_version = access_version + 1 WHERE id = ?", [at, club]
    )


def restore_trashed(db: Database, club: Club, author: Author) -> None:
    """Bring a deleted club back as it was."""
    db.execute("UPDATE clubs SET deleted_at = NULL WHERE id = ?", [club.id])
    add_change(db, club.id, ("club", club.id, "deleted_at"), "in the trash", None, author)
    touch_access(db, club.id)


def find_trashed(db: Database, club: str) -> TrashedClub | None:
    """The club of this id if it is in the trash."""
    row = db.execute(
        f"SELECT {COLUMNS}, deleted_at FROM clubs WHERE id = ? AND deleted_at IS NOT NULL",  # nosec B608 # ours
        [club],
    ).fetchone()
    if row is None:
        return None
    *found, deleted_at = row
    gone = moment_of(deleted_at) + timedelta(days=TRASH_DAYS)
    return TrashedClub(Club(*found), gone.date().isoformat())


def trashed_clubs(db: Database) -> list[Club]:
    """Every club in the trash, the one deleted last first."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM clubs WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC"  # nosec B608 # ours
    )
    return [Club(*row) for row in rows.fetchall()]


def newest_time(db: Database, club: str | None = None) -> datetime | None:
    """When this database last heard of the time: an act in any club, or in one."""
    newest = [
        f"SELECT max({time}) FROM {table}" + (f" WHERE {owner} = ?" if club else "")  # nosec B608 # ours
        for table, (owner, time) in _TIMES.items()
    ]
    rows = db.execute(" UNION ALL ".join(newest), [club] * len(newest) if club else []).fetchall()
    times = [row[0] for row in rows if row[0] is not None]
    return moment_of(max(times)) if times else None


def due_for_erasure(db: Database, now: datetime) -> list[str]:
    """The clubs that were deleted thirty days ago or earlier."""
    due = timestamp(now - timedelta(days=TRASH_DAYS))
    rows = db.execute("SELECT id FROM clubs WHERE deleted_at <= ? ORDER BY id", [due]).fetchall()
    return [row[0] for row in rows]


def erase_club(db: Database, club: str) -> None:
    """Delete all of the club's rows, under its ``erasure_lock``."""
    # The foreign keys of one club form a cycle, so they are checked once all its rows are deleted.
    db.execute("PRAGMA defer_foreign_keys = ON")
    for table in tables_of_clubs(db):
        db.execute(f"DELETE FROM {table} WHERE club = ?", [club])  # nosec B608 # the schema's names
    db.execute("DELETE FROM clubs WHERE id = ?", [club])


@contextmanager
def erasure_lock(db: Database, club: str) -> Iterator[None]:
    """The part of a transaction in which this club's facts may be changed or taken away, and no other's.

    Nested inside another one of the same club, it ends with the outer one.
    """
    if db.execute("SELECT 1 FROM erasure_lock WHERE club = ?", [club]).fetchone():
        yield
        return
    db.execute("INSERT INTO erasure_lock (club) VALUES (?)", [club])
    yield
    db.execute("DELETE FROM erasure_lock WHERE club = ?", [club])


def tables_of_clubs(db: Database) -> list[str]:
    """Every table whose rows belong to a club; its seals follow them by themselves."""
    if on_postgres(db):
        found = (
            "SELECT table_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND column_name = 'club'"
        )
    else:
        found = (
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND c.name = 'club'"
        )
    return sorted({str(name) for (name,) in db.execute(found).fetchall()} - _NOT_CARRIED)
