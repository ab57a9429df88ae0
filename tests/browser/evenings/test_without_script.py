"""A whole evening on a phone without JavaScript: the same pages, the same result."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    MATCH,
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
from tests.browser.phone import Complaints, assert_no_sideways_scroll, assert_targets_big_enough, come_in
from tests.serving import ServerProcess


@pytest.fixture
def plain(new_phone: Callable[..., Page], pub: ServerProcess) -> Page:
    """A phone without script that has just come in to a new club."""
    phone = new_phone(java_script_enabled=False)
    come_in(phone, pub)
    return phone


def assert_it_fits(phone: Page) -> None:
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)


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
