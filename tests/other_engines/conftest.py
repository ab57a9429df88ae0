"""WebKitGTK, the engine closest to Safari on an iPhone, driven by WebDriver. Run by ``make test-engines``."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

PLACES = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))


def pytest_configure(config: pytest.Config) -> None:
    # Selenium's driver for this engine warns of a setting that it makes itself.
    config.addinivalue_line("filterwarnings", "ignore:setting remote_server_addr:DeprecationWarning")


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A virtual screen of a phone's size."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "420x900x24"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()


@pytest.fixture
def webkit(screen: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebKitGTK]:
    """A browser of its own for each test."""
    driver = shutil.which("WebKitWebDriver")
    assert driver, "WebKitWebDriver is missing: sudo apt-get install webkit2gtk-driver xvfb"
    assert PLACES, "WebKitGTK's MiniBrowser is missing"
    # As root in a container the engine cannot build its own sandbox; the pages are our own.
    environment = {**os.environ, "DISPLAY": screen, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    monkeypatch.setenv("DISPLAY", screen)
    options = Options()
    options.binary_location = str(PLACES[-1])
    options.add_argument("--automation")
    browser = WebKitGTK(options=options, service=Service(driver, env=environment))
    yield browser
    browser.quit()
