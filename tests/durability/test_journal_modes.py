"""A database moves from a machine where WAL is safe to one where it is not, and back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import migrate, open_store
from scorekeeper.store.engine.connection import journal_of
from tests.durability.conftest import WITHOUT_OURS
from tests.durability.phones import Phone, seat_two
from tests.serving import ServerProcess


def mode(database: Path) -> str:
    with closing(open_store(database)) as db:
        return journal_of(db)


@pytest.mark.parametrize("first", [None, WITHOUT_OURS], ids=["from WAL", "to WAL"])
def test_a_server_sets_the_journal_mode_that_is_safe_here(tmp_path: Path, first: Path | None) -> None:
    path = tmp_path / "scorekeeper.db"
    with ServerProcess(path, modules=first) as server:
        phone, table = seat_two(server)
        assert mode(path) == ("DELETE" if first else "WAL")
        assert phone.record(table, 1, "round 1").status == 303
        server.kill()
        server.modules = None if first else WITHOUT_OURS
        server.start()
        assert mode(path) == ("WAL" if first else "DELETE")
        assert phone.record(table, 2, "round 2").status == 303
        assert table.keys() == ["round 1", "round 2"]


def test_a_file_in_use_keeps_its_journal_mode_and_is_served(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    with closing(open_store(path)) as db:
        db.execute("SELECT count(*) FROM clubs").fetchone()
        with ServerProcess(path, modules=WITHOUT_OURS) as server:
            seat_two(server)
            assert mode(path) == "WAL"


@pytest.mark.long
def test_a_locked_rollback_journal_is_busy_everywhere(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "scorekeeper.db", modules=WITHOUT_OURS) as server:
        phone, table = seat_two(server)
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor() as at_once:  # each waits for the whole lock timeout
                asked = [at_once.submit(Phone(server).ask, table.path) for _ in range(2)]
                asked.append(at_once.submit(phone.record, table, 1, "held"))
            for answer in asked:
                said = answer.result()
                assert (said.status, said.headers["Retry-After"]) == (503, "1")
            other.execute("ROLLBACK")
        assert phone.record(table, 1, "held").status == 303
