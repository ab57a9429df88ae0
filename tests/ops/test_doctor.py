"""The doctor finds what is planted, says what to do, and changes nothing."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from click.testing import Result
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.clubs.club_results import line_of, result_of, rules_fingerprint
from scorekeeper.services.clubs.names import forget_player, merge_players, rename_player
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.matches import store_results
from tests.services.league import Secretary
from tests.services.match import EVENING, Match, out, start

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("played")


def unguarded(table: str, change: str) -> str:
    """Make the change with the table's triggers dropped, and restore them afterwards."""
    guard = (
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "  # noqa: S608 # our own tables
        "WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )
    return f"PRAGMA foreign_keys = OFF; DROP TRIGGER {table}_no_update; {change}; {guard}"


# Changes behind the app's back, and what the doctor says about them.
PLANTED = {
    "the last round is gone": (
        "DROP TRIGGER match_events_no_delete; DROP TRIGGER round_ends_no_delete;"
        "DROP TRIGGER hands_no_delete; DELETE FROM hands WHERE version = 3;"
        "DELETE FROM round_ends WHERE version = 3;"
        "DELETE FROM match_events WHERE version = 3; UPDATE matches SET version = 2",
        "entries at its end are gone",
    ),
    "pips were changed": (
        unguarded("hands", "UPDATE hands SET pips = 11 WHERE version = 2"),
        "entry 2, or one",
    ),
    "somebody else was out": (
        unguarded("round_ends", "UPDATE round_ends SET leader = out_player WHERE version = 3"),
        "entry 3, or one before it",
    ),
    "a round has another time": (
        unguarded("match_events", "UPDATE match_events SET entered_at = '2020' WHERE version = 1"),
        "entry 1, or one before it",
    ),
    "a round has another key": (
        unguarded("match_events", "UPDATE match_events SET key = 'mine' WHERE version = 1"),
        "entry 1, or one before it",
    ),
    "a hash was changed": (
        unguarded("match_events", "UPDATE match_events SET chain = 'abc' WHERE version = 3"),
        "entry 3, or one before it",
    ),
    "the last hash was changed": ("UPDATE matches SET chain = 'abc'", "entries at its end are gone"),
    "a round was put in": (
        "INSERT INTO match_events (club, match, version, original, kind, round, key, fingerprint, entered_at,"
        " device) SELECT club, match, 4, 4, 'abandonment', 4, 'k', 'f', entered_at, device FROM match_events"
        " WHERE version = 3; UPDATE matches SET version = 4",
        "entry 4, or one before it",
    ),
    "a penalty beside a round": (
        "INSERT INTO penalties SELECT club, match, version, 0, -50 FROM match_events WHERE version = 1",
        "entry 1, or one before it",
    ),
    "a version is too high": ("UPDATE matches SET version = 9", "without a gap"),
    "fewer pips than none": (
        unguarded("hands", "PRAGMA ignore_check_constraints = ON; UPDATE hands SET pips = -1"),
        "CHECK constraint failed in hands",
    ),
    "a person is gone": ("PRAGMA foreign_keys = OFF; DELETE FROM players", "points at nothing in players"),
    "an index is gone": ("DROP INDEX matches_by_change", "matches_by_change is missing"),
    "a table is gone": ("DROP TABLE proposals", "proposals is missing"),
    "a column is new": ("ALTER TABLE players ADD COLUMN age INTEGER", "players is not as it should be"),
    "the version is gone": ("PRAGMA user_version = 0", "does not say its schema’s version"),
    "a newer version": ("PRAGMA user_version = 999", "written by a newer Scorekeeper"),
    "another program's mark": ("PRAGMA application_id = 7", "not a Scorekeeper database"),
    "an entry is gone": (
        "DROP TRIGGER match_events_no_delete; DROP TRIGGER round_ends_no_delete;"
        "DROP TRIGGER hands_no_delete;"
        "DELETE FROM hands WHERE version = 2; DELETE FROM round_ends WHERE version = 2;"
        "DELETE FROM match_events WHERE version = 2",
        "without a gap",
    ),
    "a guard is gone": ("DROP TRIGGER match_events_no_update", "match_events_no_update is missing"),
    "a guard of the acts is gone": ("DROP TRIGGER acts_no_update", "acts_no_update is missing"),
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
    "an undo of nothing": (
        unguarded("match_events", "UPDATE match_events SET reverts = 3 WHERE version = 3"),
        "an undo takes back an entry before it",
    ),
    "a side is empty": ("UPDATE seats SET side = 0", "at least two sides"),
    "a link is gone": ("DELETE FROM links WHERE role = 'watch'", "three links"),
    "a target was changed": ("UPDATE matches SET card = replace(card, '100000', '30')", "changed match"),
    "partners were exchanged": ("UPDATE seats SET side = 1 - side", "changed match"),
    "points were made up": (
        "PRAGMA foreign_keys = OFF; INSERT INTO handicaps SELECT id, 'L', 'E', 5 FROM clubs",
        "changed league L",
    ),
    "a right was revived": ("UPDATE links SET generation = 7 WHERE role = 'manage'", "changed club"),
    "an entry of the log is gone": (
        "INSERT INTO seals SELECT id, 'change 7', 'abc' FROM clubs",
        "changed change 7",
    ),
    "a rule card is lost": ("UPDATE matches SET card = '{}'", "cannot be added up"),
}


def test_a_sound_installation(path: Path, run: Run) -> None:
    run("backup")
    before = path.read_bytes()
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.output.splitlines()] == ["good"] * 7
    assert "1 match added up" in result.output
    assert path.read_bytes() == before


@pytest.mark.parametrize(("planted", "found"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(path: Path, run: Run, planted: str, found: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(planted)
    connection.close()
    result = run("doctor")
    assert result.exit_code == 3
    assert found in result.output
    assert "scorekeeper restore" in result.output or "scorekeeper migrate" in result.output


# Changes to the files themselves, and what the doctor says about them.
SPOILED: dict[str, tuple[Callable[[Path], object], str, int]] = {
    "an empty key": (lambda path: path.with_name("secret_key").write_bytes(b""), "is not a complete key", 3),
    "no key": (lambda path: path.with_name("secret_key").unlink(), "There is no secret key", 0),
    "half a file": (lambda path: os.truncate(path, path.stat().st_size // 2), "cannot be read", 3),
    "an empty file": (lambda path: path.write_bytes(b""), "not a Scorekeeper database", 3),
    "a zeroed page": (
        lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(4096) + path.read_bytes()[8192:]),
        "damaged",
        3,
    ),
    "another header": (
        lambda path: path.write_bytes(bytes(100) + path.read_bytes()[100:]),
        "cannot be read",
        3,
    ),
    "a schema that is no text": (
        lambda path: path.write_bytes(
            path.read_bytes().replace(b"CREATE TABLE clubs", b"CREATE \xf6ABLE clubs")
        ),
        "cannot be read as a database",
        3,
    ),
    "garbage beside it": (
        lambda path: path.with_name(f"{path.name}-journal").write_bytes(b"garbage" * 1000),
        "is not an SQLite journal",
        0,
    ),
    "a copy of tomorrow": (
        lambda path: shutil.copy(path, made(path.with_name("backups")) / "scorekeeper-20991231T000000Z.db"),
        "dated in the future",
        3,
    ),
    "only an old copy": (
        lambda path: shutil.copy(path, made(path.with_name("backups")) / "scorekeeper-20200101T000000Z.db"),
        "It is old",
        0,
    ),
}


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.mark.parametrize(("spoil", "found", "code"), SPOILED.values(), ids=SPOILED)
def test_spoiled_files_are_found(
    path: Path, run: Run, db: Database, spoil: Callable[[Path], object], found: str, code: int
) -> None:
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    spoil(path)
    result = run("doctor")
    assert found in result.output
    assert result.exit_code == code


def test_an_unknown_phone_is_noted(db: Database, run: Run) -> None:
    (club,) = db.execute("SELECT id FROM clubs").fetchone()
    with writing(db):
        ensure_device(db, club, "stranger", EVENING)
    result = run("doctor")
    assert result.exit_code == 0
    assert "Known without any entry: 1 phone, Phone " in result.output


def test_a_stored_result_that_contradicts_its_facts_is_found(db: Database, run: Run) -> None:
    at = start(db, "draw", "Cy", "Di", target=50)
    at.record(db, out(at, 0, {1: 60}))
    found = result_of(at.state(db))

    def store(line: str) -> Result:
        with writing(db):
            store_results(db, at.club, rules_fingerprint(), 10**14, [(at.id, line)])
        return run("doctor")

    assert store(line_of(found)).exit_code == 0
    assert found.winner == 0
    result = store(line_of(replace(found, winner=1)))
    assert result.exit_code == 3
    assert f"The stored result of match {at.id}" in result.output


def test_a_changed_match_card_is_found(path: Path, run: Run) -> None:
    secretary = Secretary.of(path, "hdddcl", ("Crown", "Lion", "Railway"))
    secretary.draw_up(date(2026, 9, 7))
    secretary.report_all(secretary.card(0), {1, 2})
    secretary.db.close()
    assert run("doctor").exit_code == 0
    connection = sqlite3.connect(path)
    connection.executescript(
        unguarded("card_events", "UPDATE card_events SET home_legs = away_legs, away_legs = home_legs")
    )
    connection.close()
    result = run("doctor")
    assert result.exit_code == 3
    assert "The record of card" in result.output


def test_the_chain_stays_whole_when_players_are_forgotten_merged_or_renamed(
    db: Database, played: Match, run: Run
) -> None:
    ann, bob = players(db, played.club)
    with writing(db, played.club):
        cy = add_player(db, played.club, "Cy", EVENING).id
    merge_players(played.ask(db), bob.id, cy)
    rename_player(played.ask(db), ann.id, "Anna")
    forget_player(played.ask(db), ann.id)
    now = played._replace(players=[ann.id, cy])
    now.record(db, out(now, 0, {1: 10}))
    result = run("doctor")
    assert result.exit_code == 0, result.output


def test_a_missing_database_is_reported_and_none_is_created(path: Path, run: Run) -> None:
    path.unlink()
    result = run("doctor")
    assert result.exit_code == 3
    assert "There is no database" in result.output
    assert "Stop the server" not in result.output
    assert f"1 fault found in {path}." in result.output
    assert not path.exists()


def test_an_open_key_and_a_missing_copy_are_noted(path: Path, run: Run) -> None:
    path.with_name("secret_key").chmod(0o644)
    result = run("doctor")
    assert result.exit_code == 0
    assert "chmod 600" in result.output
    assert "There is no copy" in result.output


def test_wal_on_an_sqlite_that_can_corrupt_it_is_an_error(
    db: Database, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    result = run("doctor")
    assert result.exit_code == 3
    assert "can corrupt a WAL file" in result.output


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "good   Phones come by plain http"),
        (
            {"HTTPS": "1"},
            "note   For phones that come by https, SCOREKEEPER_PROXIES, SCOREKEEPER_HOSTS are not set",
        ),
        (
            {"HTTPS": "1", "PROXIES": "1"},
            "note   For phones that come by https, SCOREKEEPER_HOSTS is not set",
        ),
        ({"HTTPS": "1", "PROXIES": "1", "HOSTS": "crown.test"}, "good   Phones come by https"),
    ],
    ids=["none", "one", "two", "all"],
)
def test_missing_https_settings_are_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], said: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    assert said in run("doctor").output
