"""A running server with a club and a match, and a small disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.disk import SmallDisk
from tests.durability.phones import Phone, Table, seat_two
from tests.programs import program
from tests.serving import ServerProcess

WITHOUT_OURS = Path(__file__).parent / "without_pysqlite3"


@pytest.fixture
def strace() -> str:
    return program("strace", "strace")


@pytest.fixture(params=["WAL", "DELETE"])
def modules(request: pytest.FixtureRequest) -> Path | None:
    """A folder to put ahead of the server's libraries, so that its file gets this journal mode.

    The bundled, fixed SQLite uses a WAL; Python’s own, where it has the bug, a rollback journal.
    """
    return WITHOUT_OURS if request.param == "DELETE" else None


@pytest.fixture
def server(tmp_path: Path, modules: Path | None) -> Iterator[ServerProcess]:
    """A fresh server for one test, once per journal mode."""
    with ServerProcess(tmp_path / "scorekeeper.db", modules=modules) as process:
        yield process


@pytest.fixture
def seated(server: ServerProcess) -> tuple[Phone, Table]:
    """A manager's phone and a match of Ann against Bob, on a server of its own."""
    return seat_two(server)


@pytest.fixture
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    """A disk of two megabytes; mounting it takes root."""
    disk = SmallDisk(tmp_path_factory.mktemp("disk"))
    if not disk.mount():
        pytest.skip("a disk of two megabytes can only be mounted by root")
    yield disk
    disk.unmount()
