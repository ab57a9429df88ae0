"""Bringing a database to today's schema, once, under a lock: a file, or step by step a server."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import cast

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

from scorekeeper.config import is_postgres
from scorekeeper.store.engine.connection import APPLICATION_ID, connect, copy_into, fit_journal, on_postgres
from scorekeeper.store.engine.errors import Damaged, StoreError, fault_of_disk
from scorekeeper.store.engine.locks import migrating, put_whole, refuse_served, remove, was_served, whole
from scorekeeper.store.engine.rows import column
from scorekeeper.store.engine.schema import all_steps, blank, migrations, schema_version

_STEPS = "CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"
_UNFINISHED = (
    "{path} lacks {missing}: it is from before this release, or was changed by hand. Nothing was done to it; "
    "name another, or open it with the version that wrote it."
)
COPY_MADE_AT = "%Y%m%dT%H%M%SZ"  # in the name of a copy of the database


def migrate(path: str | Path, *, make: bool = True) -> list[str]:
    """Make or update the database at ``path``; the names of the steps that were taken.

    Several processes may call this at the same moment: one works, the others wait and find nothing
    to do. An existing database is copied beside itself before it is changed; a new one has its name only
    once it is whole. Raises ``StoreError`` for a file that is not ours, is damaged, or was written by a newer
    Scorekeeper, where one that was there is gone, and where there is none and none is to be made.
    """
    if is_postgres(path):
        return _migrate_server(str(path))
    path = Path(path)
    if not make and not path.exists():
        raise StoreError(f"There is no database at {path}. Name another file, or start the server first.")
    path.parent.mkdir(parents=True, exist_ok=True)
    with migrating(path):
        if path.exists() and path.stat().st_size > 0:
            return _upgrade(path)
        _refuse_lost(path)
        return _make(path)


def _migrate_server(url: str) -> list[str]:
    """As ``migrate``, for PostgreSQL, whose servers may all ask for it at the same moment."""
    from scorekeeper.store.engine.postgres import Postgres  # psycopg is an extra

    names = list[str]()
    with closing(Postgres(url, patient=True)) as server:
        db = cast(Database, server)
        while step := _take_one_step(db):
            names.append(step)
        refuse_unfinished(db, "The database")
    return names


def _take_one_step(db: Database) -> str | None:
    """Take the first step that has not been taken; its name, or None where there is none.

    The lock is the transaction's, not the session's: behind a pooler each transaction may have another.
    """
    known = all_steps()
    db.execute("BEGIN")
    with db.conn:
        for limit in ("lock_timeout", "statement_timeout"):
            db.execute(f"SET LOCAL {limit} = 0")  # a pooler’s are for those who answer phones
        db.execute("SELECT pg_advisory_xact_lock(?)", [APPLICATION_ID])
        db.execute(_STEPS)
        taken = _steps_of_server(db)
        if strange := set(taken) - {step.name for step in known}:
            raise StoreError(
                f"The database was written by a newer Scorekeeper ({', '.join(sorted(strange))}). "
                "Nothing was changed; upgrade this one."
            )
        step = next((step for step in known if step.name not in taken), None)
        if step is None:
            return None
        step.fn(db)
        db.execute("INSERT INTO steps (number, name) VALUES (?, ?)", [len(taken) + 1, step.name])
    return step.name


def _steps_of_server(db: Database) -> list[str]:
    """The steps that have been taken, in their order; none in a database that is not ours yet."""
    if db.execute("SELECT to_regclass('steps')").fetchone()[0] is None:
        return []
    return column(db, "SELECT name FROM steps ORDER BY number")


def _make(path: Path) -> list[str]:
    """A new database, made beside its place and then renamed: an interruption leaves no half-made file.

    It gets its write-ahead log after its name: SQLite does not tell when it could not empty a log into the
    draft, and what was in the log would be lost.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        remove(draft)
        draft.touch(mode=0o600)  # names of people are in it; its journal gets the same mode
        with closing(connect(draft)) as db:
            steps = take_steps(db, path)
        put_whole(draft, path)
        with closing(connect(path)) as db:
            fit_journal(db)
    except sqlite3.Error as error:
        fault = fault_of_disk(error, path.parent) or error
        raise StoreError(f"No database could be made at {path}: {fault}. Nothing is there.") from error
    return steps


def _upgrade(path: Path) -> list[str]:
    with closing(connect(path)) as db:
        refuse_foreign(db, path)
        fit_journal(db)
        pending = [step.name for step in migrations.pending(db)]
        if not pending:
            refuse_unfinished(db, path)
            if up_to_date(db):
                return []
        elif len(pending) == schema_version() and db.table("clubs").exists():
            raise StoreError(_UNFINISHED.format(path=path, missing="its first step"))
        if pending:
            refuse_served(path, "It is of an older version: stop it first. Nothing was changed.")
        try:
            copy_beside(path, pending[0] if pending else "repair", partial(copy_into, db))
            return take_steps(db, path)
        except sqlite3.Error as error:
            fault = fault_of_disk(error, path.parent) or error
            raise StoreError(f"{path} could not be brought up to date: {fault}. It is as it was.") from error


def copy_beside(path: Path, why: str, copy_to: Callable[[Path], None]) -> Path:
    """Keep what ``copy_to`` copies beside the database; what is older than copies are kept goes with them."""
    timestamp = datetime.now(UTC).strftime(COPY_MADE_AT)
    copy = path.with_name(f"{path.stem}.before-{why}-{timestamp}.db")
    with whole(copy) as draft:
        copy_to(draft)
    return copy


def take_steps(db: Database, path: Path) -> list[str]:
    """Bring an open database up to date: its steps, their names and its version in one transaction."""
    pending = [step.name for step in migrations.pending(db)]
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrations.apply(db)
        broken = db.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise StoreError(f"After migrating, {len(broken)} rows of {path} point at nothing: {broken[:3]}.")
        db.execute(f"PRAGMA user_version = {schema_version()}")
    return pending


def _refuse_lost(path: Path) -> None:
    """Refuse to create a database silently where one was served, or where its journal is left."""
    if path.exists() and was_served(path):
        raise StoreError(f"{path} is empty, and was not before. Nothing was changed; restore a backup.")
    beside = path.with_name(f"{path.name}-wal")
    if was_served(path) or (beside.exists() and beside.stat().st_size > 0):
        raise StoreError(
            f"There was a database at {path}, and it is gone. Put it back, or a copy with “scorekeeper "
            f"restore”; to begin with a new one, take away {path.name}.serving and {path.name}-wal beside it."
        )


def refuse_foreign(db: Database, path: Path) -> None:
    """Raise ``StoreError`` unless the file is ours, whole, and not from a newer Scorekeeper."""
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise Damaged(
            f"{path} is not a database that can be read ({error}). Nothing was changed; restore a backup."
        ) from error
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is not a Scorekeeper database. Nothing was changed; name another file.")
    if version > schema_version():
        raise StoreError(f"{path} was written by a newer Scorekeeper. Nothing was changed; upgrade this one.")
    if verdict != "ok":
        raise Damaged(
            f"{path} is damaged ({' '.join(verdict.split())}). Nothing was changed; restore a backup."
        )


def refuse_unfinished(db: Database, path: Path | str) -> None:
    """Raise ``StoreError`` where the tables are not those of the steps: one that was still being written."""
    if missing := columns_of_steps(schema_version()) - columns_of(db):
        raise StoreError(_UNFINISHED.format(path=path, missing=", ".join(sorted(missing)[:3])))


@cache
def columns_of_steps(_version: int) -> set[str]:
    with closing(blank()) as fresh:
        return columns_of(fresh)


def columns_of(db: Database) -> set[str]:
    """Every column of every table, such as ``clubs.name``."""
    if on_postgres(db):
        found = (
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema()"
        )
    else:
        found = (
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
            "WHERE m.type = 'table'"
        )
    rows = db.execute(found).fetchall()
    return {f"{table}.{column}" for table, column in rows if not table.startswith("_")}


def steps_taken(db: Database) -> list[str]:
    if on_postgres(db):
        return _steps_of_server(db)
    return [step.name for step in migrations.applied(db)]


def up_to_date(db: Database) -> bool:
    """Whether every step of this version has been taken, and none of a newer one."""
    if on_postgres(db):
        return len(steps_taken(db)) == schema_version()
    return bool(db.execute("PRAGMA user_version").fetchone() == (schema_version(),))


def prove_write(db: Database) -> None:
    """Sync a write that changes nothing to the disk; raises the engine's error if that fails."""
    if on_postgres(db):
        db.execute("UPDATE steps SET name = name WHERE number = 1")
        return
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        db.execute(f"PRAGMA user_version = {schema_version()}")
