"""The end of a round on real phones, whose browser bars take a third of the screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import enter_pips, enter_tiles, hand_of, open_round, preview
from tests.browser.phone import Complaints
from tests.browser.screens import REFUSALS
from tests.browser.table import sit_down
from tests.serving import ServerProcess

# What a phone of 390 x 844 shows between its address bar and its buttons.
BETWEEN_BARS = {"width": 390, "height": 664}
COVERED = """key => {
  const box = key.getBoundingClientRect();
  return box.bottom > document.querySelector('.bar').getBoundingClientRect().top;
}"""


@pytest.fixture
def round_page(
    new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints
) -> Callable[[dict[str, int]], Page]:
    """The page of a blocked round of three, on a screen of this size."""
    complaints.expect(REFUSALS)

    def show(size: dict[str, int]) -> Page:
        phone = new_phone(viewport=size)
        sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
        open_round(phone, None)
        return phone

    return show


@pytest.mark.parametrize("size", [BETWEEN_BARS, {"width": 390, "height": 844}])
def test_every_key_stands_above_save(
    round_page: Callable[[dict[str, int]], Page], size: dict[str, int]
) -> None:
    phone = round_page(size)
    expect(preview(phone)).to_have_text("Enter what Ann still holds.")
    keys = phone.get_by_role("group", name="Pips").get_by_role("button")
    expect(keys).not_to_have_count(0)
    for key in keys.all():
        assert not key.evaluate(COVERED), key.inner_text()


def test_a_refusal_is_shown_once_and_goes_when_it_is_corrected(
    round_page: Callable[[dict[str, int]], Page],
) -> None:
    phone = round_page(BETWEEN_BARS)
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


def test_a_refused_hand_has_its_keys_again(phone: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect(REFUSALS)
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    open_round(phone, "Ann")
    enter_pips(phone, "Bob", 200)
    phone.get_by_role("button", name="Save", exact=True).tap()
    expect(phone.locator(".error", has_text="Bob cannot have 200 pips.")).to_be_visible()
    phone.get_by_role("group", name="Pips").get_by_role("button", name="Delete").tap()
    expect(hand_of(phone, "Bob")).to_have_value("20")


def test_the_hand_in_focus_has_one_ring_around_its_number_and_its_name(
    round_page: Callable[[dict[str, int]], Page],
) -> None:
    phone = round_page(BETWEEN_BARS)
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
