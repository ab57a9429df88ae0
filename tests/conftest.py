"""Fixtures every room's tests may use: real servers, started once a module or once a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import ServerProcess

# Not up to date: the screens were made anew and these still look for the old ones, or fail for a reason that
# nobody has found yet. Whoever mends one takes its line out; nothing new comes in here.
NOT_UP_TO_DATE = (
    "tests/browser/",
    "tests/pocket/",
    "tests/durability/test_state_machine.py",
    "tests/engines/test_move.py::test_every_page_is_the_same_on_both",
    "tests/web/rounds/test_from_tiles.py::test_shown_ends_are_carried_into_the_rounds_end",
)

settings.register_profile("scorekeeper", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("scorekeeper")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A fresh server for one test that stops, kills or otherwise upsets it."""
    process = ServerProcess(tmp_path / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all the tests of a module; leave it running."""
    process = ServerProcess(tmp_path_factory.mktemp("served") / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Report what is not up to date apart from what fails."""
    for item in items:
        if item.nodeid.startswith(NOT_UP_TO_DATE):
            item.add_marker(pytest.mark.xfail(reason="not up to date with the new screens", strict=False))
