"""The pocket in a real browser. Where it is not built, for lack of Node or npm, these tests are skipped.

With CI=true that is an error, so that nothing is merged untested.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

import tests.browser.conftest  # noqa: F401 - a tap by name first lifts the finger
from pocket.packing.__main__ import OUT, is_built
from tests.pocket.phone import PATIENCE, SNAPSHOT_KEPT, START, Phone, copied, phone_with
from tests.pocket.static_host import static_host
from tests.programs import skip
from tests.serving import ServerProcess

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/pocket/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of static files."""
    if not is_built():
        skip("build/pocket is not there, or not of this code; make pocket builds it and says what is missing")
    return OUT


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    """Where the pocket is served as static files."""
    with static_host(built) as url:
        yield url


def installed_from(driver: Playwright, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile of a phone that has the pocket of this address, and its snapshot, and no club yet."""
    profile = tmp_path_factory.mktemp("installed") / "phone"
    with phone_with(driver, profile) as phone:
        phone.open(address)
        phone.shell.wait_for_function(SNAPSHOT_KEPT, timeout=START)
    return profile


@pytest.fixture(scope="session")
def installed(driver: Playwright, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_from(driver, address, tmp_path_factory)


@pytest.fixture
def profile(installed: Path, tmp_path: Path) -> Path:
    """The profile of a phone of this test's own, with the pocket and no club."""
    return copied(installed, tmp_path / "phone")


@pytest.fixture
def new_phone(driver: Playwright, tmp_path: Path) -> Iterator[Callable[[], Phone]]:
    """Makes a phone that has never seen the pocket."""
    with ExitStack() as phones:
        count = iter(range(9))
        yield lambda: phones.enter_context(phone_with(driver, tmp_path / f"phone-{next(count)}"))


@pytest.fixture
def phone(driver: Playwright, profile: Path, address: str) -> Iterator[Phone]:
    """A phone with the pocket open at its first page."""
    with phone_with(driver, profile) as made:
        made.open(address)
        yield made


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on which anybody may open a club."""
    with ServerProcess(tmp_path / "open.db", under=("env", "SCOREKEEPER_OPEN=1")) as process:
        yield process
