"""What can go wrong with a database, said the same whichever engine is behind it."""

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

EngineError = sqlite3.Error
OperationalError = sqlite3.OperationalError
UnstorableError = sqlite3.DataError  # no database can hold, or look for, what was sent

# What SQLite says where another program holds the file, and where the disk takes no more.
_HELD = ("locked", "busy")
_NO_ROOM = ("full", "disk I/O error", "unable to open database file", "readonly database")


class StoreError(Exception):
    """The database cannot be used as it is; ``str(error)`` tells the operator what to do."""


class Retryable(OperationalError):
    """The request may well succeed the next time; the key it carries keeps it from being done twice."""


def is_busy(error: Exception) -> bool:
    """Whether another program holds the database just now."""
    return any(words in str(error) for words in _HELD)


def is_out_of_space(error: Exception) -> bool:
    """Whether the disk takes no more, or nothing at all."""
    return any(words in str(error) for words in _NO_ROOM)
