"""Opening a club, and the one-time link of a first start."""

from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.clubs import setup_tokens
from scorekeeper.store.clubs.clubs import Club, add_club
from scorekeeper.store.engine.connection import open_store, writing
from scorekeeper.timestamps import timestamp


def first_start_secret(path: str | Path) -> str | None:
    """A fresh secret for ``/start/<secret>`` while the database at ``path`` holds no club, else None."""
    db = open_store(path)
    try:
        with writing(db):
            return setup_tokens.first_start_secret(db, timestamp(datetime.now(UTC)))
    finally:
        db.close()


def open_club(db: Database, name: str, at: str) -> Club:
    """A new club with its three links."""
    with writing(db):
        return add_club(db, name, at)


def open_first_club(db: Database, secret: str, name: str, at: str) -> Club | None:
    """The first club, for whoever holds the secret; None where somebody else has used it just now."""
    with writing(db):
        return add_club(db, name, at) if setup_tokens.may_start(db, secret) else None
