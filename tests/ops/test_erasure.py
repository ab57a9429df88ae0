"""What is erased in the database goes from its copies too, whatever happens meanwhile; nothing else does."""

import os
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from click.testing import Result
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.cli.backup import asks_at_terminal
from scorekeeper.services.clubs.hosting import empty_trash
from scorekeeper.services.clubs.names import forget_player
from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs, erased_clubs, find_club, trace_of, trash_unasked
from scorekeeper.store.engine.backup import back_up, copies, verify
from scorekeeper.store.engine.connection import copy_into, writing
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_record
from scorekeeper.store.engine.migrate import copy_beside, up_to_date
from scorekeeper.store.transfer import erasure
from scorekeeper.timestamps import local_time, timestamp
from tests.databases import make_database
from tests.durability.conftest import strace
from tests.durability.disk import SmallDisk
from tests.durability.test_interrupted_migrations import ended_at
from tests.later_step import later_step
from tests.services.match import Match, out, start
from tests.web.cast import Phone, Pub

__all__ = ["strace"]

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
NOW = datetime.now(UTC).replace(microsecond=0)
Run = Callable[..., Result]


def at(days: float) -> time_machine.travel:
    return time_machine.travel(NOW + timedelta(days=days), tick=False)


def meet(path: Path, name: str) -> Match:
    """A club of its own, in which somebody of this name has played, and is named in passing."""
    with closing(open_store(path)) as db:
        match = start(db, "draw", f"{name} Senior", "Bob", target=100_000)
        match.record(db, out(match, 0, {1: 10}), reason=f"{name} Senior said so")
    return match


def trash(path: Path, club: str) -> None:
    with closing(open_store(path)) as db, writing(db, club):
        trash_unasked(db, club, timestamp(datetime.now(UTC)))


def forget(path: Path, match: Match) -> None:
    with closing(open_store(path)) as db:
        ask = asks_at_terminal(db, match.club, timestamp(datetime.now(UTC)))
        forget_player(ask, match.players[0])


def holding(path: Path, *words: str) -> list[str]:
    """The files in which a word is."""
    files = [(file.name, file.read_bytes()) for file in path.parent.rglob("*") if file.is_file()]
    return [name for name, inside in files if any(word.encode() in inside for word in words)]


def sound(copy: Path) -> None:
    verify(copy)
    with closing(open_store(copy)) as db:
        assert [*faults_in_record(db), *faults_in_every_chain(db)] == []


@pytest.fixture
def folder(path: Path) -> Path:
    return path.with_name("backups")


@pytest.fixture
def copied(path: Path, folder: Path) -> Iterator[tuple[Match, Match, Path]]:
    """Two clubs, and a copy of two months ago; since then the second is deleted, and erased."""
    stays, goes = meet(path, "Wilhelmina"), meet(path, "Zacharias")
    made = back_up(path, folder, NOW - timedelta(days=62))
    with at(-31):
        trash(path, goes.club)
    return stays, goes, made


def test_in_a_year_nobody_is_in_any_copy_past_the_promise_and_everybody_else_is(
    path: Path, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Clubs deleted, people forgotten, copies put back, migrations, and erasing that is killed."""
    by_chance = random.Random(request.node.name)
    (said,) = re.findall(r"\*\*(\d+) days after the deletion\*\*", OPERATING.read_text())
    most, stays = int(said), meet(path, "Wilhelmina")
    names = [f"{first}fred" for first in ("Aldi", "Eg", "Sieg", "Man", "Win", "Gott", "Wal", "Ot")]
    met = {name: meet(path, name) for name in names}
    leaving = dict(zip(sorted(by_chance.sample(range(15, 300), len(names))), names, strict=True))
    gone, killed, put_back, day = dict[str, int](), 0, 0, 0
    while day < 365:
        for due in [due for due in leaving if due <= day]:
            name = leaving.pop(due)
            with at(day):
                if len(gone) % 2:
                    trash(path, met[name].club)
                else:
                    forget(path, met[name])
            gone[name] = day
        with at(day + 0.1), monkeypatch.context() as patched:
            if by_chance.random() < 0.2:

                def kill(*_: object) -> None:
                    nonlocal killed
                    killed += 1
                    raise SystemExit(137)

                patched.setattr(erasure, by_chance.choice(["verify", "take_steps", "put_row"]), kill)
                patched.setattr(erasure, "remove", lambda _: None)
            done = run("backup")
            assert done.exit_code in (0, 137), done.output
            for left in folder.glob("draft-*"):
                os.utime(left, (time.time(),) * 2)
            made = [*copies(folder)]
            match by_chance.randrange(12):
                case 0:
                    with closing(open_store(path)) as opened:
                        copy_beside(path, "m099_later", lambda to: copy_into(opened, to))
                case 1 if made:
                    assert run("restore", by_chance.choice(made), "--force").exit_code == 0
                    put_back += 1
        if over := [name for name, since in gone.items() if day - since >= most]:
            assert holding(path, *over) == [], (day, gone)
        day += by_chance.choice([1, 2, 4, 6])
    assert (len(gone), killed > 0, put_back > 5) == (8, True, True)
    assert len({(made.year, made.month) for made in copies(folder).values()}) == 12
    for copy in copies(folder):
        sound(copy)
        with closing(open_store(copy)) as db:
            state = load_match(db, stays.club, stays.id)
            assert state is not None
            assert state.score.totals == (10, 0)


KILLED_AT = {"pwrite64": (9, 90, 300), "fsync": (1, 4, 9, 12), "rename": (1, 2), "unlink": (1, 3, 5)}


@pytest.mark.parametrize(
    ("call", "when"),
    [
        pytest.param(call, when, marks=[pytest.mark.long] * (number % 2))
        for call, times in KILLED_AT.items()
        for number, when in enumerate(times)
    ],
)
def test_an_erasing_that_is_killed_anywhere_leaves_one_sound_copy(
    strace: str, path: Path, copied: tuple[Match, Match, Path], run: Run, call: str, when: int
) -> None:
    _, goes, copy = copied
    whole = copy.read_bytes()
    code = "import sys; from scorekeeper.cli.main import main; main(['backup', '--database', sys.argv[1]])"
    assert ended_at(strace, call, when, path, None, code)
    sound(copy)
    assert copy.read_bytes() == whole or not _holds(copy, goes)
    assert run("backup").exit_code == 0
    assert not _holds(copy, goes)
    assert len(copies(copy.parent)) >= 2


def _holds(copy: Path, match: Match) -> bool:
    with closing(open_store(copy)) as db:
        return load_match(db, match.club, match.id) is not None


def test_a_copy_is_written_anew_once_and_is_as_it_was_but_for_what_is_erased(
    path: Path, copied: tuple[Match, Match, Path], run: Run
) -> None:
    stays, goes, copy = copied
    with closing(open_store(path)) as db:
        assert empty_trash(db, NOW) == [goes.club]
    assert f"1 copy may hold what was erased since: {copy.name}" in run("doctor").output
    assert run("backup").exit_code == 0
    assert "may hold what was erased" not in run("doctor").output
    written = copy.stat()
    sound(copy)
    assert (written.st_mode & 0o777, _holds(copy, goes), _holds(copy, stays)) == (0o600, False, True)
    assert holding(path, "Zacharias") == []
    with at(1):
        assert run("backup").exit_code == 0
    assert copy.stat().st_ino == written.st_ino
    forget(path, stays)
    assert run("backup").exit_code == 0
    assert copy.stat().st_ino != written.st_ino
    with closing(open_store(copy)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM players ORDER BY id")]
    assert names == ["Player 1", "Bob"]
    assert not [name for name in holding(path, "Wilhelmina Senior") if name == copy.name]


def test_another_database_in_the_same_place_erases_nothing_in_the_copies(
    path: Path, copied: tuple[Match, Match, Path], run: Run
) -> None:
    stays, goes, copy = copied
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    make_database(path)
    other = meet(path, "Ludwig")
    trash(path, other.club)
    with at(40):
        run("backup")
    with at(48):
        assert "Erased club" in run("backup").output
    assert (_holds(copy, stays), _holds(copy, goes)) == (True, True)


def test_a_copy_put_over_a_new_database_brings_its_clubs_back_with_their_links_ended(
    path: Path, copied: tuple[Match, Match, Path], run: Run
) -> None:
    """As on a new machine, on which the server was started once before."""
    stays, goes, copy = copied
    app = create_app({"DATABASE": path})
    link = Pub(app, stays.club).link("score")
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    make_database(path)
    assert run("restore", copy, "--force").exit_code == 0
    with closing(open_store(path)) as db:
        assert {club.id for club in clubs(db)} == {stays.club, goes.club}
    app = create_app({"DATABASE": path})
    assert Phone(app).ask(link).status_code == 404
    assert Phone(app).ask(Pub(app, stays.club).link("score")).status_code == 303


def test_what_was_erased_does_not_come_back_with_a_copy_and_what_came_back_stays_in_copies(
    path: Path, copied: tuple[Match, Match, Path], tmp_path: Path, run: Run
) -> None:
    """Not even by one that was carried elsewhere; a club that was imported again is erased nowhere."""
    stays, goes, copy = copied
    elsewhere = Path(shutil.copyfile(copy, tmp_path / copy.name))
    file = tmp_path / "club.jsonl"
    assert run("export", file, "--club", goes.club, "--database", elsewhere).exit_code == 0
    assert run("backup").exit_code == 0
    assert run("restore", elsewhere, "--force").exit_code == 0
    with closing(open_store(path)) as db:
        assert [club.id for club in clubs(db)] == [stays.club]
        assert {*erased_clubs(db)} == {trace_of(goes.club)}
    assert run("import", file).exit_code == 0
    shutil.copyfile(elsewhere, copy)
    assert run("backup").exit_code == 0
    assert _holds(copy, goes)


def test_a_clock_that_jumps_erases_nothing_in_copies(
    path: Path, copied: tuple[Match, Match, Path], run: Run
) -> None:
    stays, _, _ = copied
    for days in range(-60, -31):
        with at(days):
            assert run("backup").exit_code == 0
    copy = min(copies(path.with_name("backups")))
    trash(path, stays.club)
    for days in (40, 43, -400):
        with at(days):
            run("backup")
            assert _holds(copy, stays)
    with closing(open_store(path)) as db:
        assert trace_of(stays.club) not in erased_clubs(db)


def test_a_copy_of_an_older_version_is_brought_to_this_one_when_something_is_erased_in_it(
    copied: tuple[Match, Match, Path], run: Run
) -> None:
    stays, goes, copy = copied
    with later_step():
        assert run("migrate").exit_code == 0
        assert run("backup").exit_code == 0
        with closing(open_store(copy)) as db:
            assert up_to_date(db)
        assert (_holds(copy, stays), _holds(copy, goes)) == (True, False)


def test_a_copy_that_cannot_be_written_anew_is_told_every_night_and_goes_after_three_weeks(
    copied: tuple[Match, Match, Path], run: Run
) -> None:
    _, _, copy = copied
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    for days in (0, 1, 10, 20):
        with at(days):
            done = run("backup")
        assert done.exit_code == 3
        assert f"What was erased is still in the copy {copy.name}" in done.output
        assert copy.exists()
    with at(22):
        done = run("backup")
    assert f"{copy.name} was deleted" in done.output
    assert not copy.exists()
    with at(23):
        assert run("backup").exit_code == 0


def test_a_record_with_faults_keeps_nobody_in_the_copies(
    path: Path, db: Database, copied: tuple[Match, Match, Path], run: Run
) -> None:
    _, goes, copy = copied
    (trigger,) = db.execute(
        "SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='hands' AND sql LIKE '%UPDATE%'"
    ).fetchone()
    db.execute(f"DROP TRIGGER {trigger}")
    db.execute("UPDATE hands SET pips = pips + 1 WHERE pips > 0")
    aside = path.with_name("scorekeeper.before-restore-20200101T000000Z.db")
    shutil.copyfile(copy, aside)
    assert run("backup").exit_code == 3
    assert (_holds(copy, goes), aside.exists()) == (False, False)
    assert holding(path, "Zacharias") == []


def test_without_room_for_a_draft_the_copy_stays_as_it_was_and_it_is_told(
    disk: SmallDisk, copied: tuple[Match, Match, Path], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, copy = copied
    there = Path(shutil.copytree(copy.parent, disk.folder / "backups")) / copy.name
    monkeypatch.setenv("SCOREKEEPER_BACKUPS", str(there.parent))
    disk.fill()
    done = run("backup")
    assert done.exit_code == 3
    assert "its disk is full" in done.output
    assert there.read_bytes() == copy.read_bytes()
    assert [left.name for left in there.parent.iterdir()] == [there.name]


def test_a_club_goes_back_by_its_manager_s_phone_to_what_it_was_months_ago(
    path: Path, copied: tuple[Match, Match, Path], run: Run
) -> None:
    stays, goes, copy = copied
    assert run("backup").exit_code == 0
    with closing(open_store(path)) as db:
        stays.record(db, out(stays, 0, {1: 25}))
    pub = Pub(create_app({"DATABASE": path}), stays.club)
    page = pub.manager.open(f"{pub.home}copies")
    then = local_time(timestamp(NOW - timedelta(days=62)))
    assert f"{then.day} {then:%b %Y}" in page.text
    (form,) = [
        form
        for form in pub.manager.open(f"{pub.home}copies/{copy.name}").forms
        if form.action.endswith(copy.name)
    ]
    assert pub.manager.send(form).status == 200
    with closing(open_store(path)) as db:
        state = load_match(db, stays.club, stays.id)
        assert state is not None
        assert state.score.totals == (10, 0)
        assert find_club(db, goes.club) is None


@pytest.mark.parametrize("whole", [False, True], ids=["one club", "all of it"])
def test_nobody_who_was_forgotten_since_comes_back_with_a_copy(
    path: Path, folder: Path, run: Run, whole: bool
) -> None:
    """Nor in what was typed in passing."""
    match = meet(path, "Wilhelmina")
    copy = back_up(path, folder, NOW - timedelta(days=2))
    forget(path, match)
    more = ["--force"] if whole else ["--club", match.club]
    assert run("restore", copy, *more).exit_code == 0
    for left in path.parent.glob(f"{path.stem}.before-*"):
        left.unlink()
    assert holding(path, "Wilhelmina") == [copy.name]
    sound(path)
