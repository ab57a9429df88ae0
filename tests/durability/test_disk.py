"""A full disk: saving is refused with a sentence, reading goes on, and saving works once there is room."""

import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main
from tests.durability.conftest import WITHOUT_OURS
from tests.durability.disk import SmallDisk
from tests.durability.phones import Phone, Table, seat_two
from tests.serving import ServerProcess

FULL = "The server’s disk is full. Nothing was saved"
MOST = 400  # rounds; far more than fit


def fill_up(phone: Phone, table: Table, said: str = FULL) -> int:
    """Enter rounds until one is refused in these words; its number."""
    for number in range(1, MOST):
        answer = phone.record(table, number, f"round {number}", pips=1)
        if answer.status != 303:
            assert answer.status == 507, answer.page.text
            assert said in answer.page.text
            return number
    raise AssertionError("the disk never became full")


def assert_refused_and_readable(phone: Phone, table: Table, number: int) -> None:
    assert phone.record(table, number, f"round {number}", pips=1).status == 507
    assert phone.ask(table.path).status == 200
    assert len(table.keys()) == number - 1


def assert_saves_next(phone: Phone, table: Table, number: int) -> None:
    for repeated in range(number, number + 3):
        assert phone.record(table, repeated, f"round {repeated}", pips=1).status == 303
    assert table.keys() == [f"round {n}" for n in range(1, number + 3)]
    assert table.state().score.totals == (number + 2, 0)


def processes(server: ServerProcess) -> list[int]:
    """The server's process and its workers."""
    pids = [int(found.name) for found in Path("/proc").iterdir() if found.name.isdigit()]
    return [pid for pid in pids if _group(pid) == server.pid]


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


@contextmanager
def files_no_larger_than(server: ServerProcess, most: int) -> Iterator[None]:
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in processes(server)}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))
    yield
    for pid, limit in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


def test_a_file_at_its_size_limit(server: ServerProcess, seated: tuple[Phone, Table]) -> None:
    phone, table = seated
    with files_no_larger_than(server, server.database.stat().st_size + 8192):
        number = fill_up(phone, table, "it may be dying, or at a limit. Nothing was saved")
        assert_refused_and_readable(phone, table, number)
    assert_saves_next(phone, table, number)


def test_a_disk_without_room(disk: SmallDisk, modules: Path | None) -> None:
    with ServerProcess(disk.folder / "scorekeeper.db", modules=modules) as server:
        phone, table = seat_two(server)
        disk.fill()
        number = fill_up(phone, table)
        assert_refused_and_readable(phone, table, number)
        entered = {"writable": False, "space": False, "cause": "its disk is full"}
        assert ready(server) == (503, entered)
        disk.empty()
        assert_saves_next(phone, table, number)


def test_a_disk_without_room_for_a_journal(disk: SmallDisk) -> None:
    """A WAL exists already; a rollback journal is a new file for every round."""
    with ServerProcess(disk.folder / "scorekeeper.db", modules=WITHOUT_OURS) as server:
        phone, table = seat_two(server)
        assert phone.record(table, 1, "round 1", pips=1).status == 303
        disk.fill_names()
        assert_refused_and_readable(phone, table, 2)
        disk.empty()
        assert_saves_next(phone, table, 2)


def test_a_club_s_file_is_there_whole_or_not_at_all(
    disk: SmallDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, words)
        return done.exit_code, done.output

    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "scorekeeper.db"))
    assert run("club", "add", "The Crown")[0] == 0
    kept, new = disk.folder / "kept.jsonl", disk.folder / "new.jsonl"
    assert run("export", str(kept))[0] == 0
    before = kept.read_bytes()
    disk.fill()
    for words in (("export", kept), ("export", new), ("club", "leave", "The Crown", new)):
        code, said = run(*map(str, words))
        assert (code, "No space left on device" in said) == (3, True), said
    assert kept.read_bytes() == before
    assert {path.name for path in disk.folder.iterdir()} == {"kept.jsonl", "filler"}
    disk.empty()
    assert run("club", "leave", "The Crown", str(new))[0] == 0
    assert new.stat().st_size >= len(before)


def ready(server: ServerProcess) -> tuple[int, dict[str, object]]:
    phone = Phone(server)
    answer = phone.ask("/readyz")
    said = json.loads(answer.page.html)
    return answer.status, {key: said[key] for key in ("writable", "space", "cause")}
