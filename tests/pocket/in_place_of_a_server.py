"""Stand-ins for the browser tests' server and phones under ``--pocket``: the app runs in each phone.

The shell stands in a tab of its own and the app's pages in tabs beside it, so that a test's page is a page.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from pocket.packing.__main__ import OUT, is_built
from tests.browser.chromium import FLAGS
from tests.browser.phone import PHONE
from tests.pocket.phone import SHOWN, SNAPSHOT_KEPT, START, STUCK, copied
from tests.pocket.static_host import static_host

# Tests that make no sense without a server, by the beginning of their path in tests/browser, and why.
WITHOUT_SENSE = {
    "evenings/test_sitting_down.py::test_a_match_from_an_empty_club": "the pocket is a script",
    "count/": "the count alone, without a page of the app",
    "live/": "several phones at one club",
    "offline/": "a server that is out of reach; the pocket's pages always reach the app",
    "pages/test_every_screen.py": "phones that share a server's cookies; the screens are the same templates",
    "pages/test_league_pages.py": "a club that is made beside the server; the pages are the same templates",
    "pages/test_look.py": "pages without a service worker, which is what answers here",
    "pages/test_small_pages.py::test_the_privacy_pages": "what a server's operator promises",
    "pages/test_small_pages.py::test_each_code": "links for other phones",
    "pages/test_small_pages.py::test_of_many_names": "a club that is made beside the server",
    "pages/test_match_page.py::test_what_waits": "a server that is out of reach",
    "plays/test_by_tiles.py::test_nothing_moves_when_the_pad_opens": "a slow way to a server",
    "plays/test_deaf.py::test_a_name_shows_at_once": "a slow way to a server",
    "plays/test_thumb.py::test_nothing_moves_in_an_evening": "each play pushes the line about room down",
    "rounds/test_keypad.py::test_the_same_end_again_from_another_phone": "two phones that score one match",
    "spots/": "a faulty way to a server",
    "test_harness.py": "the tests' own server",
    "test_photo.py": "the camera's networks stay with the server",
}


class PocketPlace:
    """What a test uses as its server: an address, and the link to a club that is not opened yet."""

    def __init__(self, chromium: Browser, address: str, folder: Path) -> None:
        self.chromium, self.address, self.folder = chromium, address, folder
        self.url = f"{address}app"
        self.start_link = f"{self.url}/pocket-start"
        self.installed = folder / "installed"
        with self._phone(self.installed) as context:
            context.pages[0].wait_for_function(SNAPSHOT_KEPT, timeout=START)

    @contextmanager
    def phone(self, **changes: object) -> Iterator[BrowserContext]:
        """A phone of this test's own, with the pocket open in its first tab."""
        own = copied(self.installed, self.folder / "phone")
        try:
            with self._phone(own, **changes) as context:
                yield context
        finally:
            shutil.rmtree(own)

    @contextmanager
    def _phone(self, profile: Path, **changes: object) -> Iterator[BrowserContext]:
        changes.pop("service_workers", None)  # one is what answers here
        context = self.chromium.browser_type.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=FLAGS, **{**PHONE, **changes}
        )
        try:
            shell = context.pages[0]
            shell.goto(f"{self.address}?tabs")
            shell.wait_for_function(f"() => {SHOWN} || {STUCK}", timeout=START)
            assert shell.evaluate(SHOWN), shell.locator("#message").inner_text()
            yield context
        finally:
            context.close()


@contextmanager
def pocket_place(chromium: Browser, folder: Path) -> Iterator[PocketPlace]:
    """The pocket on a static host; fails where it is not built, since ``--pocket`` asks for it."""
    assert is_built(), "build/pocket is not there, or not of this code: make pocket"
    with static_host(OUT) as address:
        yield PocketPlace(chromium, address, folder)


def leave_out(items: list[pytest.Item], say: Callable[[list[pytest.Item]], None]) -> None:
    """Deselect the tests that make no sense in a pocket."""
    left: list[pytest.Item] = []
    for item in items:
        within = item.nodeid.removeprefix("tests/browser/")
        if within.startswith(tuple(WITHOUT_SENSE)) or within == item.nodeid:
            left.append(item)
    items[:] = [item for item in items if item not in left]
    say(left)
