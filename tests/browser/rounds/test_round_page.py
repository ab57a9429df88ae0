"""The end of a round on real phones, whose browser bars take a third of the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import enter_pips, enter_tiles, hand_of, open_round, preview
from tests.browser.phone import Complaints
from tests.browser.screens import REFUSALS
from tests.browser.table import sit_down
from tests.serving import ServerProcess

COVERED = """key => {
  const box = key.getBoundingClientRect();
  return box.bottom > document.querySelector('.bar').getBoundingClientRect().top;
}"""


@pytest.fixture
def round_page(new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints) -> Page:
    """The page of a blocked round of three, between a phone's address bar and its buttons."""
    complaints.expect(REFUSALS)
    phone = new_phone(viewport={"width": 390, "height": 664})
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    open_round(phone, None)
    return phone


def test_a_refusal_is_shown_once_and_goes_when_it_is_corrected(round_page: Page) -> None:
    phone = round_page
    phone.get_by_role("button", name="Save", exact=True).tap()
    refusal = phone.locator(".error:visible")
    expect(refusal).to_have_text("Enter what Ann, Bob and Cy still hold.")
    enter_pips(phone, "Ann", 10)
    expect(preview(phone)).to_have_text("Enter what Bob still holds.")
    expect(refusal).to_be_hidden()
    enter_tiles(phone, "Bob", ["6-6", "5-4"])
    phone.get_by_role("button", name="Save", exact=True).tap()
    refusal = phone.locator(".error", has_text="Enter what Cy still holds.")
    expect(refusal).to_be_visible()
    expect(phone.locator(".hand.active")).to_have_text("Cy")
    enter_pips(phone, "Cy", 8)
    expect(preview(phone)).to_contain_text("(10 + 21) − 8 = 23")
    expect(refusal).to_be_hidden()
    expect(hand_of(phone, "Cy")).not_to_have_attribute("aria-invalid", "true")
    phone.get_by_role("group", name="Pips").get_by_role("button", name="Delete").tap()
    expect(refusal).to_be_visible()


def test_the_hand_in_focus_has_one_ring_around_its_number_and_its_name(round_page: Page) -> None:
    phone = round_page
    phone.keyboard.press("Tab")
    hand_of(phone, "Bob").focus()
    expect(phone.locator(".hand.active")).to_have_text("Bob")
    expect(hand_of(phone, "Bob")).to_have_css("outline-style", "none")
    expect(phone.locator(".hand.active")).to_have_css("outline-style", "solid")


def test_a_doubt_and_the_field_for_a_reason_stand_above_save(
    new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(REFUSALS)
    phone = new_phone(viewport={"width": 320, "height": 640})
    sit_down(phone, pub, "draw_quick", "Ann", "Bob", "Cy", "Di")
    open_round(phone, None)
    for name, pips in (("Ann", 18), ("Bob", 11), ("Cy", 5), ("Di", 29)):
        enter_pips(phone, name, pips)
    phone.get_by_role("button", name="Save", exact=True).tap()
    doubt = phone.get_by_role("alert").filter(has_text="cannot come to 63 pips")
    expect(doubt).to_be_in_viewport(ratio=1)
    assert not doubt.evaluate(COVERED)
