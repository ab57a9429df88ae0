"""Plays entered on several phones at once, and on a phone without script."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible, shot
from tests.browser.thumb import Thumb, expect_last, expect_totals
from tests.serving import ServerProcess


def test_a_pad_replaced_by_an_update_still_works(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    thumb = Thumb(new_phone())
    thumb.start(pub, "fives_250", "Ann", "Bob")
    other = Thumb(thumb.page.context.new_page())
    other.page.goto(f"{thumb.page.url}?way=ends")
    thumb.way("Ends")
    for end in ("6", "4"):
        thumb.tap(f"[data-end='{end}']")
    thumb.send("[name=side][value='0']")
    expect_totals(other.page, 10, 0)
    expect(other.page.locator("[data-slot='0']")).to_have_value("6")
    other.tap("[data-end='2']")
    expect(other.page.locator("#count")).to_have_text("2 + 4 = 6, no points")
    other.send("[name=side][value='1']")
    expect_last(other.page, 0, "Bob plays")


def test_a_phone_is_asked_its_name_below_the_keys_and_a_play_does_not_wait_for_it(
    phone: Page, pub: ServerProcess
) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "fives_250", "Ann", "Bob")
    phone.get_by_text("This phone has no name yet").tap()
    phone.get_by_label("What is this phone called?").fill("Bar phone")
    thumb.key(0, 10)
    expect(phone.get_by_label("What is this phone called?")).to_have_value("Bar phone")
    assert_accessible(phone)
    shot(phone, "phone-name")
    thumb.tap(phone.get_by_role("button", name="Done"))
    expect(phone.get_by_label("What is this phone called?")).to_have_count(0)
    expect_totals(phone, 10, 0)


def test_a_play_needs_no_script(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    thumb = Thumb(new_phone(java_script_enabled=False), script=False)
    thumb.start(pub, "fives_250", "Ann", "Bob")
    thumb.way("Tiles")
    thumb.send(".pick[data-tile='6-4']")
    expect_last(thumb.page, 10, "Ann")
    thumb.way("Ends")
    thumb.page.locator("[name=end_0]").select_option("2d")
    thumb.send("[name=side][value='0']")
    expect_last(thumb.page, 10, "Ann")
    thumb.way("Points")
    thumb.key(0, 20)
    expect_last(thumb.page, 20, "Ann")
    expect_totals(thumb.page, 40, 0)
