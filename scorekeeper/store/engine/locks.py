"""Locks between processes that use one database: who migrates, who serves, who puts a backup in its place.

The kernel lets go of them when a process ends, however it ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.store.engine.errors import StoreError


@contextmanager
def migrating(database: Path) -> Iterator[None]:
    """Be the only one to change the schema; waits for whoever is at it."""
    with _held(database.with_name(database.name + ".lock"), fcntl.LOCK_EX):
        yield


@contextmanager
def serving(database: Path) -> Iterator[None]:
    """Answer phones from this database; others may do so beside us."""
    with _held(_serving(database), fcntl.LOCK_SH):
        yield


def was_served(database: Path) -> bool:
    """Whether a server has ever answered from this database."""
    return _serving(database).exists()


@contextmanager
def nobody_serving(database: Path) -> Iterator[None]:
    """Have the database to ourselves; raises ``StoreError`` while a server answers from it."""
    try:
        with _held(_serving(database), fcntl.LOCK_EX | fcntl.LOCK_NB):
            yield
    except BlockingIOError as error:
        raise StoreError(
            f"A server is using {database}. Stop it first; what phones saved meanwhile would be lost."
        ) from error


def _serving(database: Path) -> Path:
    return database.with_name(database.name + ".serving")


@contextmanager
def _held(path: Path, how: int) -> Iterator[None]:
    handle = os.open(path, os.O_RDONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, how)
        yield
    finally:
        os.close(handle)
