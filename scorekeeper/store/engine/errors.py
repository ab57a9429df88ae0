"""The errors of a database, the same for every engine."""

import errno
import os
import shutil
import tempfile
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

EngineError = sqlite3.Error
OperationalError = sqlite3.OperationalError
UnstorableError = sqlite3.DataError  # no database can hold, or look for, what was sent

# The engine's message when another program has locked the database.
_HELD = ("locked", "busy")
# What it says of a file that it cannot read.
_DAMAGED = ("malformed", "not a database")
# What it says where the disk takes no more, and what that means for “its …” if no more is known.
_AT_FAULT = {
    "full": "its disk is full",
    "disk I/O error": "its disk does not take what is written: it may be dying, or at a limit",
    "readonly": "its file may only be read",
    "unable to open": "its file cannot be opened",
}
# What the system says of another file in the same folder, which tells more.
_ERRNO = {
    errno.ENOSPC: "its disk is full",
    errno.EROFS: "its disk may only be read",
    errno.EACCES: "its folder may not be written to: the right to is missing",
    errno.EPERM: "its folder may not be written to: the right to is missing",
    errno.EMFILE: "its file cannot be opened: too many are open",
    errno.ENOENT: "its folder is gone",
}
_FULL = 1_000_000  # bytes: with fewer free, what the engine could not write did not fit


class StoreError(Exception):
    """The database cannot be used as it is; ``str(error)`` tells the operator what to do."""


class Damaged(StoreError):
    """The database's file holds what no Scorekeeper has written."""


class ReadOnly(Exception):
    """The instance or the club takes no changes for a while."""


class Retryable(OperationalError):
    """The request may succeed if retried; its idempotency key keeps it from being done twice."""

    def __init__(self, words: str, seconds: float = 1) -> None:
        """``seconds`` is how long the next time may wait in vain."""
        super().__init__(words)
        self.seconds = seconds


def is_busy(error: Exception) -> bool:
    return any(words in str(error) for words in _HELD)


def is_damage(error: Exception) -> bool:
    return any(words in str(error) for words in _DAMAGED)


def fault_of_disk(error: Exception, folder: Path) -> str | None:
    """What is wrong with the disk, of the database in ``folder`` said as “its …”; None where nothing is."""
    said = str(error)
    meaning = next((meaning for words, meaning in _AT_FAULT.items() if words in said), None)
    return meaning and (_fault_of_folder(folder) or meaning)


def _fault_of_folder(folder: Path) -> str | None:
    """What is in the way of another file there."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        if shutil.disk_usage(folder).free < _FULL:
            return _ERRNO[errno.ENOSPC]
    except OSError as error:
        return _ERRNO.get(error.errno or 0)
    return None
