"""Bringing a PostgreSQL database to today's schema: the same steps as SQLite's, once, under a lock."""

from typing import cast

from sqlite_utils import Database

from scorekeeper.store.engine.connection import APPLICATION_ID
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.migrations.steps import migrations
from scorekeeper.store.engine.postgres import Postgres

_STEPS = "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"


def migrate_postgres(url: str) -> list[str]:
    """Take the steps that this database has not taken yet; their names.

    Several servers may call this at the same moment: one works, the others wait and find nothing to do.
    Raises ``StoreError`` for a database that a newer Scorekeeper has written.
    """
    db = Postgres(url, patient=True)
    try:
        db.execute("SELECT pg_advisory_lock(?)", [APPLICATION_ID])
        db.execute(_STEPS)
        return _take_steps(db)
    finally:
        db.close()


def steps_taken(db: Postgres) -> list[str]:
    """The steps that have been taken, in their order; none in a database that is not ours yet."""
    if db.execute("SELECT to_regclass('steps')").fetchone()[0] is None:
        return []
    return [row[0] for row in db.execute("SELECT name FROM steps ORDER BY number").fetchall()]


def _take_steps(db: Postgres) -> list[str]:
    known = migrations.pending(Database(memory=True))
    taken = steps_taken(db)
    strange = set(taken) - {step.name for step in known}
    if strange:
        raise StoreError(
            f"The database was written by a newer Scorekeeper ({', '.join(sorted(strange))}). "
            "Nothing was changed; upgrade this one."
        )
    pending = [step for step in known if step.name not in taken]
    for number, step in enumerate(pending, len(taken) + 1):
        db.execute("BEGIN")
        with db:
            step.fn(cast(Database, db))
            db.execute("INSERT INTO steps (number, name) VALUES (?, ?)", [number, step.name])
    return [step.name for step in pending]
