"""The database connection of a request, and the server's time for its entries.

Opening one costs as much as the rest of a small page, so connections are pooled. The pool is LIFO: the next
request gets the connection whose statement and page caches are warmest.
"""

import atexit
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock
from typing import NamedTuple, cast

from flask import Flask, current_app, g

from scorekeeper.config import is_postgres
from scorekeeper.store import Database, open_store
from scorekeeper.timestamps import club_day_of, time_zone, timestamp

_turn = Lock()


class _Kept(NamedTuple):
    file: tuple[str, int, int]
    db: Database


_resting: list[_Kept] = []


def get_db() -> Database:
    if "kept" not in g:
        g.kept = _acquire(current_app.config["DATABASE"])
    return cast(Database, g.kept.db)


@contextmanager
def pooled_connection(path: str | Path) -> Iterator[Database]:
    """A pooled connection to the database at ``path``, for one query outside of the app."""
    kept = _acquire(path)
    try:
        yield kept.db
    except BaseException:
        kept.db.close()
        raise
    _return(kept)


@contextmanager
def fresh_connection(path: str | Path) -> Iterator[Database]:
    """A connection that is opened now and closed again.

    Before a database server it takes the place of one that rests, so that the threads go on bounding them.
    """
    with _turn:
        coldest = _resting.pop(0) if _resting and is_postgres(path) else None
    if coldest:
        coldest.db.close()
    with closing(open_store(path)) as db:
        yield db


def _acquire(path: str | Path) -> _Kept:
    wanted = _file(path)
    with _turn:
        while _resting:
            kept = _resting.pop()
            if kept.file == wanted:
                return kept
            kept.db.close()
    db = open_store(path)
    return _Kept(_file(path), db)


def _return(kept: _Kept) -> None:
    with _turn:
        _resting.append(kept)


@atexit.register
def _close_resting() -> None:
    while _resting:
        _resting.pop().db.close()


def _file(path: str | Path) -> tuple[str, int, int]:
    """The identity of a file: a restored backup has the same name but is another file."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a server’s URL is no path, and is looked for in vain
    except FileNotFoundError:
        return str(path), 0, 0
    return str(path), found.st_dev, found.st_ino


def now() -> str:
    """This moment in UTC, to the second."""
    return timestamp(datetime.now(UTC))


def today() -> date:
    """The date of tonight: until six in the morning it is still the day before."""
    return club_day_of(now())


def release(error: BaseException | None = None) -> None:
    """Keep the connection for the next request, unless something is unfinished or went wrong in this one."""
    kept: _Kept | None = g.pop("kept", None)
    if kept is None:
        return
    if error is not None or kept.db.conn.in_transaction:
        kept.db.close()
    else:
        _return(kept)


def init_app(app: Flask) -> None:
    """Return each request's connection to the pool."""
    time_zone()  # an unknown one fails at the start
    app.teardown_appcontext(release)
