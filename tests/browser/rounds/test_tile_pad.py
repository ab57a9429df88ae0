"""Tapping what is left: the tiles of a double-six set, and end by end where a set has too many to show."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import enter_tiles, hand_of, open_round, pad_of
from tests.browser.phone import assert_accessible, assert_targets_big_enough, shot
from tests.browser.table import sit_down
from tests.browser.thumb import Thumb
from tests.serving import ServerProcess

PLACES = """tiles => tiles.map(tile => {
  const { left, top, width, height } = tile.getBoundingClientRect();
  return [left, top, width, height].join(' ');
})"""
ONE_LINE = "key => key.scrollHeight <= key.clientHeight && key.offsetHeight < 60"


@pytest.mark.usefixtures("complaints")
def test_a_tapped_tile_shifts_nothing_and_leaves_the_other_hands(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 640})
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    open_round(phone, None)
    enter_tiles(phone, "Ann", [])
    tiles = pad_of(phone, "Ann").locator(".pick")
    expect(tiles).to_have_count(28)
    before = tiles.evaluate_all(PLACES)
    assert len({place.split()[0] for place in before}) >= 5, "columns"
    pad_of(phone, "Ann").get_by_role("checkbox", name="6 4, 10 pips").check()
    assert tiles.evaluate_all(PLACES) == before
    enter_tiles(phone, "Bob", [])
    expect(pad_of(phone, "Bob").get_by_role("checkbox", name="6 4, 10 pips")).to_be_disabled()
    expect(pad_of(phone, "Bob").get_by_role("checkbox", name="6 3, 9 pips")).to_be_enabled()


@pytest.mark.usefixtures("complaints")
def test_a_double_twelve_tile_takes_two_taps_and_one_to_remove(phone: Page, pub: ServerProcess) -> None:
    Thumb(phone).start(pub, "draw_100", "Ann", "Bob", set=12)
    open_round(phone, None)
    phone.get_by_role("button", name="Tiles", exact=True).tap()
    keys = phone.get_by_role("group", name="End by end").get_by_role("button")
    for key in keys.all():
        assert key.evaluate(ONE_LINE), key.inner_text()
    tap = {words: keys.get_by_text(words, exact=True) for words in ("12", "9", "4")}
    tap["⌫"] = phone.get_by_role("group", name="End by end").get_by_role("button", name="Delete")
    tap["12"].tap()
    expect(tap["12"]).to_have_attribute("aria-pressed", "true")
    tap["⌫"].tap()
    expect(tap["12"]).to_have_attribute("aria-pressed", "false")
    for words in ("12", "4", "9", "9"):
        tap[words].tap()
    expect(hand_of(phone, "Ann")).to_have_attribute("placeholder", "34")
    tap["⌫"].tap()
    expect(hand_of(phone, "Ann")).to_have_attribute("placeholder", "16")
    assert phone.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    shot(phone, "round-double-twelve")
