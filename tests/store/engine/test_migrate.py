"""Creating and migrating the database, also by several processes at once, and what is refused."""

import fcntl
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
import time_machine
from sqlite_utils.utils import sqlite3

from scorekeeper.store import StoreError, migrate, open_store
from scorekeeper.store.engine.connection import APPLICATION_ID
from scorekeeper.store.engine.locks import serving
from scorekeeper.store.engine.schema import schema_version
from tests.databases import make_database
from tests.later_step import later_step

MIGRATE = "import sys; from scorekeeper.store import migrate; print(len(migrate(sys.argv[1])))"


def test_a_fresh_file_is_marked_as_ours(path: Path) -> None:
    db = open_store(path)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert db.execute("PRAGMA user_version").fetchone() == (schema_version(),)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def test_every_table_is_strict_and_bears_its_club(path: Path) -> None:
    db = open_store(path)
    ours = [
        (name, strict)
        for _, name, kind, _, _, strict in db.execute("PRAGMA table_list").fetchall()
        if kind == "table" and not name.startswith(("sqlite_", "_sqlite"))
    ]
    assert len(ours) > 10
    assert all(strict for _, strict in ours)
    for name, _ in ours:
        first = [column for column in db.execute(f"PRAGMA table_info({name})").fetchall() if column[5] == 1]
        assert [column[1] for column in first] in (
            ["club"],
            {
                "clubs": ["id"],
                "key_marks": ["fingerprint"],
                "nightly_runs": ["day"],
                "erased_clubs": ["hash"],
            }.get(name, ["secret_hash"]),
        ), name
        for key in db.execute(f"PRAGMA foreign_key_list({name})").fetchall():
            if key[1] == 0:
                assert key[3] == "club", f"{name} points into another club"
    db.close()


def test_migrating_twice_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scorekeeper.db"
    assert migrate(path)
    before = path.read_bytes()
    assert migrate(path) == []
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.glob("*before*")] == []


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    path.touch()
    assert migrate(path)
    open_store(path).close()


def test_four_processes_at_once_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    command = [sys.executable, "-c", MIGRATE, str(path)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [process.communicate(timeout=30) for process in running]
    assert [error for _, error in said] == [""] * 4
    steps = sorted(int(out) for out, _ in said)
    assert steps[:3] == [0, 0, 0]
    assert steps[3] >= 1
    open_store(path).close()


def test_migrating_waits_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    worker = threading.Thread(target=migrate, args=(path,))
    with Path(f"{path}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        worker.start()
        worker.join(0.3)
        assert worker.is_alive()
        assert not path.exists()
    worker.join(10)
    open_store(path).close()


def foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()


def newer(path: Path) -> None:
    migrate(path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {schema_version() + 1}")
    db.close()


def damaged(path: Path) -> None:
    migrate(path)
    page = 4096
    whole = path.read_bytes()
    path.write_bytes(whole[:page] + bytes(page) + whole[2 * page :])


def cut_short(path: Path) -> None:
    migrate(path)
    path.write_bytes(path.read_bytes()[:5000])


def before_this_release(path: Path) -> None:
    """Its one step has the name of today's, and lacks what came to it since."""
    migrate(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE nightly_runs")
        db.execute("ALTER TABLE clubs DROP COLUMN out_word")
        db.commit()


def with_other_steps(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE _sqlite_migrations SET name = 'm001_of_long_ago'")
        db.commit()


def text(path: Path) -> None:
    path.write_text("Dear diary, we played dominoes again.\n" * 50)


@pytest.mark.parametrize(
    ("make", "saying"),
    [
        (foreign, "not a Scorekeeper database"),
        (newer, "written by a newer Scorekeeper"),
        (damaged, "restore a backup"),
        (cut_short, "cannot be read as a database"),
        (text, "not a database"),
        (before_this_release, "lacks clubs.out_word, nightly_runs.day: it is from before this release"),
        (with_other_steps, "lacks its first step: it is from before this release"),
    ],
    ids=[
        "another program's",
        "a newer one's",
        "damaged",
        "cut short",
        "a text file",
        "an unfinished one's",
        "an older one's",
    ],
)
def test_a_faulty_file_is_refused_and_left_alone(tmp_path: Path, make, saying: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "scorekeeper.db"
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=saying):
        migrate(path)
    assert path.read_bytes() == before


def test_a_later_step_waits_until_no_server_of_the_older_version_runs(path: Path) -> None:
    """A command of the new version had changed the tables under it."""
    make_database(path)
    with later_step() as step:
        with serving(path), pytest.raises(StoreError, match="It is of an older version: stop it first"):
            migrate(path)
        assert migrate(path) == [step]


def test_a_second_start_in_the_same_second_makes_its_copy_as_well(tmp_path: Path) -> None:
    """A start that was interrupted after making its copy, and one right after it."""
    path = tmp_path / "scorekeeper.db"
    with time_machine.travel("2026-11-22 20:00:00", tick=False), later_step() as step:
        for _ in range(2):
            make_database(path)
            assert migrate(path) == [step]
            for beside in tmp_path.glob("scorekeeper.db-*"):
                beside.unlink()
    (copy,) = tmp_path.glob("scorekeeper.before-*")
    assert copy.stat().st_size > 0
