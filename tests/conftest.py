"""Fixtures for all tests: real servers, started once per module or once per test."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Playwright, sync_playwright

from tests.served.sitecustomize import compile_once
from tests.serving import ServerProcess

settings.register_profile("scorekeeper", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("scorekeeper")

# These wait for browsers, servers and other programs more than they compute.
WAITING = {"browser", "durability", "engines", "ops", "pocket", "vision", "test_camera.py"}

# Nothing here has to survive a power cut: in memory, where there is enough of it, no commit waits for a disk.
MEMORY, ENOUGH = Path("/dev/shm"), 8 * 2**30  # noqa: S108
if "TMPDIR" not in os.environ and MEMORY.is_dir():
    room = os.statvfs(MEMORY)
    if room.f_bavail * room.f_frsize > ENOUGH and not room.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None

os.environ["SCOREKEEPER_CAMERA"] = "0"  # on in the tests that are about it, wherever the extra is installed

if "COMPILED_TEMPLATES" not in os.environ:
    TEMPLATES = tempfile.TemporaryDirectory(prefix="scorekeeper-templates-")
    os.environ["COMPILED_TEMPLATES"] = TEMPLATES.name
compile_once(os.environ["COMPILED_TEMPLATES"])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pocket", action="store_true", help="run tests/browser against the app inside the phone"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under xdist, spread the files that wait evenly over those that compute, which also come last."""
    if not hasattr(config, "workerinput"):
        return
    files = {item.path: bool(WAITING & {*item.path.parts}) for item in items}
    place: dict[Path, float] = {}
    for waits in (True, False):
        of_this_kind = [path for path in files if files[path] is waits]
        share = 0.9 if waits else 1  # of the run, in which they begin
        place |= {path: share * number / len(of_this_kind) for number, path in enumerate(of_this_kind)}
    items.sort(key=lambda item: place[item.path])


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, which can be started only once in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A fresh server for one test that stops, kills or otherwise upsets it."""
    with ServerProcess(tmp_path / "scorekeeper.db") as process:
        yield process


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all the tests of a module; leave it running."""
    with ServerProcess(tmp_path_factory.mktemp("served") / "scorekeeper.db") as process:
        yield process
