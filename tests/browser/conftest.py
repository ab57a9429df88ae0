"""A phone for the browser tests: Debian's Chromium, driven by Playwright, against a real server.

Every test in this folder is marked ``browser``. Without Chromium they are skipped and say so; with CI=true
that is an error, so that nothing goes in unseen.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.crown import Crown
from tests.browser.phone import PHONE, Complaints
from tests.programs import program
from tests.serving import ServerProcess

# Milliseconds to wait for something on the page: long for two busy cores, short for one who waits.
PATIENCE = 10_000
expect.set_options(timeout=PATIENCE)
# Beside every page Chromium would open two more for what its address bar suggests, and nobody sees them: a
# third of its work. Playwright turns off the other features by default; its own list gives way to this one.
NOT_NEEDED = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
# Chromium is kept from looking for its maker's hosts; the rest is what a container without a screen needs.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_NEEDED)}",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole run; each test gets a context of its own."""
    executable = program("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for the whole run, with no club; leave it running, and come in to a club of your own."""
    process = ServerProcess(tmp_path_factory.mktemp("pub") / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture(scope="session")
def crown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crown]:
    """One club with a season behind it for the whole run; a test plays matches of its own there."""
    club = Crown(tmp_path_factory.mktemp("crown") / "scorekeeper.db")
    try:
        yield club.open()
    finally:
        club.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Fails the test for what any phone wrote to its console as an error, or threw; see Complaints.expect."""
    scored = Complaints()
    yield scored
    scored.check()


@pytest.fixture
def new_phone(
    request: pytest.FixtureRequest, chromium: Browser, complaints: Complaints
) -> Iterator[Callable[..., Page]]:
    """Call it for another phone, with its own cookies and storage; keywords change what PHONE says."""
    # Whatever is made first ends last: phones are put away before their server goes, or they would complain.
    for needed in {"server", "shared_server"} & {*request.fixturenames}:
        request.getfixturevalue(needed)
    contexts: list[BrowserContext] = []

    def make(**changes: object) -> Page:
        context = chromium.new_context(**{**PHONE, **changes})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        complaints.listen(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """A page on one phone of 390 x 844, dark."""
    return new_phone()
