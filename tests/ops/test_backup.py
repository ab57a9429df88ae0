"""Backups: complete, verified, rotated, and restored without losing anything."""

import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import time_machine
from click.testing import Result
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club, find_club, find_trashed, trash_unasked
from scorekeeper.store.engine import connection
from scorekeeper.store.engine.backup import back_up, copies, copies_now, rotate, to_keep, verify
from scorekeeper.store.engine.connection import copy_into, writing
from scorekeeper.store.engine.locks import serving
from scorekeeper.store.engine.migrate import copy_beside
from scorekeeper.store.engine.places import Folder
from scorekeeper.store.engine.rows import insert
from scorekeeper.store.transfer.restore import restore
from scorekeeper.timestamps import timestamp
from tests.durability.disk import SmallDisk
from tests.services.match import Match, out
from tests.web.cast import Phone, Pub

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
EVENING = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("played")

WRITE = """
import json, sys
from scorekeeper.store import open_store
from tests.services.match import Match, out
db, at = open_store(sys.argv[1]), Match(*json.loads(sys.argv[2]))
print("ready", flush=True)
for number in range(4, 10_000):
    at.record(db, out(at, 0, {1: 1}), round=number, key=f"writer {number}")
    print(number, flush=True)
"""


def totals(path: Path, at: Match) -> tuple[int, ...]:
    with closing(open_store(path)) as db:
        state = load_match(db, at.club, at.id)
        assert state is not None
        return state.score.totals


def test_a_copy_is_a_database_like_any_other(path: Path, played: Match, tmp_path: Path) -> None:
    copy = back_up(path, tmp_path / "copies", EVENING)
    assert copy.name == "scorekeeper-20261121T233000Z.db"
    assert totals(copy, played) == (30, 0)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [found.name for found in copy.parent.iterdir()] == [copy.name]


def test_no_copy_holds_the_secret_key(path: Path, run: Run) -> None:
    run("backup")
    key = path.with_name("secret_key").read_bytes()
    (copy,) = copies(path.with_name("backups"))
    assert key not in copy.read_bytes()
    assert {found.suffix for found in copy.parent.iterdir()} == {".db"}


def test_no_copy_holds_an_address_of_e_mail(path: Path, db: Database, played: Match, run: Run) -> None:
    """It may go tomorrow, and no restore takes one from a copy."""
    said = {"server": "https://pub.example", "sent_until": "2026-11-21"}
    insert(db, "mail_addresses", club=played.club, squad="", address="ann@crown.example", **said)
    assert run("backup").exit_code == 0
    (copy,) = copies(path.with_name("backups"))
    assert b"ann@crown.example" not in copy.read_bytes()
    assert run("restore", copy, "--force").exit_code == 0
    with closing(open_store(path)) as restored:
        assert restored.execute("SELECT count(*) FROM mail_addresses").fetchone() == (1,)


def test_rounds_in_the_write_ahead_log_are_in_the_copy(
    path: Path, db: Database, played: Match, tmp_path: Path
) -> None:
    """The newest rounds are in the write-ahead log, which cp would leave behind."""
    db.execute("PRAGMA journal_mode = WAL")
    played.record(db, out(played, 0, {1: 10}))
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    assert totals(back_up(path, tmp_path / "copies", EVENING), played) == (40, 0)


def test_a_copy_made_while_phones_write_is_consistent(path: Path, played: Match, tmp_path: Path) -> None:
    program = [sys.executable, "-c", WRITE, str(path), json.dumps(played)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        made = []
        for n in range(5):
            assert writer.stdout.readline(), "the writer has given up"
            made.append(back_up(path, tmp_path / "copies", EVENING + timedelta(seconds=n)))
        writer.kill()
    for copy in made:
        verify(copy)
        with closing(open_store(copy)) as found:
            state = load_match(found, played.club, played.id)
            assert state is not None
            assert len(state.events) == state.match.version
    scores = [totals(copy, played)[0] for copy in made]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0], "nothing was written meanwhile"


def test_a_damaged_database_is_not_copied_over_good_copies(path: Path, run: Run) -> None:
    assert run("backup").exit_code == 0
    before = sorted(path.with_name("backups").iterdir())
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    result = run("backup")
    assert result.exit_code == 3
    assert "damaged" in result.output
    assert sorted(path.with_name("backups").iterdir()) == before


def test_two_years_of_nights_leave_seven_days_four_weeks_and_twelve_months_and_the_last_stays() -> None:
    every = [EVENING - timedelta(days=n) for n in range(730)]
    kept = to_keep(every, max(every))
    assert set(every[:7]) <= kept
    assert len({made.isocalendar()[1] for made in kept if EVENING - made <= timedelta(days=22)}) == 4
    assert len({(made.year, made.month) for made in kept}) == 12
    assert len(kept) == 7 + 4 + 12 - 3, (
        "the newest of this week, of the last and of this month are of the days"
    )
    older = sorted(made for made in kept if EVENING - made > timedelta(days=22))
    assert all((made + timedelta(days=1)).day == 1 for made in older)
    assert older[0] == datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    assert to_keep(kept, max(kept)) == kept
    weekly = [EVENING - timedelta(weeks=n) for n in range(9)]
    assert to_keep(weekly, EVENING) == {*weekly[:4], weekly[8]}
    assert to_keep(weekly, EVENING + timedelta(days=400)) == {weekly[0]}


def test_only_our_own_old_copies_are_deleted(tmp_path: Path) -> None:
    for name in ("scorekeeper-20200101T000000Z.db", "holiday.db", "notes.txt"):
        (tmp_path / name).touch()
    for n in range(9):
        (tmp_path / f"scorekeeper-202611{21 - n}T233000Z.db").touch()
    gone = {*rotate(Folder(tmp_path), EVENING, "none")}
    assert gone == {
        "scorekeeper-20261114T233000Z.db",
        "scorekeeper-20261113T233000Z.db",
        "scorekeeper-20200101T000000Z.db",
    }
    assert {"holiday.db", "notes.txt"} <= {path.name for path in tmp_path.iterdir()}


def test_what_a_migration_or_a_restore_put_aside_goes_with_the_copies(path: Path, run: Run) -> None:
    run("backup")
    now = datetime.now(UTC)
    kept, gone = [], []
    for what in ("m027_somewhere", "restore"):
        for days, where in ((21, kept), (23, gone)):
            made = now - timedelta(days=days)
            where.append(path.with_name(f"scorekeeper.before-{what}-{made:%Y%m%dT%H%M%SZ}.db"))
    killed = path.with_name("backups") / "draft-0123456789abcdef.db"
    for left in (*kept, *gone, killed):
        left.touch()
    os.utime(killed, ((now - timedelta(days=2)).timestamp(),) * 2)
    found = run("doctor").output
    assert "3 files hold what is older than copies are kept" in found
    assert run("backup").exit_code == 0
    assert [left for left in (*kept, *gone, killed) if left.exists()] == kept
    assert "older than copies are kept" not in run("doctor").output


@pytest.mark.usefixtures("played")
def test_a_copy_of_a_record_with_faults_displaces_none(path: Path, db: Database, run: Run) -> None:
    run("backup")
    (sound,) = copies(path.with_name("backups"))
    (trigger,) = db.execute(
        "SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='hands' AND sql LIKE '%UPDATE%'"
    ).fetchone()
    db.execute(f"DROP TRIGGER {trigger}")
    db.execute("UPDATE hands SET pips = pips + 1 WHERE pips > 0")
    for _ in range(2):
        result = run("backup")
        assert result.exit_code == 3
        assert "The record is not sound: The record of match" in result.output
    assert list(copies(sound.parent)) == [sound]
    assert {found.name for found in sound.parent.iterdir()} == {sound.name, "unsound.db"}
    assert "unsound.db is a copy of a record with faults" in run("doctor").output
    assert run("restore", sound, "--force").exit_code == 0
    assert run("backup").exit_code == 0
    assert not sound.with_name("unsound.db").exists()


def test_a_clock_a_month_ahead_erases_nothing_for_a_week(
    path: Path, db: Database, played: Match, run: Run
) -> None:
    """Nor does it delete a copy, whatever is entered meanwhile; then it is right again, and all goes on."""
    now = datetime.now(UTC)
    for days in range(-20, 1):
        with time_machine.travel(now + timedelta(days=days)):
            assert run("backup").exit_code == 0
    before = {*copies(path.with_name("backups"))}
    with writing(db, played.club):
        trash_unasked(db, played.club, timestamp(now))
    with writing(db):
        another = add_club(db, "Another", timestamp(now))
    pub = Pub(create_app({"DATABASE": path}), another.id)
    wrong = now + timedelta(days=32)
    for hours in (0, 2, 24, 72, 24 * 6):
        with time_machine.travel(wrong + timedelta(hours=hours)):
            # Somebody plays before the nightly work is done.
            assert pub.manager.post(f"{pub.home}name", name=f"Another {hours}").status_code == 303
            assert "Nothing is erased for a week: no copy was made for" in run("backup").output
            assert "was it switched off, or is the clock wrong?" in run("doctor").output
            assert (
                "was it switched off, or is the clock wrong?" in pub.manager.open(f"{pub.home}settings").text
            )
    assert find_trashed(db, played.club) is not None
    assert before <= {*copies(path.with_name("backups"))}
    said = run("doctor").output
    assert "something here is dated" in said
    assert "it is wrong, or was" in pub.manager.open(f"{pub.home}settings").text
    assert "this server’s clock" not in pub.phone("score").open(f"{pub.home}settings").text.lower()
    with time_machine.travel(now + timedelta(days=1)):
        assert "Nothing is erased" not in run("backup").output


def test_an_evening_in_1970_makes_no_later_silence_usual(db: Database, played: Match, run: Run) -> None:
    """As a computer begins that has no battery for its clock, before it has asked for the time."""
    now = datetime.now(UTC)
    with time_machine.travel(datetime(1970, 1, 1, 0, 1, tzinfo=UTC)):
        run("backup")
    for days in range(10):
        with time_machine.travel(now + timedelta(days=days)):
            run("backup")
    with writing(db, played.club):
        trash_unasked(db, played.club, timestamp(now))
    with time_machine.travel(now + timedelta(days=50)):
        assert "Nothing is erased for a week" in run("backup").output
    assert find_trashed(db, played.club) is not None


def test_a_long_silence_is_believed_after_a_week(db: Database, played: Match, run: Run) -> None:
    now = datetime.now(UTC)
    run("backup")
    with writing(db, played.club):
        trash_unasked(db, played.club, timestamp(now))
    with time_machine.travel(now + timedelta(days=40)):
        assert "Erased club" not in run("backup").output
    with time_machine.travel(now + timedelta(days=47, hours=1)):
        assert f"Erased club {played.club}" in run("backup").output


def test_a_deleted_club_is_erased_after_thirty_nights(db: Database, played: Match, run: Run) -> None:
    now = datetime.now(UTC)
    with writing(db, played.club):
        trash_unasked(db, played.club, timestamp(now))
    with writing(db):
        another = add_club(db, "Another", timestamp(now))
    for days in (7, 14, 21, 28):
        with time_machine.travel(now + timedelta(days=days)):
            assert "Erased club" not in run("backup").output
    with time_machine.travel(now + timedelta(days=31)):
        assert f"Erased club {played.club}" in run("backup").output
    assert find_club(db, another.id) is not None


def test_a_full_disk_is_called_a_full_disk(disk: SmallDisk, path: Path, run: Run) -> None:
    shutil.copyfile(path, disk.folder / "scorekeeper.db")
    (disk.folder / "secret_key").write_bytes(path.with_name("secret_key").read_bytes())
    disk.fill()
    for command in (
        "backup",
        "doctor",
        "link --role score",
        "export",
        "migrate",
        "club list",
        "club add Ship",
        "maintenance on",
        "demo",
        f"move --to {disk.folder}/elsewhere.db",
        f"restore {path} --force",
    ):
        said = run(*command.split(), "--database", disk.folder / "scorekeeper.db")
        assert "its disk is full" in said.output, command
        assert said.exit_code == 3


def test_a_restored_database_equals_its_backup(path: Path, db: Database, played: Match, run: Run) -> None:
    run("backup")
    (copy,) = copies(path.with_name("backups"))
    played.record(db, out(played, 1, {0: 50}))
    db.close()
    result = run("restore", copy, "--force")
    assert result.exit_code == 0, result.output
    assert totals(path, played) == (30, 0)
    (aside,) = path.parent.glob("scorekeeper.before-restore-*.db")
    assert totals(aside, played) == (30, 50)
    assert run("doctor").exit_code == 0


def test_restoring_refuses_to_overwrite_without_the_option_while_a_server_runs_or_a_faulty_backup(
    path: Path, run: Run, tmp_path: Path
) -> None:
    run("backup")
    (copy,) = copies(path.with_name("backups"))
    before = path.read_bytes()
    result = run("restore", copy)
    assert result.exit_code == 3
    assert "--force" in result.output
    assert path.read_bytes() == before
    with serving(path):
        result = run("restore", copy, "--force")
    assert result.exit_code == 3
    assert "Stop it first" in result.output
    broken = tmp_path / "broken.db"
    broken.write_bytes(before[:4096] + bytes(4096) + before[8192:])
    result = run("restore", broken, "--force")
    assert result.exit_code == 3
    assert path.read_bytes() == before


def test_what_is_still_in_the_log_of_a_copy_comes_along(
    path: Path, db: Database, played: Match, tmp_path: Path, run: Run
) -> None:
    """Such as another machine's database, whose server goes on."""
    db.execute("PRAGMA journal_mode = WAL")
    played.record(db, out(played, 0, {1: 10}))
    elsewhere = tmp_path / "other" / "scorekeeper.db"
    assert run("restore", path, "--database", elsewhere).exit_code == 0
    assert totals(elsewhere, played) == (40, 0)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o600


def test_a_journal_left_by_a_crash_is_moved_aside_with_its_database(
    path: Path, played: Match, tmp_path: Path
) -> None:
    """If it stayed, SQLite would replay it into the restored file."""
    copy = back_up(path, tmp_path / "copies", EVENING)
    journal = path.with_name(path.name + "-journal")
    shutil.copyfile(path, journal)
    aside, _ = restore(copy, path, EVENING, replace=True)
    assert aside is not None
    assert aside.with_name(aside.name + "-journal").exists()
    assert not journal.exists()
    assert totals(path, played) == (30, 0)


@pytest.fixture
def ahead(path: Path) -> list[Path]:
    """Eight backups from a week in which the clock was eight days fast; it is right again."""
    first = back_up(path, path.with_name("backups"), datetime.now(UTC) + timedelta(days=1))
    days = [copies(first.parent)[first] + timedelta(days=n) for n in range(1, 8)]
    later = [first.with_name(f"scorekeeper-{day:%Y%m%dT%H%M%SZ}.db") for day in days]
    return [first, *(Path(shutil.copyfile(first, each)) for each in later)]


def test_backups_from_the_future_hide_no_other_and_are_a_fault_until_removed(
    path: Path, ahead: list[Path], run: Run
) -> None:
    folder, phone = path.with_name("backups"), Phone(create_app({"DATABASE": path}))
    assert copies_now(path, datetime.now(UTC)).newest is None
    assert run("backup").exit_code == 0
    (made,) = {*copies(folder)} - {*ahead}
    assert len(copies(folder)) == 9, "none was deleted"
    assert copies_now(path, datetime.now(UTC)).newest == copies(folder)[made]
    found = run("doctor")
    assert found.exit_code == 3
    assert f"FAULT  Copies are dated in the future (8): {ahead[-1].name}, " in found.output
    assert "If this machine’s clock is wrong, set it right." in found.output
    assert f"move them out of {folder}" in found.output
    assert str(made) in found.output
    answer = phone.ask("/readyz")
    said = answer.json or {}
    assert (answer.status_code, said["ok"], said["writable"], said["future_backups"]) == (503, False, True, 8)
    assert said["cause"] == "copies are dated in the future: this clock is wrong, or was when they were made"
    assert said["backup_hours"] == pytest.approx(0, abs=0.1)
    for copy in ahead:
        copy.rename(path.with_name(copy.name))
    assert run("doctor").exit_code == 0
    assert phone.ask("/readyz").status_code == 200
    assert [*copies(folder)] == [made]


def test_a_restore_revives_no_revoked_link(path: Path, played: Match, run: Run) -> None:
    app = create_app({"DATABASE": path})
    pub = Pub(app, played.club)
    thief, link = pub.phone("score"), pub.link("score")
    code = pub.manager.open(pub.at(played.id, "/code"))
    guest = str(next(word for word in code.text.split() if "/watch/" in word)).removeprefix(
        "http://localhost"
    )
    pub.manager.open(f"{pub.home}pin/settings")
    pub.manager.post(f"{pub.home}pin/settings", act="set", pin="204060")
    repeated = pub.link("score")
    run("backup")
    (copy,) = copies(path.with_name("backups"))
    pub.manager.post(f"{pub.home}links/score/revoke")
    live = pub.link("score")
    result = run("restore", copy, "--force")
    assert result.exit_code == 0, result.output
    assert "are as they were in it" in result.output
    assert thief.ask(f"{pub.home}matches/new").status_code == 403
    for old in (link, repeated, guest):
        assert Phone(app).ask(old).status_code == 404, old
    assert pub.link("score") == live
    assert Phone(app).ask(live).status_code == 303
    assert pub.manager.ask(f"{pub.home}settings").status_code == 200
    assert Phone(app).ask(f"{pub.home}pin").status_code == 200


def test_a_restore_over_what_cannot_be_read_ends_every_link(path: Path, played: Match, run: Run) -> None:
    app = create_app({"DATABASE": path})
    pub = Pub(app, played.club)
    live = pub.link("score")
    run("backup")
    (copy,) = copies(path.with_name("backups"))
    for _ in range(2):
        path.write_bytes(bytes(path.stat().st_size))
        result = run("restore", copy, "--force")
        assert "were revoked" in result.output, result.output
        assert Phone(app).ask(live).status_code == 404
        live = pub.link("score")
        assert Phone(app).ask(live).status_code == 303
        time.sleep(1.1)  # what is put aside has its second in its name


def test_clubs_opened_or_closed_since_the_copy_are_as_they_are_now(
    path: Path, played: Match, run: Run
) -> None:
    with closing(open_store(path)) as db:
        run("backup")
        with writing(db):
            opened = add_club(db, "The Ship", timestamp(EVENING))
        with writing(db, played.club):
            trash_unasked(db, played.club, timestamp(EVENING))
    (copy,) = copies(path.with_name("backups"))
    assert "are as they were" in run("restore", copy, "--force").output
    with closing(open_store(path)) as db:
        assert find_club(db, opened.id)
        assert find_trashed(db, played.club)
    app = create_app({"DATABASE": path})
    assert Phone(app).ask(Pub(app, opened.id).link("score")).status_code == 303
    assert run("doctor").exit_code == 0


@pytest.mark.parametrize("pause", [7, 14, 30])
def test_a_deleted_club_is_nowhere_after_that_time_whatever_was_done_meanwhile(
    path: Path, db: Database, played: Match, run: Run, pause: int, request: pytest.FixtureRequest
) -> None:
    """With what a migration puts aside, restores, and copies that were killed; once a week or seldom.

    A server that is off cannot delete: there it is the first start after that time.
    """
    by_chance = random.Random(request.node.name)
    begin, deleted = datetime.now(UTC), max(7, pause)
    db.close()
    with closing(open_store(path)) as opened, writing(opened, played.club):
        trash_unasked(opened, played.club, timestamp(begin + timedelta(days=deleted)))
    held = list[int]()
    (said,) = re.findall(r"\*\*(\d+) days after the deletion\*\*", OPERATING.read_text())
    most = int(said)
    days = [*range(0, deleted + most + 2 * pause, pause)]
    for day in days:
        with time_machine.travel(begin + timedelta(days=day, seconds=len(held))):
            assert run("backup").exit_code == 0
            made = [*copies(path.with_name("backups"))]
            match by_chance.randrange(6):
                case 0:
                    with closing(open_store(path)) as opened:
                        copy_beside(path, "m099_later", partial(copy_into, opened))
                case 1:
                    killed = made[0].with_name(f"draft-{day:016x}.db")
                    shutil.copyfile(path, killed)
                    os.utime(killed, (time.time(),) * 2)
                case 2:
                    assert run("restore", by_chance.choice(made), "--force").exit_code == 0
        files = [found for found in path.parent.rglob("*") if found.is_file()]
        if any(played.club.encode() in found.read_bytes() for found in files):
            held.append(day - deleted)
    promised = next(day for day in days if day - deleted >= most)
    assert 0 <= held[-1] < promised - deleted, held[-1]


def test_a_sound_copy_goes_to_a_second_place_as_well(
    path: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "scorekeeper-20200101T000000Z.db").write_bytes(b"old")
    monkeypatch.setenv("SCOREKEEPER_OFFSITE", str(stick))
    done = run("backup")
    assert f"Copied to {stick} as well" in done.output
    (here,) = path.with_name("backups").iterdir()
    assert [found.name for found in stick.iterdir()] == [here.name]
    assert (stick / here.name).read_bytes() == here.read_bytes()
    assert "is not in" not in run("doctor").output


@pytest.mark.usefixtures("played")
def test_a_copy_that_was_made_is_not_called_none_where_nothing_could_be_erased(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with closing(open_store(path)) as holder, writing(holder):
        done = run("backup")
    assert done.exit_code == 3
    assert done.output.startswith("Copied to ")
    assert done.output.endswith("Error: Deleted clubs were not erased: database is locked.\n")


@pytest.mark.usefixtures("played")
def test_a_second_place_that_is_away_is_said_and_fails_nothing_else(
    path: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_OFFSITE", str(tmp_path / "stick"))
    done = run("backup")
    assert done.exit_code == 3
    assert f"did not reach {tmp_path / 'stick'}: No such file or directory" in done.output
    assert len([*path.with_name("backups").iterdir()]) == 1
    asked = run("doctor")
    assert asked.exit_code == 0
    assert f"The newest copy is not in {tmp_path / 'stick'}" in asked.output
