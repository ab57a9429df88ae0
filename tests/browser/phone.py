"""The checks that every screen has to pass on a phone, and its screenshots."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, ConsoleMessage, FloatRect, Locator, Page, WebError
from playwright.sync_api import Error as PlaywrightError

from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.serving import ServerProcess

PICTURED = os.environ.get("SCOREKEEPER_SCREENSHOTS") == "1"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2 if PICTURED else 1,  # a quarter of the dots is painted where nobody looks
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
# CSS pixels in each direction: what a wet thumb hits.
BIG_ENOUGH = 44
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The axe rules about colours; everything else is the same in every scheme.
BY_COLOUR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# What axe finds wrong. To find a selector for each element takes it as long as all the rules.
AXE_FINDS = """async options => {
  const said = { ...options, resultTypes: ["violations"], selectors: false };
  return (await axe.run(document, said)).violations.flatMap(({ id, nodes }) => nodes.map(
    ({ html, failureSummary }) => `${id}: ${html}\\n${failureSummary}`));
}"""
PICTURE_TRIES = 4
PICTURES = Path(__file__).parents[2] / "docs" / "screens"

BROKEN_WORDS = """all => all.flatMap(each => {
  const found = [];
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
    const letters = document.createRange();
    letters.setStart(texts.currentNode, word.index);
    letters.setEnd(texts.currentNode, word.index + word[0].length);
    const boxes = [...letters.getClientRects()];
    if (boxes.length > 1 || boxes.some(box => box.left < 0 || box.right > innerWidth)) found.push(word[0]);
  }
  return found;
})"""
WIDEST = """() => [...document.querySelectorAll('main *, header *')]
  .sort((one, other) => other.getBoundingClientRect().right - one.getBoundingClientRect().right)
  .slice(0, 3).map(each => each.outerHTML.slice(0, 80))"""

# A control is as large as its own box or its label's. A link inside a sentence is exempt, as in WCAG 2.5.8,
# and so is a skip link, which stays above the page until it has the focus.
SMALL_TARGETS = """least => {
  const inSentence = control => {
    if (control.tagName !== 'A' || getComputedStyle(control).display !== 'inline') return false;
    const around = control.parentElement;
    return around.textContent.trim() !== control.textContent.trim();
  };
  const largest = control => [control, ...(control.labels ?? [])]
    .map(each => each.getBoundingClientRect())
    .map(box => [box.width, box.height])
    .sort((one, other) => Math.min(...other) - Math.min(...one))[0];
  const withinReach = control => {
    const box = control.getBoundingClientRect();
    return box.bottom + scrollY > 0 && box.right + scrollX > 0;
  };
  const words = control =>
    control.getAttribute('aria-label') || control.textContent.trim().slice(0, 40) || control.name;
  return [...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]')]
    .filter(control => control.checkVisibility({visibilityProperty: true}))
    .filter(control => withinReach(control) && !inSentence(control))
    .map(control => [control, ...largest(control)])
    .filter(([, width, height]) => Math.min(width, height) < least - 0.5)
    .map(([control, width, height]) =>
      `<${control.tagName.toLowerCase()}> ${words(control)}: ${width.toFixed(0)} x ${height.toFixed(0)}`);
}"""


class Complaints:
    """Errors of every page of the contexts listened to, in order."""

    def __init__(self) -> None:
        self.scored: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._thrown)

    def expect(self, pattern: str) -> None:
        """Ignore errors that match: a test that cuts the network or provokes a 409 expects them."""
        self.expected.append(re.compile(pattern))

    def check(self) -> None:
        unexpected = [
            words for words in self.scored if not any(known.search(words) for known in self.expected)
        ]
        assert not unexpected, "The page complained:\n" + "\n".join(unexpected)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.scored.append(f"{message.text} ({message.location['url']})")

    def _thrown(self, error: WebError) -> None:
        self.scored.append(str(error.error))


def open_club(page: Page, server: ServerProcess, name: str = "The Crown") -> None:
    """Follow the first start's link and open a club; this phone is its manager and shows the club's page."""
    assert server.start_link is not None, "a club is open already"
    page.goto(server.start_link)
    page.locator("input[name=name]").fill(name)
    page.get_by_role("button", name="Open the club").click()
    page.wait_for_url("**/c/*/")


def come_in(page: Page, server: ServerProcess) -> None:
    """Come in to a new club, beside any others there; this phone is its manager and shows its page.

    In a pocket there is one club: a new phone opens it, any other goes to its page.
    """
    if not hasattr(server, "database"):
        page.goto(server.start_link)
        if page.locator("input[name=name]").count():
            open_club(page, server)
        return
    page.goto(way_in(server))


def way_in(server: ServerProcess) -> str:
    """The manager's link of a new club on this server."""
    with closing(open_store(server.database)) as db, writing(db):
        club = add_club(db, "The Crown", "2026-01-06T20:00:00Z")
    return server.url + join_path(club.id, link_secret(secret_key(server.database), club.id, "manage", 1))


def box(place: Locator) -> FloatRect:
    """Where this stands: an update may just be putting it anew."""
    for _ in range(100):
        if there := place.bounding_box():
            return there
        place.page.wait_for_timeout(50)
    raise AssertionError(f"not in sight: {place}")


def broken_words(places: Locator) -> list[str]:
    """The words in there that do not stand in one line, within the screen."""
    return [str(word) for word in places.evaluate_all(BROKEN_WORDS)]


def assert_no_sideways_scroll(page: Page) -> None:
    """Nothing sticks out of the screen's width (WCAG 1.4.10)."""
    page.wait_for_load_state()  # The stylesheet may arrive after the page.
    assert page.viewport_size is not None
    # A phone widens its viewport to what sticks out, so the screen's own width is compared.
    wide, screen = page.evaluate("document.documentElement.scrollWidth"), page.viewport_size["width"]
    assert wide <= screen, f"{page.url} is {wide} px wide on a screen of {screen} px: {page.evaluate(WIDEST)}"


def assert_targets_big_enough(page: Page, least: int = BIG_ENOUGH) -> None:
    """Every visible control is ``least`` CSS pixels each way, except links inside sentences (WCAG 2.5.5)."""
    page.wait_for_load_state()
    small = page.evaluate(SMALL_TARGETS, least)
    assert not small, f"{page.url} at {page.viewport_size} has targets too small for a thumb: {small}"


def assert_it_fits(page: Page) -> None:
    assert_no_sideways_scroll(page)
    assert_targets_big_enough(page)


def assert_accessible(page: Page, *schemes: str) -> None:
    """axe finds nothing wrong, dark and light by default; the light scheme is checked for colours only.

    The screen is as tall as the page meanwhile: to axe a row half under the foot is a small target.
    """
    assert page.viewport_size is not None
    screen = page.viewport_size
    tall = max(screen["height"], page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({**screen, "height": tall})
    page.evaluate(AXE_SCRIPT)
    for number, scheme in enumerate(in_schemes(page, schemes)):
        found = page.evaluate(AXE_FINDS, {"runOnly": BY_COLOUR if number else STANDARDS})
        assert not found, f"{page.url} in {scheme}:\n" + "\n".join(found)
    page.set_viewport_size(screen)


def shot(page: Page, name: str, *schemes: str) -> list[Path]:
    """With SCOREKEEPER_SCREENSHOTS=1, PNG pictures of the whole page in docs/screens, else none.

    They are called ``name-390-dark.png`` and so on, by default dark and light.
    """
    if not PICTURED:
        return []
    assert page.viewport_size is not None
    taken = []
    for scheme in in_schemes(page, schemes):
        taken.append(PICTURES / f"{name}-{page.viewport_size['width']}-{scheme}.png")
        picture(page, taken[-1])
        lighten(taken[-1])
    return taken


def lighten(path: Path) -> None:
    """Reduce the colours where pngquant is installed: a third of the bytes, no visible difference."""
    if tool := shutil.which("pngquant"):
        subprocess.run([tool, "--force", "--nofs", "--output", path, "64", path], check=True)


def picture(page: Page, path: Path) -> None:
    """The whole page as a PNG, on a screen so tall that the bar at its foot hides nothing."""
    with as_tall_as_the_page(page):
        take(page, path)


def take(page: Page, path: Path) -> None:
    """Try again: on a busy machine the first attempt sometimes fails."""
    for patience in range(1, PICTURE_TRIES + 1):
        try:
            page.screenshot(path=path, full_page=True, animations="disabled")
        except PlaywrightError as error:
            if "Unable to capture screenshot" not in str(error) or patience == PICTURE_TRIES:
                raise
            page.wait_for_timeout(200 * patience)
        else:
            return


@contextmanager
def as_tall_as_the_page(page: Page) -> Iterator[None]:
    """Make the screen at least as tall as the page, and restore it afterwards."""
    was = page.viewport_size
    assert was is not None
    tall = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": was["width"], "height": max(tall, was["height"])})
    try:
        yield
    finally:
        page.set_viewport_size(was)


def in_schemes(page: Page, schemes: tuple[str, ...]) -> Iterator[str]:
    """Show the page in each colour scheme in turn, and restore it afterwards."""
    page.wait_for_load_state()
    was = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'")
    for scheme in schemes or ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        yield scheme
    page.emulate_media(color_scheme=was)
