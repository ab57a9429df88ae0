"""Opening the database, and the one way to write to it."""

import sys
from collections.abc import Hashable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import cast
from weakref import WeakKeyDictionary

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

from scorekeeper.config import is_postgres
from scorekeeper.store.engine.errors import Damaged, ReadOnly, StoreError
from scorekeeper.store.engine.seals import seal, sealing

APPLICATION_ID = 0x444F4D31  # "DOM1": distinguishes our file from any other program's
BUSY_SECONDS = 5
_READ_ONLY = "clubs are read-only"  # the schema's guard
_identities: WeakKeyDictionary[Database, Hashable] = WeakKeyDictionary()


def journal_mode(version: tuple[int, ...], platform: str = sys.platform) -> str:
    """``WAL`` on an SQLite whose WAL-reset bug is fixed, otherwise ``DELETE``.

    SQLite 3.7.0 to 3.51.2 can corrupt a WAL file (sqlite.org/wal.html#walresetbug); the fix is in
    3.51.3 and was carried back to 3.50.7 and 3.44.6. In a browser there is no shared memory, and a WAL
    could be begun but never read.
    """
    if platform == "emscripten":
        return "DELETE"
    fixed = version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)
    return "WAL" if fixed else "DELETE"


def reads_never_wait(path: str | Path) -> bool:
    """Whether what is read there waits neither for whoever writes nor for a network."""
    return not is_postgres(path) and journal_mode(sqlite3.sqlite_version_info) == "WAL"


def journal_of(db: Database) -> str:
    return str(db.execute("PRAGMA journal_mode").fetchone()[0]).upper()


def fit_journal(db: Database) -> None:
    """Give the file the journal that suits this SQLite, unless somebody else has the file open."""
    fitting = journal_mode(sqlite3.sqlite_version_info)
    if journal_of(db) != fitting:
        with suppress(sqlite3.OperationalError):
            db.execute(f"PRAGMA journal_mode = {fitting}")


def open_store(path: str | Path, *, patient: bool = False) -> Database:
    """The database at ``path``, ready for facts: keys enforced, every commit on the disk.

    ``path`` is a file, or a URL of PostgreSQL; ``patient`` waits for its answers as long as it takes.
    Raises ``StoreError`` where there is no database of ours yet.
    """
    if is_postgres(path):
        from scorekeeper.store.engine.postgres import Postgres  # psycopg is an extra, and slow to import

        return cast(Database, Postgres(str(path), patient=patient))
    if not Path(path).is_file():
        raise StoreError(f"There is no database at {path}. Name another file, or start the server first.")
    return connect(path)


def connect(path: str | Path) -> Database:
    """A connection with our settings, for one thread at a time; makes an empty file where there is none."""
    connection = sqlite3.connect(
        str(path), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA temp_store = MEMORY")
        # What is erased, or called otherwise, is overwritten with zeros.
        connection.execute("PRAGMA secure_delete = ON")
        # Every commit is synced; in journal mode DELETE the folder is as well, or a power cut could undo one.
        connection.execute("PRAGMA synchronous = EXTRA")
        return Database(connection, execute_plugins=False)
    except sqlite3.OperationalError:
        connection.close()
        raise  # somebody holds it, or the disk is at fault: the file may be sound
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite quotes what it cannot read
        connection.close()
        raise Damaged(f"{path} cannot be read as a database: {error}.") from error


def copy_into(db: Database, empty: Path) -> None:
    """Write all that the database holds at this moment into a new file, which nobody else may read."""
    empty.touch(mode=0o600)
    db.execute("VACUUM INTO ?", [str(empty)])


def copy_club_into(database: Path, club: str, empty: Path) -> None:
    """Write what is this club's, and what is no club's, into a new file, which nobody else may read."""
    empty.touch(mode=0o600)
    with closing(connect(empty)) as copy:
        copy.execute("PRAGMA foreign_keys = OFF")
        copy.execute("ATTACH ? AS whole", [str(database)])
        copy.execute("BEGIN")
        made = copy.execute(
            "SELECT type, name, sql FROM whole.sqlite_schema WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*' "
            "ORDER BY type != 'table'"  # guards, which come last, would refuse the rows
        ).fetchall()
        for kind, name, statement in made:
            copy.execute(statement)
            if kind == "table":
                columns = {row[1] for row in copy.execute(f"PRAGMA table_info({name})")}
                of = "id" if name == "clubs" else "club"
                only, values = (f" WHERE {of} = ?", [club]) if of in columns else ("", [])
                copy.execute(f"INSERT INTO {name} SELECT * FROM whole.{name}{only}", values)  # nosec B608 # the schema's names
        for mark in ("application_id", "user_version"):
            (value,) = copy.execute(f"PRAGMA whole.{mark}").fetchone()
            copy.execute(f"PRAGMA {mark} = {value}")
        copy.execute("COMMIT")


def on_postgres(db: Database) -> bool:
    return hasattr(db, "url")


def database_identity(db: Database) -> Hashable:
    """The identity of the file, or the URL, behind a connection: part of every cache key."""
    if db not in _identities:
        path = None if on_postgres(db) else Path(db.execute("PRAGMA database_list").fetchone()[2])
        _identities[db] = (str(path), path.stat().st_ino) if path else getattr(db, "url")  # noqa: B009
    return _identities[db]


def can_be_written(db: Database) -> bool:
    """Take and release the write lock without writing; raises whatever prevents it."""
    with writing(db):
        return True


def empty_log(db: Database) -> None:
    """Empty the write-ahead log, so that erased data is not left in it."""
    if not on_postgres(db):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def defer_references(db: Database) -> None:
    """Check foreign keys at the end of this transaction only: those of one club form a cycle."""
    db.execute("PRAGMA defer_foreign_keys = ON")


@contextmanager
def reading(db: Database) -> Iterator[Database]:
    """A transaction whose reads are all of one moment; whoever writes goes on."""
    db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if on_postgres(db) else "BEGIN")
    with db.conn:
        yield db


@contextmanager
def snapshot(db: Database) -> Iterator[Database]:
    """A transaction with one consistent snapshot; on PostgreSQL nobody writes meanwhile."""
    with reading(db):
        if on_postgres(db):
            db.execute("LOCK TABLE clubs IN SHARE MODE")  # every act writes to its club
        yield db


@contextmanager
def writing(db: Database, club: str | None = None) -> Iterator[Database]:
    """One write transaction that holds the write lock from its first statement.

    A transaction that begins by reading fails at once beside another writer, whatever the timeout;
    taking the lock first makes it wait its turn. SQLite has one lock. On PostgreSQL the writers of one
    ``club`` wait for each other; a transaction that names none sees to it that nobody came between, or
    raises ``Retryable``. Raises ``ReadOnly`` where no changes are taken.
    """
    try:
        with _transaction(db, club):
            yield db
    except sqlite3.IntegrityError as error:
        if _READ_ONLY in str(error):
            raise ReadOnly(str(error)) from error
        raise


@contextmanager
def _transaction(db: Database, club: str | None) -> Iterator[None]:
    if club is not None and on_postgres(db):
        db.execute("BEGIN")
        with db.conn:
            rows = db.execute(
                "SELECT u.subject FROM clubs c LEFT JOIN unsealed u ON u.club = c.id WHERE c.id = ? "
                "FOR UPDATE OF c",
                [club],
            )
            before = {(club, subject) for (subject,) in rows.fetchall()}
            yield
            seal(db, before, club)
        return
    with sealing(db, club):
        yield
