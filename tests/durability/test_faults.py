"""A fault at every statement of every act: all of it is stored or nothing, and a retry succeeds."""

import sqlite3 as python_sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.matches.recording import abandon
from scorekeeper.store import open_store
from scorekeeper.store.matches.match_events import MatchEvent
from tests.services.match import Match, out, play, start
from tests.store.conftest import db, path

__all__ = ["db", "path"]

KEY = "the same key each time"
Act = Callable[[Database, Match], object]

ACTS: dict[str, Act] = {
    "a round with a play": lambda db, at: at.record(db, out(at, 0, {1: 10}), play(0, 5), round=3, key=KEY),
    "a correction": lambda db, at: at.correct(db, 1, out(at, 1, {0: 7}), standing=1, key=KEY),
    "calling off": lambda db, at: abandon(at.ask(db, KEY), at.id).added,
}


class Failing:
    """A connection that fails at statement number ``at``. A commit counts twice: before it and after."""

    def __init__(self, real: python_sqlite3.Connection, at: int) -> None:
        self.real, self.left = real, at

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def execute(self, *said: Any) -> Any:
        self._count()
        return self.real.execute(*said)

    def __enter__(self) -> None:
        self.real.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            try:
                self._count()
            except sqlite3.OperationalError as fault:
                self.real.__exit__(type(fault), fault, fault.__traceback__)
                raise
        self.real.__exit__(kind, error, trace)
        if kind is None:
            self._count()

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise sqlite3.OperationalError("disk I/O error")


def fails_at(path: Path, at: Match, act: Act, statement: int) -> bool:
    """Do it over a connection that fails at that statement; False where the act took fewer."""
    db = open_store(path)
    failing = Failing(db.conn, statement)
    db.conn = failing  # type: ignore[assignment]
    try:
        act(db, at)
    except sqlite3.OperationalError:
        assert not failing.real.in_transaction, "the lock is still held"
        return True
    finally:
        failing.real.close()
    return False


def entered(events: tuple[MatchEvent, ...]) -> list[tuple[Any, ...]]:
    return [(event.version, event.original, event.round, event.key, event.body) for event in events]


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_fault_at_every_statement(db: Database, path: Path, act: Act) -> None:
    def table() -> Match:
        at = start(db, "fives", "Ann", "Bob", target=1000)
        at.record(db, out(at, 0, {1: 10}))
        at.record(db, out(at, 1, {0: 20}))
        return at

    model = table()
    act(db, model)
    expected = len(model.state(db).events)
    statement = 1
    while True:
        at = table()
        before = entered(at.state(db).events)
        if not fails_at(path, at, act, statement):
            break
        after = entered(at.state(db).events)
        assert after == before or len(after) == expected, f"half of it is stored, statement {statement}"
        act(db, at)
        whole = at.state(db)
        assert len(whole.events) == whole.match.version == expected
        assert whole.score.totals == model.state(db).score.totals
        statement += 1
    assert statement > 5, "the faults were never met"
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
