"""The pocket in Firefox: a club, a match and a restart with nothing to connect to."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pocket.packing.__main__ import OUT, is_built
from tests.other_engines.firefox import Firefox
from tests.other_engines.tab import press, totals
from tests.pocket.static_host import static_host

START = 180  # seconds for a first start on a busy machine
SHOWN = "performance.getEntriesByName('page shown').length > 0"
# The match's own page has a keypad too, out of sight.
ROUND_PAGE = "location.pathname.endsWith('/rounds/new') && document.readyState === 'complete'"
SNAPSHOT_KEPT = "performance.getEntriesByName('snapshot kept').length > 0"


class Phone(Firefox):
    """Scripts run in the app's frame, as soon as the shell has shown its first page."""

    _in_the_app = False

    def script(self, expression: str) -> Any:
        if self._in_the_app:
            expression = f"((document, location) => ({expression}))(frames[0].document, frames[0].location)"
        return super().script(expression)

    def start(self, address: str) -> None:
        """Open the pocket and wait for its first page."""
        self._in_the_app = False
        self.open(address)
        self.until(SHOWN, seconds=START)
        self._in_the_app = True

    def wait_for_the_snapshot(self) -> None:
        self._in_the_app = False
        self.until(SNAPSHOT_KEPT, seconds=START)
        self._in_the_app = True


@pytest.fixture
def switch_on(tmp_path: Path) -> Iterator[Callable[[], Phone]]:
    """Call it for the same phone again, once the one before was killed."""
    assert is_built(), "build/pocket is missing: make pocket"
    (profile := tmp_path / "profile").mkdir()
    started: list[Phone] = []

    def phone() -> Phone:
        started.append(Phone(profile))
        return started[-1]

    yield phone
    started[-1].quit()


def test_what_was_saved_without_a_host_outlives_a_kill(switch_on: Callable[[], Phone]) -> None:
    phone = switch_on()
    with static_host(OUT) as address:
        phone.start(address)
        phone.wait_for_the_snapshot()
    phone.fill("name", "The Crown")
    phone.tap("Open the club")
    phone.until("location.pathname.includes('/c/')")
    phone.script("void location.assign('matches/new?game=draw_100')")
    phone.fill("seat_0", "Ann")
    phone.fill("seat_1", "Bob")
    phone.tap("Start")
    phone.until(totals(0, 0))
    match = phone.script("location.href")
    for total, pips in ((25, "25"), (37, "12")):
        phone.script(f"void location.assign('{match}/rounds/new?out=0')")
        phone.until(ROUND_PAGE)
        press(phone, pips)
        phone.tap("Save")
        phone.until(totals(total, 0))
    phone.quit()
    phone = switch_on()
    phone.start(f"{address}#{match.partition('/app')[2]}")
    phone.until(totals(37, 0))
