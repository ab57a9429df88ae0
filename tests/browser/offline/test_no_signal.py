"""Undo, abandoning and a rematch are never queued: without a signal they are refused calmly."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import as_tall_as_the_page, assert_accessible, assert_no_sideways_scroll, shot
from tests.browser.table import club_of, enter_round, from_menu, live, sit_down
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")
NOTICE = "No signal: nothing was changed. Tap again when there is signal."


def go_offline(page: Page) -> None:
    """Cut the signal and wait until no late answer can say there still is one."""
    page.context.set_offline(True)
    expect(page.locator("#badge")).to_contain_text("offline since")


def test_what_cannot_be_queued_is_refused_calmly_and_works_once_there_is_signal(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    live(phone)
    go_offline(phone)
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("alert")).to_have_text(NOTICE)
    expect_totals(phone, 37, 0)
    with as_tall_as_the_page(phone):  # what the bar half covers is no small target
        assert_accessible(phone)
    assert_no_sideways_scroll(phone)
    shot(phone, "no-signal-undo")
    phone.context.set_offline(False)
    expect(phone.get_by_role("alert")).to_have_count(0)
    phone.wait_for_timeout(1000)  # the page had another height, so Undo has just arrived where it was tapped
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
    enter_round(phone, match, 120)
    live(phone)
    go_offline(phone)
    phone.get_by_role("button", name="Rematch").click()
    expect(phone.get_by_role("alert")).to_have_text(NOTICE)
    shot(phone, "no-signal-rematch", "dark")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Rematch").click()
    phone.wait_for_url(lambda url: "/matches/" in url and url != match)
    expect_totals(phone, 0, 0)
    live(phone)
    from_menu(phone, "Abandon match")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Abandon match").click()
    expect(phone.get_by_role("alert")).to_have_text(NOTICE)
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    shot(phone, "no-signal-call-off", "dark")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Abandon match").click()
    expect(phone.locator(".verdict")).to_contain_text("Abandoned")
    phone.goto(f"{club_of(phone)}matches/new?game=draw_100")
    for seat, name in enumerate(("Cy", "Di")):
        phone.locator(f"input[name=seat_{seat}]").fill(name)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Start", exact=True).click()
    expect(phone.get_by_role("alert")).to_have_text(NOTICE)
    expect(phone.locator("input[name=seat_0]")).to_have_value("Cy")
    shot(phone, "no-signal-setup", "dark")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Start", exact=True).click()
    expect(phone.locator(".board")).to_contain_text("Cy")


def test_a_slow_signal_is_one(phone: Page, pub: ServerProcess) -> None:
    """At two seconds each way a page answers after four."""
    with faulty_way(pub) as way:
        sit_down(phone, way)
        live(phone)
        way.delay = 2.1
        phone.get_by_role("link", name="The Crown").click()
        phone.wait_for_url("**/c/*/")


def test_a_wifi_log_in_page_swallows_no_act(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    live(phone)
    phone.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<h1>Log in</h1>"))
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.unroute("**/*")
    expect_totals(phone, 0, 0)
