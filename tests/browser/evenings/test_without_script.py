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
    score,
    sit_down,
    undo,
    verdict,
)
from tests.browser.phone import Complaints, assert_no_sideways_scroll, assert_targets_big_enough, open_club
from tests.serving import ServerProcess


@pytest.fixture
def plain(new_phone: Callable[..., Page], server: ServerProcess) -> Page:
    """A phone without script that has just opened a club."""
    phone = new_phone(java_script_enabled=False)
    open_club(phone, server)
    return phone


def assert_it_fits(phone: Page) -> None:
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)


def test_a_match_from_an_empty_database_to_the_rematch(plain: Page, complaints: Complaints) -> None:
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


@pytest.mark.long
def test_points_in_play_by_keys_and_by_ends(plain: Page) -> None:
    sit_down(plain, "Straight dominoes to 250", "Ann", "Bob")
    score(plain, "Ann", 15)
    expect_totals(plain, 15, 0)
    plain.get_by_role("link", name="Ends", exact=True).tap()
    plain.locator("select[name=end_0]").select_option("5")
    plain.locator("select[name=end_1]").select_option("5d")
    assert_it_fits(plain)
    plain.get_by_role("group", name="Save: who played?").get_by_role("button", name="Bob").tap()
    expect_totals(plain, 15, 15)
    undo(plain)
    expect_totals(plain, 15, 0)
    end_round(plain, out="Bob", pips={"Ann": 14})
    expect_totals(plain, 15, 15)
    expect(last_change(plain)).to_contain_text("14, rounded to 15")


@pytest.mark.long
def test_a_layout_tile_by_tile(plain: Page) -> None:
    sit_down(plain, "Straight dominoes to 250", "Ann", "Bob")
    plain.get_by_role("link", name="Tiles", exact=True).tap()
    plain.get_by_role("radio", name="Ann").check()
    plain.get_by_role("button", name="6 4", exact=True).tap()
    expect_totals(plain, 10, 0)
    plain.get_by_role("button", name="4 4", exact=True).tap()
    expect(plain.get_by_role("img", name="Layout")).to_be_visible()


@pytest.mark.long
def test_the_club_is_renamed_and_a_player_too(plain: Page) -> None:
    sit_down(plain, "English pub Block", "Ann", "Bob")
    go(plain, "Players")
    plain.get_by_role("link", name="Ann", exact=True).tap()
    plain.get_by_text("Rename", exact=True).tap()
    plain.get_by_label("Name").fill("Annie")
    plain.get_by_role("button", name="Save name").tap()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Annie")
    go(plain, "Club")
    plain.get_by_label("The club’s name").fill("The Anchor")
    plain.get_by_role("button", name="Rename the club").tap()
    expect(plain).to_have_title("Settings · The Anchor")
    go(plain, "Tonight")
    expect(plain.get_by_role("heading", level=1)).to_have_text("The Anchor")
    expect(plain.locator(".card.live .name")).to_have_text(["Annie", "Bob"])
