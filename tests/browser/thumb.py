"""A scorer's thumb that counts its taps, and recorded rounds for it to enter."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import come_in
from tests.browser.table import sit_down
from tests.rules.case_files import recorded
from tests.serving import ServerProcess

Case = dict[str, Any]
GAMES = {"fives": "fives_250", "threes_fives": "threes_fives_61"}
# Marks the page, or the part that every play replaces; gone once a newer one is shown.
MARK = """() => {
  const mark = document.createElement('i');
  mark.dataset.stale = '';
  mark.hidden = true;
  (document.querySelector('[data-part=last]') ?? document.querySelector('main')).append(mark);
}"""


class Thumb:
    """One scorer's thumb on one phone."""

    def __init__(self, page: Page, *, script: bool = True) -> None:
        self.page, self.script = page, script
        self.taps = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(what) if isinstance(what, str) else what).tap()
        self.taps += 1

    def send(self, what: str | Locator) -> None:
        """Tap, and wait for the new page or the new state of this one."""
        if not self.script:
            with self.page.expect_navigation():
                self.tap(what)
            return
        self.page.wait_for_load_state()
        self.page.evaluate(MARK)
        self.tap(what)
        expect(self.page.locator("[data-stale]")).to_have_count(0)
        self.page.wait_for_load_state()

    @contextmanager
    def at_most(self, taps: int) -> Iterator[None]:
        """The block takes no more taps than these."""
        before = self.taps
        yield
        assert self.taps - before <= taps, f"{self.taps - before} taps, not {taps}"

    def start(self, server: ServerProcess, game: str, *names: str, **card: object) -> None:
        """Start a match in a new club, led by the first player; ``card`` needs the script."""
        if self.script:
            sit_down(self.page, server, game, *names, leader=0, **card)
            return
        come_in(self.page, server)
        self.page.goto(f"{self.page.url}matches/new?game={game}")
        for seat, name in enumerate(names):
            self.page.locator(f"[name=seat_{seat}]").fill(name)
        self.page.locator("[name=leader][value='0']").check()
        self.send("button.primary")

    def way(self, words: str) -> None:
        """Choose how plays are entered: Points, Ends or Tiles."""
        self.page.get_by_role("navigation", name="How plays are entered").get_by_text(words).tap()
        expect(self.page.locator(".tabs [aria-current]")).to_have_text(words)
        assert not self.page.locator(".tabs [aria-current][href]").count(), "tapped again it would load anew"

    def key(self, side: int, points: int) -> None:
        """A points key."""
        self.send(f".keys form:nth-child({side + 1}) button[value='{points}']")

    def undo(self) -> None:
        self.send(".last [data-act=undo] button")


def expect_last(page: Page, delta: int, *words: str | re.Pattern[str]) -> None:
    """The last change is shown with its points and these words."""
    sign = {True: "+", False: "−"}[delta >= 0] if delta else ""
    expect(page.locator(".last .delta")).to_have_text(f"{sign}{abs(delta)}" if delta else "0")
    for said in words:
        expect(page.locator(".last .words").last).to_contain_text(said)


def recorded_round(name: str) -> Case:
    """The recorded round of this id."""
    return next(case for case in recorded("rounds.jsonl") if case["id"] == name)


def tile_value(tile: list[int]) -> str:
    """The tile as the page's buttons write it, high end first."""
    return f"{max(tile)}-{min(tile)}"
