"""Every connection is opened the same way, and every write takes the lock with its first statement."""

import threading
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.store import StoreError, open_store
from scorekeeper.store.clubs.clubs import add_club, clubs
from scorekeeper.store.engine.connection import journal_mode, writing
from tests.store.conftest import EVENING

EXTRA, MEMORY = 3, 2


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 7, 0), "DELETE"),
        ((3, 40, 1), "DELETE"),
        ((3, 44, 5), "DELETE"),
        ((3, 44, 6), "WAL"),
        ((3, 44, 9), "WAL"),
        ((3, 45, 0), "DELETE"),
        ((3, 46, 1), "DELETE"),
        ((3, 49, 2), "DELETE"),
        ((3, 50, 6), "DELETE"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 0), "DELETE"),
        ((3, 51, 2), "DELETE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
        ((4, 0, 0), "WAL"),
    ],
)
def test_wal_is_used_only_where_it_is_safe(version: tuple[int, ...], mode: str) -> None:
    assert journal_mode(version) == mode


def test_the_settings_of_a_connection_read_back(db: Database) -> None:
    mode = journal_mode(sqlite3.sqlite_version_info)
    read = {
        name: db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in (
            "foreign_keys",
            "trusted_schema",
            "temp_store",
            "secure_delete",
            "synchronous",
            "journal_mode",
            "busy_timeout",
        )
    }
    assert read == {
        "foreign_keys": 1,
        "trusted_schema": 0,
        "temp_store": MEMORY,
        "secure_delete": 1,
        "synchronous": EXTRA,
        "journal_mode": mode.lower(),
        "busy_timeout": 5000,
    }


def test_opening_for_reading_creates_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="start the server first"):
        open_store(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_a_committed_write_is_visible_to_others(db: Database, path: Path) -> None:
    with writing(db):
        club = add_club(db, "The Crown", EVENING)
    other = open_store(path)
    assert clubs(other) == [club]
    other.close()


def test_a_second_writer_waits_its_turn_before_it_reads(path: Path) -> None:
    """With a plain BEGIN the second would read first, and fail at once when it writes."""
    reading, order, failures = threading.Event(), [], []

    def add(name: str, pause: float) -> None:
        db = open_store(path)
        try:
            with writing(db):
                order.append((name, len(clubs(db))))
                reading.set()
                threading.Event().wait(pause)
                add_club(db, name, EVENING)
        except sqlite3.OperationalError as error:
            failures.append(str(error))
        finally:
            db.close()

    first = threading.Thread(target=add, args=("first", 0.2))
    first.start()
    reading.wait()
    second = threading.Thread(target=add, args=("second", 0))
    second.start()
    first.join()
    second.join()
    assert failures == []
    assert order == [("first", 0), ("second", 1)]
