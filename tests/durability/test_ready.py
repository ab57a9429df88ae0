"""/readyz says what prevents a save, each cause in its own words, until the cause is gone."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.app import create_app
from scorekeeper.store import migrate, open_store
from scorekeeper.store.engine import connection
from tests.durability.disk import SmallDisk
from tests.web.cast import Phone as Browser

ROOT = Path(__file__).parents[2]
NOBODY = 65534
# Root may do everything, so the app runs as another user; its modules are imported before that.
AS_SOMEBODY_ELSE = f"""
import os, sys
from pathlib import Path
from scorekeeper.app import create_app
first, app = (create_app({{"DATABASE": Path(sys.argv[1]), "SECRET_KEY": "k" * 64}}) for _ in range(2))
assert first.test_client().get("/readyz").status_code == 200
os.chmod(sys.argv[2], int(sys.argv[3], 8))
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
print(app.test_client().get("/readyz").text)
"""

# The page for a refusal has been loaded once, as in any server that has run for a while.
WITHOUT_FILES_LEFT = """
import os, resource, sys
from contextlib import suppress
from pathlib import Path
from scorekeeper.app import create_app
phone = create_app({"DATABASE": Path(sys.argv[1]), "SECRET_KEY": "k" * 64}).test_client()
assert phone.get("/healthz").status_code == 200
assert phone.get("/nothing").status_code == 404
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
with suppress(OSError):
    while True:
        os.open(os.devnull, os.O_RDONLY)
print(phone.get("/readyz").json["cause"], phone.get("/c/nobody/").status_code, sep="|")
"""


def cause(path: Path) -> str | None:
    """What a newly started app says of this database."""
    answer = Browser(create_app({"DATABASE": path, "SECRET_KEY": "k" * 64})).ask("/readyz")
    assert answer.json is not None
    assert answer.status_code == (200 if answer.json["ok"] else 503)
    said: str | None = answer.json["cause"]
    return said


def newer(path: Path) -> None:
    with closing(open_store(path)) as db:
        db.execute("PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("upset", "said"),
    [
        (newer, "the database is of another version"),
        (Path.unlink, "the database is missing or damaged"),
        (lambda path: path.write_bytes(b"garbage" * 1000), "the database is missing or damaged"),
    ],
    ids=["newer", "gone", "garbage"],
)
def test_a_file_that_is_not_our_database(tmp_path: Path, upset: Callable[[Path], object], said: str) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    assert cause(path) is None
    upset(path)
    assert cause(path) == said


def test_the_database_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a very recent write still counts as evidence."""
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    phone = Browser(create_app({"DATABASE": path, "SECRET_KEY": "k" * 64}))
    assert phone.ask("/readyz").status_code == 200
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert (phone.ask("/readyz").json or {})["cause"] == "the database is locked"
        assert cause(path) == "the database is locked"
    assert phone.ask("/readyz").status_code == 200


@pytest.fixture
def owned() -> Iterator[Path]:
    """A database in a folder that belongs to somebody who is not root."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        migrate(path)
        yield path
        path.parent.chmod(0o700)


@pytest.mark.parametrize(
    ("of", "mode", "said"),
    [
        ("folder", "500", "its folder may not be written to: the right to is missing"),
        ("file", "400", "its file may only be read"),
    ],
)
def test_no_permission_to_write(owned: Path, modules: Path | None, of: str, mode: str, said: str) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (modules, ROOT))))}
    for path in (owned.parent, *owned.parent.iterdir()):
        if os.getuid() == 0:
            os.chown(path, NOBODY, NOBODY)
    which = owned.parent if of == "folder" else owned
    command = [sys.executable, "-c", AS_SOMEBODY_ELSE, owned, which, mode]
    answer = json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    assert (answer["ok"], answer["cause"]) == (False, said)


def test_a_read_only_disk(disk: SmallDisk) -> None:
    path = disk.folder / "scorekeeper.db"
    migrate(path)
    subprocess.run(["mount", "-o", "remount,ro", disk.folder], check=True)
    assert cause(path) == "its disk may only be read"
    subprocess.run(["mount", "-o", "remount,rw", disk.folder], check=True)
    assert cause(path) == "its disk is almost full", "a small one, and nothing worse"


def test_too_many_open_files(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    migrate(path)
    command = [sys.executable, "-c", WITHOUT_FILES_LEFT, path]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    assert said == "its file cannot be opened: too many are open|507"
