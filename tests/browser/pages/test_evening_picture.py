"""The night in one picture, on a phone: found from the club's page, and shared with what it shows."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evening import end_round
from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, come_in
from tests.browser.table import club_of, start
from tests.serving import ServerProcess


def test_the_night_is_shared_as_a_picture(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    phone = new_phone(viewport={"width": 320, "height": 640}, service_workers="block")
    come_in(phone, pub)
    home = phone.url
    start(
        phone, club_of(phone), "draw_100", "Llanfairpwllgwyngyllgogerychwy", "Bartholomew Featherstonehaugh"
    )
    end_round(phone, out="Llanfairpwllgwyngyllgogerychwy", pips={"Bartholomew Featherstonehaugh": 100})
    expect(phone.locator("#slip")).to_be_visible()
    phone.goto(home)
    phone.get_by_role("link", name="Tonight in one picture").tap()
    expect(phone.get_by_role("article", name="The night")).to_contain_text("1 of 1")
    phone.get_by_text("As a table").tap()
    assert_no_sideways_scroll(phone)
    assert_accessible(phone)
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Share picture").tap()
    assert saved.value.suggested_filename == "result.png"
