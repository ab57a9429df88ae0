"""A power cut takes nothing that was acknowledged, whatever of the unsynced writes the disk still holds."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from tests.durability.conftest import WITHOUT_OURS
from tests.durability.power_cut import CALLS, Event, events_in, states
from tests.programs import program
from tests.services.match import Match

ROOT = Path(__file__).parents[2]
ROUNDS = 8
# ``make test-long`` looks at many more.
CUTS = int(os.environ.get("SCOREKEEPER_CUTS", "60"))
SEAT = """
import json, sys
from contextlib import closing
from scorekeeper.store import migrate, open_store
from tests.services.match import start
migrate(sys.argv[1])
with closing(open_store(sys.argv[1])) as db:
    print(json.dumps(start(db, "draw", "Ann", "Bob", target=90_000)))
"""
SCORE = """
import json, os, sys
from contextlib import closing
from scorekeeper.store import open_store
from scorekeeper.store.engine.connection import empty_log
from tests.services.match import Match, out
at, rounds = Match(*json.loads(sys.argv[2])), int(sys.argv[3])
with closing(open_store(sys.argv[1])) as db:
    for number in range(1, rounds + 1):
        assert at.record(db, out(at, 0, {1: 10}), round=number, key=f"round {number}")
        os.write(1, f"acked round {number}\\n".encode())
        if number == rounds // 2:
            empty_log(db)
"""


class Evening:
    """A match of some rounds, with every system call on its files."""

    def __init__(self, strace: str, folder: Path, modules: Path | None) -> None:
        self.folder = folder / "real"
        self.folder.mkdir()
        self.env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (modules, ROOT))))}
        path, trace = str(self.folder / "scorekeeper.db"), folder / "trace"
        seated = self._run(sys.executable, "-c", SEAT, path)
        self.at = Match(*json.loads(seated))
        self.files = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        watched = [
            strace,
            "-f",
            "--seccomp-bpf",
            "-y",
            "-xx",
            "-s",
            "1000000",
            "-e",
            f"trace={CALLS}",
            "-o",
            str(trace),
        ]
        self._run(*watched, "-o", str(trace), sys.executable, "-c", SCORE, path, seated, str(ROUNDS))
        self.events: list[Event] = list(events_in(trace.read_text(), self.folder))

    def _run(self, *command: str) -> str:
        return subprocess.run(command, env=self.env, check=True, stdout=subprocess.PIPE, text=True).stdout

    def lost(self, folder: Path, files: dict[str, bytes], acked: list[str]) -> bool:
        """Whether an acknowledged round is missing from these files, or anything in them is wrong."""
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        try:
            return self._differs(folder / "scorekeeper.db", acked)
        except (StoreError, sqlite3.DatabaseError):
            return True

    def _differs(self, path: Path, acked: list[str]) -> bool:
        with closing(open_store(path)) as db:
            rows = db.execute("SELECT key FROM match_events WHERE match = ? ORDER BY version", [self.at.id])
            stored = [key for (key,) in rows.fetchall()]
            faults = [*faults_in_file(db), *faults_in_record(db), *faults_in_every_chain(db)]
        sent = [f"round {number}" for number in range(1, ROUNDS + 1)]
        return bool(faults) or stored not in (acked, sent[: len(acked) + 1])


@pytest.fixture(scope="module", params=["WAL", "DELETE"])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """One evening per journal mode."""
    folder = tmp_path_factory.mktemp(request.param)
    return Evening(program("strace", "strace"), folder, WITHOUT_OURS if request.param == "DELETE" else None)


def test_acknowledged_rounds_survive_every_power_cut(evening: Evening, tmp_path: Path) -> None:
    assert [event.name for event in evening.events if event.kind == "acked"][-1] == f"round {ROUNDS}"
    for number, (acked, files) in enumerate(states(evening.files, evening.events, CUTS)):
        assert not evening.lost(tmp_path / str(number), files, acked), f"state {number}, after {acked[-1:]}"


def test_a_disk_that_only_claims_to_sync_loses_rounds(evening: Evening, tmp_path: Path) -> None:
    """Otherwise the test above would prove nothing."""
    after = states(evening.files, evening.events, CUTS, lying_from=len(evening.events) // 2)
    assert any(evening.lost(tmp_path / str(n), files, acked) for n, (acked, files) in enumerate(after))
