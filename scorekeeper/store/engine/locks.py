"""Locks between processes of one database: who migrates, who serves, who chooses a backup or puts it back.

The system releases them when a process ends, however it ends. In a phone there is only one process. A file
gets its name only once it is complete and on the disk.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.store.engine.errors import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock

# SQLite's files beside a database. A journal left behind would be replayed into the next file.
BESIDE = ("-journal", "-wal", "-shm")


@contextmanager
def migrating(database: Path) -> Iterator[None]:
    """Hold the lock for changing the schema; waits while another process holds it."""
    if sys.platform == "emscripten":
        yield
        return
    with _lock(database.with_name(f"{database.name}.lock")):
        yield


@contextmanager
def serving(database: Path) -> Iterator[None]:
    """Answer phones from this database; others may do so beside us, each with a lock of its own."""
    with migrating(database):
        lock = next(lock for number in count(1) if (lock := _taken(_serving(database, number))))
    try:
        yield
    finally:
        lock.release()


def was_served(database: Path) -> bool:
    return _serving(database).exists()


@contextmanager
def nobody_serving(database: Path) -> Iterator[None]:
    """Hold the database exclusively: nobody migrates it, or starts to serve from it.

    Waits for whoever migrates; raises ``StoreError`` while a server answers from it.
    """
    with migrating(database):
        refuse_served(database, "Stop it first; what phones saved meanwhile would be lost.")
        yield


@contextmanager
def choosing(database: Path) -> Iterator[None]:
    """Hold the lock for choosing what takes the database's place; waits while somebody else chooses."""
    with _lock(database.with_name(f"{database.name}.choosing")):
        yield


def refuse_served(database: Path, advice: str) -> None:
    """Under ``migrating``: raise ``StoreError`` while a server answers from the database."""
    for path in database.parent.iterdir():
        if not path.name.startswith(_serving(database).name):
            continue
        lock = _taken(path)
        if lock is None:
            raise StoreError(f"A server is using {database}. {advice}")
        lock.release()


def _serving(database: Path, number: int = 1) -> Path:
    """What the first process that serves has locked, the second, and so on."""
    return database.with_name(f"{database.name}.serving" + (f"-{number}" if number > 1 else ""))


def _taken(path: Path) -> "BaseFileLock | None":
    """This lock, now held by us, or None if another process holds it."""
    from filelock import Timeout

    lock = _lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def _lock(path: Path) -> "BaseFileLock":
    from filelock import FileLock

    return FileLock(path, mode=0o600)


def remove(database: Path) -> None:
    """Delete the file, if it is there, and SQLite's beside it."""
    for end in ("", *BESIDE):
        database.with_name(database.name + end).unlink(missing_ok=True)


@contextmanager
def whole(finished: Path, draft: Path | None = None) -> Iterator[Path]:
    """Where to write what is to have this name once all of it is on the disk; nothing half stays there."""
    draft = draft or finished.with_name(f"{finished.name}.draft")
    draft.unlink(missing_ok=True)
    try:
        yield draft
        put_whole(draft, finished)
    finally:
        with suppress(OSError):  # it is away, or takes nothing more: that is told already
            draft.unlink(missing_ok=True)


def put_whole(draft: Path, finished: Path) -> None:
    """Give a whole file its name so that a power cut leaves either all of it or nothing."""
    _sync(draft, os.O_RDWR)
    draft.replace(finished)
    if os.name != "nt":  # Windows syncs names by itself, and opens no folder.
        _sync(finished.parent, os.O_RDONLY)


def _sync(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
