"""PostgreSQL behind the same functions: a connection that takes the statements written for SQLite.

The statements keep to what both engines share, so little is left to say differently: how a value's place is
marked, how a transaction begins, and the words of the schema. Needs psycopg, which the extra
``dominoes-scorekeeper[postgres]`` brings.

A server that is frozen, or a network that swallows everything, leaves whoever waits for an answer waiting,
whatever limits the server has. So one thread watches all that wait, and closes their connections.
"""

import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # its errors are what callers know

from scorekeeper.store.engine.errors import OperationalError, Retryable, StoreError

_LOOK = 0.2  # seconds between two looks

_waiting: dict[int, tuple[float, Any]] = {}
_turn = threading.Condition()
_watch: list[threading.Thread] = []


@contextmanager
def hung_up_on(connection: Any, seconds: float | None) -> Iterator[None]:
    """Have the connection (of psycopg) end if what is done here takes longer; None waits for ever.

    Raises ``OperationalError`` then: whether it was done nobody knows, and to ask at once would take as long.
    """
    if seconds is None:
        yield
        return
    with _turn:
        _waiting[id(connection)] = (time.monotonic() + seconds, connection)
        if not _watch or not _watch[0].is_alive():
            _watch[:] = [threading.Thread(target=_look, name="watchdog", daemon=True)]
            _watch[0].start()
        _turn.notify()
    try:
        yield
    except Exception as error:
        if not _forget(connection):
            raise OperationalError("busy: the database server does not answer in time") from error
        raise
    _forget(connection)


def _forget(connection: Any) -> bool:
    """Wait for it no more; False where that has been hung up on."""
    with _turn:
        return _waiting.pop(id(connection), None) is not None


def _look() -> None:
    while True:
        with _turn:
            while not _waiting:
                _turn.wait()
            late = [key for key, (until, _) in _waiting.items() if until < time.monotonic()]
            for key in late:
                _hang_up(_waiting.pop(key)[1])
        time.sleep(_LOOK)


def _hang_up(connection: Any) -> None:
    if connection.closed:
        return
    line = socket.socket(fileno=connection.fileno())
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # It has ended by itself.
    finally:
        line.detach()  # It is the connection's to close.


CONNECT_SECONDS = 2
# What a server that answers phones asks of PostgreSQL, in milliseconds: nobody waits long for a lock or a
# statement, and who is gone in the middle of a transaction holds nothing.
_LIMITS = {"statement_timeout": 1500, "lock_timeout": 1000, "idle_in_transaction_session_timeout": 3000}
ANSWER_SECONDS = 1.75  # after which a server is taken for frozen; a little more than it takes itself
# A connection whose other end has lost its power is noticed in seconds, not in hours.
_KEEPALIVE = {
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_MISSING = (
    "PostgreSQL is asked for, but psycopg is not installed: pip install 'dominoes-scorekeeper[postgres]'."
)


class Postgres:
    """A connection to PostgreSQL with the few methods of ``sqlite_utils.Database`` that the store uses."""

    def __init__(self, url: str, *, patient: bool = False) -> None:
        """Raises ``StoreError`` without psycopg or a sound URL, ``Retryable`` where no server takes writes.

        ``patient`` waits for every statement as long as it takes, as somebody at a terminal does.
        """
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict

            conninfo_to_dict(url)
        except ImportError as error:
            raise StoreError(_MISSING) from error
        except psycopg.ProgrammingError as error:
            why = str(error).strip().partition(" in URI")[0]  # the rest may hold a password
            raise StoreError(f"The database’s URL cannot be used: {why}.") from error
        self.url = url
        self._errors = psycopg.errors
        self._seconds = None if patient else ANSWER_SECONDS
        limits = {} if patient else _LIMITS
        with self._translated():
            # Of several hosts in the URL, only the leader takes writes.
            self._connection = psycopg.connect(
                url,
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                target_session_attrs="read-write",
                options=" ".join(f"-c {name}={value}" for name, value in limits.items()),
                **_KEEPALIVE,
            )
            (backend,) = self._connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        if backend != self._connection.info.backend_pid:
            # A pooler answers for PostgreSQL, and the next transaction may go to another of its connections.
            self._connection.prepare_threshold = None

    @property
    def conn(self) -> "Postgres":
        """The connection, which with SQLite is separate from the database object; here they are one."""
        return self

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; a connection that was lost has one that is."""
        return bool(self._connection.closed or self._connection.info.transaction_status)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run one statement and return its cursor.

        Raises what SQLite would (``sqlite3.IntegrityError``, ``DataError``), or ``Retryable`` where the same
        request may well succeed the next time: another was faster, or the connection is lost.
        """
        with self._translated(), hung_up_on(self._connection, self._seconds):
            return self._connection.execute(in_postgres(statement), values or None)

    def close(self) -> None:
        """Close the connection; an open transaction is rolled back."""
        self._connection.close()

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Commit, or roll back where something was raised, as SQLite's connection does."""
        if kind is None:
            self.execute("COMMIT")
        elif not self._connection.closed:
            self.execute("ROLLBACK")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        errors = self._errors
        try:
            yield
        except (errors.SerializationFailure, errors.DeadlockDetected) as error:
            raise Retryable("busy: another was faster") from error
        except (errors.LockNotAvailable, errors.QueryCanceled) as error:
            raise sqlite3.OperationalError("locked: somebody else holds what this waits for") from error
        except errors.DataError as error:  # a NUL inside a text, a number out of all bounds
            raise sqlite3.DataError(str(error)) from error
        except errors.IntegrityError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except (errors.OperationalError, errors.InterfaceError) as error:
            raise Retryable("busy: the database server does not answer", CONNECT_SECONDS) from error
        except errors.Error as error:
            raise sqlite3.DatabaseError(str(error)) from error


# Whole statements that SQLite has of its own.
_OWN_WORDS = {
    "BEGIN IMMEDIATE": "BEGIN ISOLATION LEVEL SERIALIZABLE",
    "PRAGMA defer_foreign_keys = ON": "SET CONSTRAINTS ALL DEFERRED",
}
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) BEFORE (UPDATE|DELETE) ON (\w+)\s+(?:WHEN (.*?)\s+)?"
    r"BEGIN SELECT RAISE\(ABORT, '([^']*)'\); END$"
)
_NOTING = re.compile(r"CREATE TRIGGER (\w+) (AFTER .*? ON \w+) BEGIN (INSERT .*); END$")
# Text is ordered by code point, as in SQLite, and integers are as long as SQLite's.
_SCHEMA_WORDS = (
    (r"\) STRICT\b", ")"),
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bBLOB\b", "BYTEA"),
    (r"(REFERENCES \w+ \([^)]*\))", r"\1 DEFERRABLE"),
)


def in_postgres(statement: str) -> str:
    statement = statement.strip()
    if trigger := _TRIGGER.match(statement):
        return _trigger(*trigger.groups())
    if noting := _NOTING.match(statement):
        name, when, then = noting.groups()
        return (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {then}; RETURN NULL; END $$; "
            f"CREATE TRIGGER {name} {when} FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
    if statement.startswith(("CREATE TABLE", "ALTER TABLE")):
        for ours, theirs in _SCHEMA_WORDS:
            statement = re.sub(ours, theirs, statement)
        return statement
    return _OWN_WORDS.get(statement) or statement.replace("%", "%%").replace("?", "%s")


def _trigger(name: str, act: str, table: str, condition: str | None, sentence: str) -> str:
    """PostgreSQL keeps what a trigger does in a function, and lets only that look at other tables."""
    row = "NEW" if act == "UPDATE" else "OLD"
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition or 'true'} THEN "
        f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        f"RETURN {row}; END $$; "
        f"CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    )
