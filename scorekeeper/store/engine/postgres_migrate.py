"""Bringing a PostgreSQL database to today's schema: the same steps as SQLite's, once, under a lock."""

from contextlib import closing
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
    names = list[str]()
    with closing(Postgres(url, patient=True)) as db:
        while step := _take_one_step(db):
            names.append(step)
    return names


def steps_taken(db: Postgres) -> list[str]:
    """The steps that have been taken, in their order; none in a database that is not ours yet."""
    if db.execute("SELECT to_regclass('steps')").fetchone()[0] is None:
        return []
    return [row[0] for row in db.execute("SELECT name FROM steps ORDER BY number").fetchall()]


def _take_one_step(db: Postgres) -> str | None:
    """Take the first step that has not been taken; its name, or None where there is none.

    The lock is the transaction's, not the session's: behind a pooler each transaction may have another.
    """
    known = migrations.pending(Database(memory=True))
    db.execute("BEGIN")
    with db:
        for limit in ("lock_timeout", "statement_timeout"):
            db.execute(f"SET LOCAL {limit} = 0")  # a pooler’s are for those who answer phones
        db.execute("SELECT pg_advisory_xact_lock(?)", [APPLICATION_ID])
        db.execute(_STEPS)
        taken = steps_taken(db)
        if strange := set(taken) - {step.name for step in known}:
            raise StoreError(
                f"The database was written by a newer Scorekeeper ({', '.join(sorted(strange))}). "
                "Nothing was changed; upgrade this one."
            )
        step = next((step for step in known if step.name not in taken), None)
        if step is None:
            return None
        step.fn(cast(Database, db))
        db.execute("INSERT INTO steps (number, name) VALUES (?, ?)", [len(taken) + 1, step.name])
    return step.name
