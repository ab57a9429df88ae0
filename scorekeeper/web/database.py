"""The database connection of a request, and the time the server stamps on what it is told.

A thread keeps its connection from one request to the next: to open one costs as much as the rest of a
small page.
"""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

from flask import Flask, current_app, g
from sqlite_utils import Database

from scorekeeper.store import open_store


class _Kept(NamedTuple):
    """A connection at rest, and the very file that it is to: a restored backup has the same name."""

    path: str
    file: tuple[int, int]
    db: Database


_thread = threading.local()


def get_db() -> Database:
    """This thread's connection to the app's database, opened when first asked for."""
    if "db" not in g:
        g.db = connection(current_app.config["DATABASE"])
    return cast(Database, g.db)


def connection(path: str | Path) -> Database:
    """This thread's connection to the database at ``path``."""
    kept: _Kept | None = getattr(_thread, "kept", None)
    if kept and (kept.path, kept.file) == (str(path), _file(path)):
        return kept.db
    _let_go()
    db = open_store(path)
    _thread.kept = _Kept(str(path), _file(path), db)
    return db


def _file(path: str | Path) -> tuple[int, int]:
    try:
        found = os.stat(path)  # noqa: PTH116 - a server’s URL is no path, and is looked for in vain
    except FileNotFoundError:
        return (0, 0)
    return found.st_dev, found.st_ino


def _let_go() -> None:
    kept: _Kept | None = getattr(_thread, "kept", None)
    if kept:
        kept.db.close()
        _thread.kept = None


def now() -> str:
    """This moment in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def rest(error: BaseException | None = None) -> None:
    """Keep the connection for the next request, unless something is unfinished or went wrong in this one."""
    db = g.pop("db", None)
    if db is not None and (error is not None or db.conn.in_transaction):
        _let_go()


def init_app(app: Flask) -> None:
    app.teardown_appcontext(rest)
