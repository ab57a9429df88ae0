"""A thumb that taps its way through a match, and counts its taps; recorded rounds for it to enter."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import come_in
from tests.browser.table import start
from tests.rules.case_files import recorded
from tests.serving import ServerProcess

Case = dict[str, Any]
GAMES = {"fives": "fives_250", "threes_fives": "threes_fives_61"}
# Left in the page, or in the part of it that every play renews, until a newer one takes its place.
MARK = """() => {
  const mark = document.createElement('i');
  mark.dataset.stale = '';
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
        """A tap that brings a newer page or a newer state of this one, which is waited for."""
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
        """What is done inside takes no more taps than these."""
        before = self.taps
        yield
        assert self.taps - before <= taps, f"{self.taps - before} taps, not {taps}"

    def start(self, server: ServerProcess, game: str, *names: str, **card: object) -> None:
        """Sit down in a new club at a match that the first of them leads; ``card`` needs the script."""
        come_in(self.page, server)
        if self.script:
            start(self.page, self.page.url, game, *names, leader=0, **card)
            return
        self.page.goto(f"{self.page.url}matches/new?game={game}")
        for seat, name in enumerate(names):
            self.page.locator(f"[name=seat_{seat}]").fill(name)
        self.page.locator("[name=leader][value='0']").check()
        self.send("button.primary")

    def way(self, words: str) -> None:
        """Choose how plays are entered: Points, Ends or Tiles."""
        self.page.get_by_role("navigation", name="How plays are entered").get_by_text(words).tap()
        expect(self.page.locator(".tabs [aria-current]")).to_have_text(words)

    def key(self, side: int, points: int) -> None:
        """A points key."""
        self.send(f".keys form:nth-child({side + 1}) button[value='{points}']")

    def undo(self) -> None:
        self.page.wait_for_timeout(1000)  # a tap sooner would be the last one's second
        self.send(".last button")


def expect_last(page: Page, delta: int, *words: str | re.Pattern[str]) -> None:
    """The last change is shown with its points and these words."""
    sign = {True: "+", False: "−"}[delta >= 0] if delta else ""
    expect(page.locator(".last .delta")).to_have_text(f"{sign}{abs(delta)}" if delta else "0")
    for said in words:
        expect(page.locator(".last .words").last).to_contain_text(said)


def expect_totals(page: Page, *totals: int) -> None:
    expect(page.locator(".board .total")).to_have_text([str(total) for total in totals])


def recorded_round(name: str) -> Case:
    """The recorded round of this id."""
    return next(case for case in recorded("rounds.jsonl") if case["id"] == name)


def tile_value(tile: list[int]) -> str:
    """The tile as the page's buttons write it, high end first."""
    return f"{max(tile)}-{min(tile)}"
