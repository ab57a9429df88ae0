"""A served club with a match, and a disk that is soon full."""

from collections.abc import Iterator

import pytest

from tests.durability.disk import SmallDisk
from tests.durability.phones import Phone, Table, seat_two
from tests.serving import ServerProcess


@pytest.fixture
def seated(server: ServerProcess) -> tuple[Phone, Table]:
    """A manager's phone, and a table at which Ann plays Bob, on a server of their own."""
    return seat_two(server)


@pytest.fixture
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    """A disk of two megabytes; only root may have one."""
    disk = SmallDisk(tmp_path_factory.mktemp("disk"))
    if not disk.mount():
        pytest.skip("a disk of two megabytes can only be mounted by root")
    yield disk
    disk.unmount()
