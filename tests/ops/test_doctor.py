"""The doctor finds what is planted, says what to do, and changes nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("played")

# What is done to the file behind the app's back, and what the doctor then says of it.
PLANTED = {
    "an entry is gone": (
        "DROP TRIGGER match_events_no_delete; DROP TRIGGER round_ends_no_delete;"
        "DROP TRIGGER hands_no_delete;"
        "DELETE FROM hands WHERE version = 2; DELETE FROM round_ends WHERE version = 2;"
        "DELETE FROM match_events WHERE version = 2",
        "without a gap",
    ),
    "a guard is gone": ("DROP TRIGGER match_events_no_update", "match_events_no_update is missing"),
    "a guard was changed": (
        "DROP TRIGGER plays_no_update;"
        "CREATE TRIGGER plays_no_update BEFORE UPDATE ON plays BEGIN SELECT 1; END",
        "plays_no_update is not as it should be",
    ),
    "a strange table": ("CREATE TABLE recipes (name TEXT)", "recipes is not ours"),
    "a row points at nothing": (
        "PRAGMA foreign_keys = OFF; DROP TRIGGER match_events_no_update;"
        "UPDATE match_events SET device = 'nobody'",
        "points at nothing",
    ),
    "a round says nothing": (
        "PRAGMA foreign_keys = OFF; DROP TRIGGER hands_no_delete; DROP TRIGGER round_ends_no_delete;"
        "DELETE FROM hands; DELETE FROM round_ends",
        "says what was entered",
    ),
    "a round was moved": (
        "DROP TRIGGER match_events_no_update; UPDATE match_events SET original = 1 WHERE version = 3",
        "stood for itself, in the same round",
    ),
    "a side is empty": ("UPDATE seats SET side = 0", "at least two sides"),
    "a link is gone": ("DELETE FROM links WHERE role = 'watch'", "three links"),
    "a rule card is lost": ("UPDATE matches SET card = '{}'", "cannot be added up"),
}


def test_a_sound_installation(path: Path, run: Run) -> None:
    run("backup")
    before = path.read_bytes()
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.output.splitlines()] == ["good"] * 6
    assert "1 matches were added up" in result.output
    assert path.read_bytes() == before


@pytest.mark.parametrize(("planted", "found"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(path: Path, run: Run, planted: str, found: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(planted)
    connection.close()
    result = run("doctor")
    assert result.exit_code == 3
    assert found in result.output
    assert "scorekeeper restore" in result.output


def test_a_zeroed_page_is_found(path: Path, run: Run) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    result = run("doctor")
    assert result.exit_code == 3
    assert "damaged" in result.output


def test_no_database_is_said_and_none_is_made(path: Path, run: Run) -> None:
    path.unlink()
    result = run("doctor")
    assert result.exit_code == 3
    assert "There is no database" in result.output
    assert not path.exists()


def test_an_open_key_and_a_missing_copy_are_noted(path: Path, run: Run) -> None:
    path.with_name("secret_key").chmod(0o644)
    result = run("doctor")
    assert result.exit_code == 0
    assert "chmod 600" in result.output
    assert "There is no copy" in result.output


def test_a_wal_file_on_an_sqlite_that_can_corrupt_it_is_grave(
    db: Database, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    result = run("doctor")
    assert result.exit_code == 3
    assert "can corrupt a WAL file" in result.output
