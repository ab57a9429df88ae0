"""A first start or a migration killed anywhere completes at the next start; nothing is left half done."""

import os
import shutil
import subprocess
import sys
from contextlib import closing, nullcontext
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlite_utils.utils import sqlite3

from scorekeeper.cli.main import main
from scorekeeper.config import key_path, secret_key
from scorekeeper.store import StoreError, migrate, open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.integrity import faults_in_file, faults_in_schema
from scorekeeper.store.engine.locks import serving
from scorekeeper.store.engine.migrate import up_to_date
from tests.databases import make_database
from tests.durability.disk import SmallDisk
from tests.later_step import later_step
from tests.services.match import start as start_match
from tests.serving import COMMAND

ROOT = Path(__file__).parents[2]
START = "import sys; from scorekeeper.store import migrate; migrate(sys.argv[1])"
UPGRADE = "import sys; from tests.later_step import take_it; take_it(sys.argv[1])"
# In the middle of so many uses of each ``make test`` kills it; ``make test-long`` at every use.
CALLS = {"pwrite64": 80, "fsync": 8, "rename": 1, "unlink": 3, "ftruncate": 1, "fdatasync": 1}
IN_ROLLBACK = {**CALLS, "fsync": 1, "fdatasync": 4}  # without a WAL most syncs are only of the data
EVERY = "SCOREKEEPER_EVERY" in os.environ
ROOM = 400 if EVERY else 100_000  # bytes more, each time
ROOM_FOR_ALL = 1_500_000  # bytes; a new database with its journal needs less


def ended_at(strace: str, call: str, when: int, path: Path, modules: Path | None, code: str) -> bool:
    """Run this code with a kill -9 at the nth use of this system call; whether there were as many uses."""
    inject = f"inject={call}:signal=SIGKILL:when={when}"
    command = [strace, "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (modules, ROOT))))}
    done = subprocess.run([*command, sys.executable, "-c", code, path], env=env, capture_output=True)
    return done.returncode != 0


def without_later_step(path: Path) -> None:
    """A database whose later step is still to come, closed whole: without a log beside it."""
    make_database(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def whole(path: Path) -> None:
    with closing(open_store(path)) as db:
        assert up_to_date(db)
        assert (faults_in_file(db), faults_in_schema(db)) == ([], [])


def assert_version_fits(path: Path, to: Path) -> None:
    """What a kill left says the version that it holds, before any start mends it; looked at in a copy."""
    shutil.copytree(path.parent, to)
    if path.exists():
        with closing(sqlite3.connect(to / path.name)) as db:
            (steps,) = db.execute("SELECT count(*) FROM _sqlite_migrations").fetchone()
            assert db.execute("PRAGMA user_version").fetchone() == (steps,)


@pytest.mark.parametrize("modules", ["WAL", pytest.param("DELETE", marks=pytest.mark.long)], indirect=True)
@pytest.mark.parametrize("call", [*[*CALLS][:-1], pytest.param("fdatasync", marks=pytest.mark.long)])
@pytest.mark.parametrize("old", [False, True], ids=["first start", "migration"])
def test_a_migration_may_be_killed_anywhere(
    strace: str, tmp_path: Path, modules: Path | None, call: str, old: bool
) -> None:
    for when in count(1) if EVERY else [(IN_ROLLBACK if modules else CALLS)[call]]:
        path = tmp_path / str(when) / "scorekeeper.db"
        path.parent.mkdir()
        if old:
            without_later_step(path)
        if not ended_at(strace, call, when, path, modules, UPGRADE if old else START):
            break
        assert_version_fits(path, tmp_path / f"{when} as left")
        with later_step() if old else nullcontext():
            migrate(path)
            whole(path)
        left = {found.name for found in path.parent.iterdir() if "before" not in found.name}
        assert left <= {"scorekeeper.db", "scorekeeper.db.lock"}, left
    # Without a WAL file nothing is cut short, and with one no sync is only of the data.
    assert [*tmp_path.glob("* as left")] or call in ("fdatasync", "ftruncate"), "nothing was killed"


def start(path: Path) -> tuple[int, str]:
    """Exit code and output of a ``scorekeeper serve`` that cannot start."""
    command = [COMMAND, "serve", "--database", path, "--host", "127.0.0.1", "--port", "0"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("left", [0, pytest.param(8192, marks=pytest.mark.long), 20480])
def test_a_first_start_without_room_is_refused_in_a_sentence_and_works_with_room(
    disk: SmallDisk, left: int
) -> None:
    disk.fill(leave=left)
    path = disk.folder / "scorekeeper.db"
    words = f"Error: No database could be made at {path}: its disk is full. Nothing is there.\n"
    assert start(path) == (3, words)
    disk.empty()
    migrate(path)
    whole(path)


def test_a_first_start_with_any_little_room_makes_a_whole_database_or_none(disk: SmallDisk) -> None:
    path = disk.folder / "scorekeeper.db"
    made = []
    for left in range(0, ROOM_FOR_ALL, ROOM):
        disk.fill(leave=left)
        try:
            migrate(path)
        except StoreError:
            made.append(False)
            assert not path.exists()
        else:
            made.append(True)
        disk.empty()
        migrate(path)
        whole(path)
        for found in disk.folder.glob("scorekeeper.db*"):
            found.unlink()
    assert {True, False} == {*made}
    assert made == sorted(made)


def test_a_move_to_a_file_with_any_little_room_is_finished_by_the_next(
    disk: SmallDisk, tmp_path: Path
) -> None:
    source, target = tmp_path / "from" / "scorekeeper.db", disk.folder / "scorekeeper.db"
    source.parent.mkdir()
    make_database(source)
    with closing(open_store(source)) as db:
        start_match(db, "draw", "Ann", "Bob")
    key = secret_key(source)
    command = ["move", "--database", str(source), "--to", str(target)]
    moved = []
    for left in range(0, ROOM_FOR_ALL, ROOM):
        disk.fill(leave=left)
        result = CliRunner().invoke(main, command)
        assert result.exit_code in (0, 3), f"{left} bytes: {result.output} {result.exception!r}"
        moved.append(result.exit_code == 0)
        disk.empty()
        if not moved[-1]:
            assert "full" in result.output or "No space left" in result.output, result.output
            second = CliRunner().invoke(main, command)
            assert second.exit_code == 0, f"{left} bytes: {second.output}"
        whole(target)
        assert key_path(target).read_bytes() == key
        with closing(open_store(target)) as db:
            assert len(clubs(db)) == 1
        for found in disk.folder.iterdir():
            found.unlink()
    assert {True, False} == {*moved}
    assert moved == sorted(moved)


def test_a_first_start_without_room_for_another_name_is_refused_in_a_sentence(disk: SmallDisk) -> None:
    disk.fill_names()
    path = disk.folder / "scorekeeper.db"
    assert start(path) == (3, f"Error: {path}.lock: No space left on device.\n")
    disk.empty()
    migrate(path)
    whole(path)


def test_a_migration_without_room_says_so_and_leaves_what_was_there(disk: SmallDisk) -> None:
    path = disk.folder / "scorekeeper.db"
    without_later_step(path)
    disk.fill()
    before = path.read_bytes()
    with later_step():
        with pytest.raises(StoreError, match=r"could not be brought up to date: .*full.* It is as it was"):
            migrate(path)
        assert path.read_bytes() == before
        assert not [found.name for found in disk.folder.glob("*.before-*")]
        disk.empty()
        migrate(path)
        whole(path)


def test_a_missing_schema_version_is_written(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 0")
    migrate(path)
    whole(path)


def test_a_database_that_has_disappeared_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    with serving(path):
        pass
    path.unlink()
    with pytest.raises(StoreError, match="it is gone"):
        migrate(path)
    assert not path.exists()
