"""Sitting down: by the phone's own keyboard, who sits opposite whom, and which house rules are asked for."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import MATCH, choose
from tests.browser.phone import come_in
from tests.browser.screens import open_rules
from tests.browser.table import club_of
from tests.serving import ServerProcess


@pytest.mark.usefixtures("complaints")
def test_next_on_the_keyboard_goes_from_seat_to_seat_and_pairs_are_said_as_they_fill(
    phone: Page, pub: ServerProcess
) -> None:
    come_in(phone, pub)
    phone.get_by_role("link", name="Start a match").tap()
    choose(phone, "Draw to 100")
    phone.get_by_role("combobox", name="Seat 1", exact=True).tap()
    for name in ("Ann", "Bob", "Cy"):
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("combobox", name="Seat 4", exact=True)).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator(":focus")).to_have_count(0)
    assert phone.url.endswith("matches/new?game=draw_100")
    phone.get_by_role("button", name="Start", exact=True).tap()
    phone.wait_for_url(MATCH)
    expect(phone.locator(".board .name")).to_have_text(["Ann", "Bob", "Cy"])

    come_in(phone, pub)
    phone.get_by_role("link", name="Start a match").tap()
    choose(phone, "Draw to 100")
    note = phone.locator("#pairs-note")
    draw = phone.get_by_role("radio", name="Draw partners and seats", exact=True)
    expect(note).to_be_hidden()
    phone.get_by_role("radio", name="Pairs", exact=True).tap()
    expect(draw).to_be_hidden()
    for seat, name in enumerate(("Ann", "$& {1}", "Cy"), 1):
        phone.get_by_role("combobox", name=f"Seat {seat}", exact=True).fill(name)
    expect(note).to_have_text("Ann & Cy against $& {1} & …")
    phone.get_by_role("combobox", name="Seat 4", exact=True).fill("Di")
    draw.tap()
    expect(note).to_be_hidden()
    phone.get_by_role("button", name="Start", exact=True).tap()
    phone.wait_for_url("**/seats")
    outcome = phone.locator(".outcome")
    for name in ("Ann", "$& {1}", "Cy", "Di"):
        expect(outcome).to_be_hidden()
        phone.locator(".lot", has_text=name).tap()
    expect(outcome).to_contain_text("drew the two highest tiles and play together")
    phone.get_by_role("link", name="To the match", exact=True).tap()
    phone.wait_for_url(MATCH)
    expect(phone.locator(".helper")).to_contain_text("Drawn for the seats: ")


def test_what_cannot_matter_is_hidden_until_it_can(phone: Page, pub: ServerProcess) -> None:
    """By the stylesheet alone."""
    come_in(phone, pub)
    phone.goto(f"{club_of(phone)}matches/new?game=block")
    open_rules(phone)
    rounding, both = phone.get_by_label("Rounding"), phone.get_by_label("Pairs: must both partners go out?")
    expect(phone.get_by_label("What does a round count?")).to_be_visible()
    expect(rounding).to_be_hidden()
    phone.get_by_label("What does a round count?").select_option("pips")
    expect(rounding).to_be_visible()
    expect(both).to_be_hidden()
    phone.locator("[name=sides][value=pairs]").check(force=True)
    expect(both).to_be_visible()
