"""Connections, ids and limits: opened, made and checked the same way everywhere."""

import re
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.names import MAX_NAME, MAX_REASON
from scorekeeper.store import StoreError, migrate, open_store
from scorekeeper.store.clubs.clubs import add_club, clubs
from scorekeeper.store.engine.connection import journal_mode, writing
from scorekeeper.store.engine.ids import _signs, new_id
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


def test_a_thousand_ids_differ() -> None:
    made = [new_id() for _ in range(1000)]
    assert len(set(made)) == 1000
    assert {len(id) for id in made} == {22}
    assert all(id.isalnum() and id == id.lower() for id in made)


def test_later_ids_sort_later_also_in_one_millisecond() -> None:
    made = [new_id() for _ in range(1000)]
    assert made == sorted(made)


@given(st.integers(0, 2**45 - 1), st.integers(0, 2**45 - 1))
def test_times_sort_as_they_are_written(one: int, other: int) -> None:
    assert (one < other) == (_signs(one, 9) < _signs(other, 9))


GUARDED = {
    **dict.fromkeys(("name", "nickname", "season"), MAX_NAME),
    **dict.fromkeys(("reason", "note"), MAX_REASON),
}
_CHECK = re.compile(r"length\((\w+)\) (?:BETWEEN 1 AND|<=) (\d+)")


def test_the_tables_hold_names_and_reasons_to_the_same_length(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    migrate(path)
    with closing(open_store(path)) as db:
        tables = db.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    checks = [check for (statement,) in tables for check in _CHECK.findall(statement)]
    found = {(column, int(most)) for column, most in checks if column in GUARDED}
    assert found == set(GUARDED.items())
