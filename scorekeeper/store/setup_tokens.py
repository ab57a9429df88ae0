"""The one link of a first start, for the program that prints it."""

from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.clubs import first_start_secret as new_secret
from scorekeeper.store.engine.connection import open_store, writing


def first_start_secret(path: str | Path) -> str | None:
    """A fresh secret for ``/start/<secret>`` while the database at ``path`` holds no club, else None."""
    db = open_store(path)
    try:
        with writing(db):
            return new_secret(db, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    finally:
        db.close()
