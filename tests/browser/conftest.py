"""A phone for the browser tests: Debian's Chromium, driven by Playwright, against a real server.

Every test in this folder is marked ``browser``. Without Chromium they are skipped and say so; with CI=true
that is an error, so that nothing is merged untested.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.chromium import FLAGS, executable
from tests.browser.offline.faulty_way import FaultyWay, faulty_way
from tests.browser.phone import PHONE, Complaints
from tests.pocket.in_place_of_a_server import PocketPlace, leave_out, pocket_place
from tests.serving import ServerProcess

# A tap by name is a deliberate one: the finger has left what it tapped before. test_deaf.py taps spots.
LIFT = "document.dispatchEvent(new PointerEvent('pointerdown', { clientX: -1, clientY: -1 }))"
_tap = Locator.tap


def deliberate(locator: Locator, **how: Any) -> None:
    with suppress(PlaywrightError):  # the page is just being left
        locator.evaluate(LIFT)  # in the element's own frame
    _tap(locator, **how)


Locator.tap = deliberate  # type: ignore[method-assign]

# How long to wait for something on the page.
PATIENCE = 30_000  # ms, on a machine that is busy with other tests
expect.set_options(timeout=PATIENCE)
# A service worker fetches everything a phone may need later, which is a quarter of a short test's work. Tests
# that are not about it run without one, as on a pub's plain http; `make test-long` includes it.
EVERY = "SCOREKEEPER_EVERY" in os.environ
WITH_SERVICE_WORKER = {
    *("evenings", "spots", "test_at_hand", "test_clock", "test_displays", "test_goes_out_later"),
    *("test_links_end", "test_no_signal", "test_offline", "test_older_browsers", "test_one_request"),
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
    if config.getoption("pocket"):
        leave_out(items, lambda left: config.hook.pytest_deselected(items=left))


@pytest.fixture(scope="session")
def pocket(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PocketPlace | None]:
    """With ``--pocket`` the app inside a phone, in place of every server; otherwise None."""
    if not request.config.getoption("pocket"):
        yield None
        return
    with pocket_place(request.getfixturevalue("chromium"), tmp_path_factory.mktemp("pocket")) as place:
        yield place


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser for the whole run; each test gets a context of its own."""
    found = executable()
    driver: Playwright = request.getfixturevalue("driver")
    browser = driver.chromium.launch(executable_path=found, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def pub(
    pocket: PocketPlace | None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess | PocketPlace]:
    """One server for the whole run, without a club; leave it running, and open a club of your own."""
    if pocket:
        yield pocket
        return
    process = ServerProcess(tmp_path_factory.mktemp("pub") / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture
def server(pocket: PocketPlace | None, request: pytest.FixtureRequest) -> ServerProcess | PocketPlace:
    """A fresh server for one test that stops, kills or otherwise upsets it."""
    return pocket or request.getfixturevalue("server")


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Fails the test for any console error or exception on any phone; see Complaints.expect."""
    scored = Complaints()
    yield scored
    scored.check()


@pytest.fixture
def faulty_network(complaints: Complaints) -> None:
    """For tests that cut the network on purpose, of which the browser says so."""
    complaints.expect("net::|Failed to load|Failed to fetch|ERR_|status of")


@pytest.fixture
def way(pub: ServerProcess, faulty_network: None) -> Iterator[FaultyWay]:  # noqa: ARG001
    """A way to the club with the faults of a pub's wifi."""
    with faulty_way(pub) as found:
        yield found


@pytest.fixture
def new_phone(
    request: pytest.FixtureRequest, chromium: Browser, pocket: PocketPlace | None, complaints: Complaints
) -> Iterator[Callable[..., Page]]:
    """Makes another phone with its own cookies and storage; keywords override those of PHONE."""
    # Fixtures end in reverse order: phones are closed before their server stops, or they would report errors.
    for needed in {"server", "shared_server"} & {*request.fixturenames}:
        request.getfixturevalue(needed)
    kept_out = not EVERY and not {request.path.parent.name, request.path.stem} & WITH_SERVICE_WORKER
    usual = {**PHONE, "service_workers": "block" if kept_out else "allow"}
    with ExitStack() as phones:

        def make(**changes: object) -> Page:
            if pocket:
                context = phones.enter_context(pocket.phone(**changes))
            else:
                context = chromium.new_context(**{**usual, **changes})
                phones.callback(context.close)
            context.set_default_timeout(PATIENCE)
            complaints.listen(context)
            return context.new_page()

        yield make


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """A page on one phone of 390 x 844, dark."""
    return new_phone()
