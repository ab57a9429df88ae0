"""A file that is locked or faulty: reported with what to do about it, and never overwritten."""

import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.app import create_app
from scorekeeper.store import migrate, open_store
from scorekeeper.store.engine import connection
from scorekeeper.store.engine.locks import serving
from tests.serving import COMMAND
from tests.web.cast import Pub, open_pub, record, sit_down


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.commit()


def emptied(path: Path) -> None:
    with serving(path):
        path.write_bytes(b"")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("upset", "said"),
    [
        (emptied, "is empty, and was not before"),
        (cut_short, "cannot be read as a database"),
        (foreign, "is not a Scorekeeper database"),
        (newer, "newer Scorekeeper"),
    ],
)
def test_the_server_does_not_start_over_it(tmp_path: Path, upset: Callable[[Path], None], said: str) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    copy = tmp_path / "backups" / "scorekeeper-20261120T043000Z.db"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    copy.with_name("scorekeeper-20991231T000000Z.db").write_bytes(b"of a wrong clock")
    upset(path)
    before = path.read_bytes()
    command = [COMMAND, "serve", "--host", "127.0.0.1", "--port", "0", "--database", path]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        server.terminate()  # one that only tells phones of the damage would wait for another file
    assert said in line
    assert f"The newest copy is {copy}." in line
    assert path.read_bytes() == before


def test_a_locked_file_is_busy_for_writers_and_open_for_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    crown: Pub = open_pub(create_app({"DATABASE": path}), "The Crown")
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    with closing(open_store(path)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        answer = record(crown, match, 0, {1: 9}, key="held")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert "Nothing was changed" in answer.get_data(as_text=True)
        assert crown.manager.open(crown.at(match)).status == 200
        assert crown.manager.ask("/readyz").status_code == 503
    assert record(crown, match, 0, {1: 9}, key="held").status_code == 303
    assert [event.key for event in crown.events(match)] == ["held"]
