"""Whole matches on a phone: Straight dominoes to 250, and 61 up, as an evening at the table goes."""

from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough, shot
from tests.browser.thumb import Thumb, expect_last, expect_taken_back, expect_totals
from tests.serving import ServerProcess


def end_round(thumb: Thumb, out: int, pips: int | None = None, last: int | None = None) -> None:
    """Somebody chipped out: enter the other hand, or the last tile's points, and save."""
    thumb.round_over(out)
    if pips is not None:
        thumb.page.locator(f"[name=pips_{1 - out}]").fill(str(pips))
    if last is not None:
        thumb.tap(f".last-tile .choice:has([value='{last}'])")
    thumb.send("#save")


def sound(page: Page) -> None:
    assert_no_sideways_scroll(page)
    assert_targets_big_enough(page)


def test_61_up(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "threes_fives_61", "Ann", "Bob")
    need = phone.locator(".need")
    for _ in range(5):
        thumb.key(0, 8)
    for points in (8, 6, 4, 2):
        thumb.key(1, points)
    end_round(thumb, out=0, last=8)
    expect_last(phone, 9, "Ann chipped out", "Ann scores 9")
    expect_totals(phone, 49, 20)
    thumb.key(0, 4)
    expect(need).to_have_text(["Ann 53: 8 to go, a fifteen does it", "Bob 20: 41 to go"])
    thumb.key(0, 3)
    expect(need.first).to_have_text("Ann 56: 5 to go, not in one unless it is the last tile")
    expect(phone.locator(".keys form:first-child .busts")).to_have_text(["6", "8"])
    expect(phone.locator(".over summary")).to_be_in_viewport()
    sound(phone)
    assert_accessible(phone)
    shot(phone, "sixty-one-pegs")
    thumb.key(0, 6)
    expect_totals(phone, 56, 20)
    expect_last(phone, 0, "Ann scores 6: past 61, so it scores nothing")
    thumb.undo()
    expect_taken_back(phone, "Ann 6 taken back", "Ann scores 3")
    expect_totals(phone, 56, 20)
    end_round(thumb, out=0, last=4)
    expect(phone.locator(".verdict")).to_have_text("Ann won 61–20")
    expect(phone.locator(".honours")).to_contain_text("Ann: 6 fifteens")
    expect(phone.get_by_label("Peg board").locator(".front")).to_have_count(2)
    sound(phone)
    shot(phone, "sixty-one-won")
