"""Bringing a database file to today's schema, once, under a lock."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

from scorekeeper.store.engine.connection import APPLICATION_ID, connect, fit_journal, is_postgres, on_postgres
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.locks import migrating, was_served
from scorekeeper.store.engine.migrations.steps import migrations, schema_version


def migrate(path: str | Path) -> list[str]:
    """Make or mend the database at ``path``; the names of the steps that were taken.

    Several processes may call this at the same moment: one works, the others wait and find nothing
    to do. An existing database is copied beside itself before it is changed. Raises ``StoreError``
    for a file that is not ours, is damaged, or was written by a newer Scorekeeper.
    """
    if is_postgres(path):
        from scorekeeper.store.engine.postgres_migrate import migrate_postgres

        return migrate_postgres(str(path))
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with migrating(path):
        fresh = not path.exists() or path.stat().st_size == 0
        if fresh:
            _refuse_emptied(path)
            path.touch(mode=0o600)  # names of people are in it; its journal gets the same mode
        db = connect(path)
        try:
            if not fresh:
                refuse_foreign(db, path)
            fit_journal(db)
            return _apply(db, path, fresh=fresh)
        finally:
            db.close()


def _apply(db: Database, path: Path, *, fresh: bool) -> list[str]:
    pending = [step.name for step in migrations.pending(db)]
    if not pending:
        return []
    if fresh:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    else:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        copy = path.with_name(f"{path.stem}.before-{pending[0]}-{stamp}.db")
        db.execute("VACUUM INTO ?", [str(copy)])
        copy.chmod(0o600)
    db.execute("PRAGMA foreign_keys = OFF")
    migrations.apply(db)
    broken = db.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise StoreError(f"After migrating, {len(broken)} rows of {path} point at nothing: {broken[:3]}.")
    db.execute(f"PRAGMA user_version = {schema_version()}")
    return pending


def _refuse_emptied(path: Path) -> None:
    """SQLite takes a file of no bytes for a new database; one that was served has lost what was in it."""
    if path.exists() and was_served(path):
        raise StoreError(f"{path} is empty, and was not before. Nothing was changed; restore a backup.")


def refuse_foreign(db: Database, path: Path) -> None:
    """Raise ``StoreError`` unless the file is ours, whole, and not from a newer Scorekeeper."""
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{path} is not a database that can be read ({error}). Nothing was changed; restore a backup."
        ) from error
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is not a Scorekeeper database. Nothing was changed; name another file.")
    if version > schema_version():
        raise StoreError(f"{path} was written by a newer Scorekeeper. Nothing was changed; upgrade this one.")
    if verdict != "ok":
        raise StoreError(f"{path} is damaged ({verdict}). Nothing was changed; restore a backup.")


def steps_taken(db: Database) -> list[str]:
    """The names of the steps that this database has taken, in their order."""
    if on_postgres(db):
        from scorekeeper.store.engine import postgres_migrate

        return postgres_migrate.steps_taken(cast(Any, db))
    return [step.name for step in migrations.applied(db)]


def up_to_date(db: Database) -> bool:
    """Whether every step of this version has been taken, and none of a newer one."""
    if on_postgres(db):
        return len(steps_taken(db)) == schema_version()
    return bool(db.execute("PRAGMA user_version").fetchone() == (schema_version(),))
