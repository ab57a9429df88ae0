"""Tabs of the engines that Playwright does not drive. Run by ``make test-engines``."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.other_engines.firefox import Firefox
from tests.other_engines.tab import Tab
from tests.other_engines.webkit import WebKit


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A virtual screen of a phone's size."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "420x900x24"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()


@pytest.fixture(params=["WebKitGTK", "Firefox"])
def start(request: pytest.FixtureRequest, screen: str) -> Iterator[Callable[[], Tab]]:
    """Call it for a browser of its own."""
    with ExitStack() as started:

        def browser() -> Tab:
            tab = WebKit(screen) if request.param == "WebKitGTK" else Firefox()
            started.callback(tab.quit)
            return tab

        yield browser


@pytest.fixture
def tab(start: Callable[[], Tab]) -> Tab:
    return start()
