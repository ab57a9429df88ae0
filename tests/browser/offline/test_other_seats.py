"""Somebody changes the players while another phone enters: nobody gets what another has made."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.table import link_of, live, sit_down


def seats(phone: Page, match: str, *names: str) -> None:
    """Change who sits where."""
    phone.goto(f"{match}/change")
    for seat, name in enumerate(names):
        phone.locator(f"[name=seat_{seat}]").fill(name)
    phone.get_by_role("button", name="Save changes").click()
    phone.wait_for_url(match)


def test_what_waits_for_other_seats_is_refused_in_words(
    new_phone: Callable[..., Page], way: FaultyWay
) -> None:
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, way, "fives_250", "Ann", "Bob", "Cy")
    other.goto(link_of(phone, "score").replace(way.url, way.server.url))
    phone.goto(match)
    live(phone)
    way.fates = ["refused"] * 50
    phone.get_by_role("button", name="15 for Bob", exact=True).tap()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    seats(other, match.replace(way.url, way.server.url), "", "Bob", "Cy")
    way.fates = []
    card = phone.locator("#outbox .refused")
    expect(card).to_contain_text("15 for Bob")
    expect(card).to_contain_text(
        "Somebody has changed who sits where. Look at the names, then enter it again."
    )
    expect_totals(phone, 0, 0)
    assert not state(way, match).events
    card.get_by_role("button", name="Discard").tap()
    phone.get_by_role("button", name="15 for Bob", exact=True).tap()
    expect_totals(phone, 15, 0)
    nothing_waits(phone)


def test_a_round_typed_for_other_seats_comes_back_with_the_names_of_now(
    new_phone: Callable[..., Page], way: FaultyWay
) -> None:
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, way)
    other.goto(link_of(phone, "score").replace(way.url, way.server.url))
    phone.goto(f"{match}/rounds/new?out=0")
    phone.locator("#keypad [data-digit='9']").tap()
    seats(other, match.replace(way.url, way.server.url), "Bob", "Ann")
    phone.locator("#save").tap()
    expect(phone.locator("#who-fold")).to_contain_text("Somebody has changed who sits where.")
    assert not state(way, match).events
    phone.locator("#who .choice", has_text="Ann").tap()
    phone.locator("input[name=pips_0]").fill("9")
    phone.locator("input[name=pips_1]").fill("")
    phone.locator("#save").tap()
    phone.wait_for_url(match)
    expect_totals(phone, 0, 9)
