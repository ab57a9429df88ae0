"""Next on the keyboard goes from seat to seat; and without a script a whole match is scored."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    MATCH,
    choose,
    correct_round,
    end_round,
    enter_pips,
    expect_totals,
    go,
    last_change,
    open_round,
    rematch,
    sit_down,
    undo,
    verdict,
)
from tests.browser.phone import Complaints, assert_it_fits, box, come_in
from tests.browser.screens import open_rules
from tests.browser.table import club_of, start
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


def test_a_fifth_seat_comes_with_a_larger_set(phone: Page, pub: ServerProcess) -> None:
    come_in(phone, pub)
    phone.goto(f"{club_of(phone)}matches/new?game=draw_100")
    open_rules(phone)
    for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"), 1):
        phone.get_by_role("combobox", name=f"Seat {seat}", exact=True).fill(name)
    fifth = phone.get_by_role("combobox", name="Seat 5", exact=True)
    expect(fifth).to_be_hidden()
    phone.get_by_label("Tiles", exact=True).select_option("double-nine")
    fifth.fill("Eve")
    expect(phone.get_by_role("radio", name="Eve", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Start", exact=True).tap()
    phone.wait_for_url(MATCH)
    expect(phone.locator(".board .name")).to_have_text(["Ann", "Bob", "Cy", "Di", "Eve"])


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
    starts = phone.locator(".field:visible", has_text="side starts with")
    expect(starts).to_have_count(2)
    for seat in range(4):
        phone.locator(f"[name=seat_{seat}]").fill(f"P{seat}")
    expect(starts).to_have_count(4)
    phone.locator("[name=sides][value=pairs]").check(force=True)
    expect(both).to_be_visible()
    expect(starts).to_have_count(2)


@pytest.fixture
def plain(new_phone: Callable[..., Page], pub: ServerProcess) -> Page:
    """A phone without script that has just come in to a new club."""
    phone = new_phone(java_script_enabled=False)
    come_in(phone, pub)
    return phone


def test_a_match_from_an_empty_club_to_the_rematch(plain: Page, complaints: Complaints) -> None:
    complaints.expect("status of 422")
    sit_down(plain, "Draw to 100", "Ann", "Bob", "Cy", target=60)
    end_round(plain, out="Ann", pips={"Bob": 14}, tiles={"Cy": ["6-6", "5-4"]})
    expect_totals(plain, 35, 0, 0)
    expect(last_change(plain)).to_contain_text("14 + 21 = 35")
    end_round(plain, pips={"Ann": 18, "Bob": 12, "Cy": 5})
    undo(plain)
    expect_totals(plain, 35, 0, 0)

    open_round(plain, "Bob")
    assert_it_fits(plain)
    enter_pips(plain, "Ann", 20)
    plain.get_by_role("button", name="Save", exact=True).tap()
    expect(plain.get_by_text("Enter what Cy still holds.")).to_be_visible()
    expect(plain.get_by_role("textbox", name="Ann’s pips")).to_have_value("20")
    enter_pips(plain, "Cy", 10)
    plain.get_by_role("button", name="Save", exact=True).tap()
    plain.wait_for_url(MATCH)
    expect_totals(plain, 35, 30, 0)

    correct_round(plain, 1, out="Ann", pips={"Bob": 4})
    expect_totals(plain, 25, 30, 0)
    assert_it_fits(plain)
    end_round(plain, out="Bob", pips={"Ann": 20, "Cy": 12})
    expect(verdict(plain)).to_have_text("Bob won 62–25–0")
    match = plain.url
    go(plain, "Table")
    expect(plain.get_by_role("row", name="Bob").get_by_role("cell")).to_have_text(["1", "1", "1", "0", "0"])
    plain.goto(match)
    rematch(plain)
    expect_totals(plain, 0, 0, 0)


def test_a_house_rule_that_was_changed_is_not_called_usual(phone: Page, pub: ServerProcess) -> None:
    come_in(phone, pub)
    phone.goto(f"{club_of(phone)}matches/new?game=draw_100")
    phone.locator(".rules > summary").tap()
    group = phone.locator(".rule-group").nth(1)
    expect(group.locator("summary")).to_have_text("Lead as usual")
    group.locator("summary").tap()
    group.get_by_label("Who leads the first round?").select_option(index=0)
    expect(group.locator("summary")).to_have_text("Lead changed")
    expect(phone.locator(".rule-group summary", has_text="changed")).to_have_count(1)


def test_a_refused_name_is_in_sight_below_the_names_that_are_offered(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    phone.set_viewport_size({"width": 360, "height": 664})
    come_in(phone, pub)
    club = club_of(phone)
    for first in (0, 4, 8):
        start(phone, club, "draw_100", *(f"Player {n} with a long name" for n in range(first, first + 4)))
    phone.goto(f"{club}matches/new?game=draw_100")
    phone.get_by_role("combobox", name="Seat 1", exact=True).fill("=Ann")
    phone.get_by_role("button", name="Start", exact=True).tap()
    said = phone.get_by_text("The name in seat 1 begins with “=”")
    expect(said).to_be_in_viewport(ratio=1)
    assert box(said)["y"] + box(said)["height"] <= box(phone.locator(".bar"))["y"]
    expect(phone.get_by_role("combobox", name="Seat 1", exact=True)).to_be_focused()
