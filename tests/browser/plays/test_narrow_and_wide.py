"""The three pads and the layout on the narrowest phone and on a wide screen."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.phone import (
    assert_accessible,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    box,
    shot,
)
from tests.browser.thumb import Thumb
from tests.serving import ServerProcess

SMALLEST_HALF = 18  # CSS pixels of half a tile, in which six pips are still distinguished
LONG = (
    ("6-6", ""), ("6-5", ""), ("6-4", "new"), ("5-5", "0"), ("5-4", "0"), ("4-4", "0"), ("4-3", "0"),
    ("3-3", "0"), ("3-2", "0"), ("6-1", "new"), ("6-2", "new"), ("2-2", "3"), ("4-2", "1"), ("1-1", "2"),
)  # fmt: skip


def test_a_long_cross_and_the_pads_fit(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    page = new_phone(viewport={"width": 320, "height": 720})
    thumb = Thumb(page)
    thumb.start(pub, "fives_250", "Ann", "Bob", deal=14)
    thumb.way("Tiles")
    for tile, place in LONG:
        thumb.send(f".pick[data-tile='{tile}']")
        if (button := page.locator(f"button[name=place][value='{place}']")).is_visible():
            thumb.send(button)
    assert page.locator(".layout g").count() == len(LONG)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        _fits(page, thumb)
        board, rounds = (box(page.locator(part)) for part in (".board", ".ledger"))
        beside = board["x"] + board["width"] <= rounds["x"]
        assert beside is (width > 1000)  # where there is room
    assert_accessible(page, "dark")


def _fits(page: Page, thumb: Thumb) -> None:
    """Check the drawn layout and each of the three pads, then restore the page."""
    half = box(page.locator(".layout g rect").first)
    assert min(half["width"], half["height"]) >= SMALLEST_HALF * 0.94
    for way in ("Ends", "Points", "Tiles"):
        thumb.way(way)
        assert_no_sideways_scroll(page)
        assert_targets_big_enough(page)
        shot(page, f"pad-{way.lower()}", "dark")
