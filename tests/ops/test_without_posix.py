"""Windows and macOS: the core runs without what only Linux has."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.store import StoreError
from scorekeeper.store.engine.backup import copies
from scorekeeper.store.transfer.restore import restore
from tests.durability.phones import seat_two
from tests.serving import COMMAND, ServerProcess

ELSEWHERE = Path(__file__).parent / "without_posix"


EACH = """
import sys
for asked in sys.argv[1:]:
    try:
        exec(asked)
    except (ImportError, AttributeError):
        continue
    print(asked)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "scorekeeper.db", modules=ELSEWHERE) as process:
        yield process


def python(database: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """The output of a Python command on such a system."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    env = keep | {"PYTHONPATH": str(ELSEWHERE), "SCOREKEEPER_DATABASE": str(database)}
    return subprocess.run([*map(str, words)], env=env, capture_output=True, text=True, check=False)


def test_linux_only_features_are_hidden(tmp_path: Path) -> None:
    of_os = ("link", "nice", "fchmod", "chown", "getuid", "killpg")
    asked = (
        *(f"import {name}" for name in ("fcntl", "grp", "pwd", "resource", "termios")),
        *(f"import os; os.{name}" for name in of_os),
        *(f"import signal; signal.{name}" for name in ("SIGHUP", "SIGUSR1", "pthread_sigmask")),
    )
    assert python(tmp_path, sys.executable, "-c", EACH, *asked).stdout == ""


def test_the_core_runs_without_it(server: ServerProcess) -> None:
    database = server.database
    phone, table = seat_two(server)
    assert phone.record(table, 1, "1" * 32).status == 303
    assert python(database, COMMAND, "backup").returncode == 0
    (copy,) = copies(database.with_name("backups"))
    with pytest.raises(StoreError, match="Stop it first"):
        restore(copy, database, datetime.now(UTC), replace=True)
    assert server.stop() == 0
    server.start()
    assert phone.ask(table.path).status == 200
    assert len(table.keys()) == 1
    said = python(database, COMMAND, "doctor")
    assert (said.returncode, "FAULT" in said.stdout) == (0, False), said.stdout + said.stderr
    server.stop()
    assert python(database, COMMAND, "restore", copy, "--force").returncode == 0
