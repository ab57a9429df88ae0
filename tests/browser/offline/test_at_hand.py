"""The forms of a match without the server: no error page; waiting rounds can be corrected or deleted."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from tests.browser.chromium import PUB
from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.offline.test_save_at_once import with_form_at_hand
from tests.browser.phone import assert_no_sideways_scroll, come_in
from tests.browser.table import (
    club_of,
    enter_round,
    expect_counted,
    fill_hand,
    form_at_hand,
    open_round,
    save,
    sit_down,
    start,
)
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")


@pytest.fixture
def plain(new_phone: Callable[..., Page], way: FaultyWay) -> Page:
    """A manager's phone in the pub's own network: plain http, so no service worker."""
    page = new_phone()
    way.url = way.url.replace("127.0.0.1", PUB)
    come_in(page, way)
    modern = "[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]"
    assert page.evaluate(modern) == [False, False, False]
    return page


def sit(page: Page, game: str = "draw_100") -> str:
    with page.expect_response("**/rounds/new"):
        match = start(page, club_of(page), game, "Ann", "Bob")
    page.wait_for_timeout(300)  # in which the page reads the form
    expect(page.locator("#badge")).to_have_text("live")
    return match


def without_another_try(page: Page, way: FaultyWay) -> None:
    """The server is back, and the page's own next try never comes: its clock stands still."""
    page.clock.pause_at(datetime.now() + timedelta(minutes=5))
    page.wait_for_timeout(500)  # in which a try that has begun fails
    way.open()


def test_rounds_are_entered_corrected_and_discarded_without_the_server(plain: Page, way: FaultyWay) -> None:
    plain.clock.install()
    match = sit(plain)
    way.close()
    plain.locator(".top .back").click()
    expect(plain.get_by_role("alert")).to_contain_text("No signal")
    assert plain.url == match
    # What was typed is still there for whoever looks at the match in between.
    tap_name(plain, "Ann", 1)
    fill_hand(plain, 1, 12)
    plain.get_by_label("Back to the match").click()
    expect_totals(plain, 0, 0)
    tap_name(plain, "Ann", 1)
    expect(plain.locator("input[name=pips_1]")).to_have_value("12")
    plain.go_back()
    expect_totals(plain, 0, 0)
    for number, (name, seat, pips) in enumerate((("Ann", 1, 5), ("Bob", 0, 6), ("Bob", 0, 9)), 1):
        tap_name(plain, name, number)
        fill_hand(plain, seat, pips)
        save(plain)
        expect(plain.locator(".board")).to_be_visible()
        expect(plain.locator("#badge")).to_contain_text(f"{number} waiting")
    expect_counted(plain, 5, 15)
    assert_no_sideways_scroll(plain)
    plain.get_by_text("3 waiting since").click()
    plain.get_by_role("button", name="Edit it").first.click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(plain.locator("input[name=pips_1]")).to_have_value("5")
    fill_hand(plain, 1, 15)
    save(plain)
    expect(plain.locator("#waiting")).to_contain_text("Bob’s pips 15")
    assert waiting(plain) == 3
    plain.get_by_text("3 waiting since").click()
    plain.get_by_role("button", name="Discard").nth(2).click()
    expect(plain.locator("#badge")).to_contain_text("2 waiting")
    without_another_try(plain, way)
    plain.get_by_role("button", name="Try now").click()
    expect_totals(plain, 15, 6)
    expect(plain.locator("#badge")).to_have_text("live")
    assert [event.round for event in state(way, match).events] == [1, 2]
    nothing_waits(plain)


def tap_name(page: Page, name: str, round: int) -> None:
    """The form of the open round, for whoever is out."""
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {round}")


def test_undo_takes_back_what_waits_and_may_have_arrived(plain: Page, way: FaultyWay) -> None:
    match = sit(plain, "fives_250")
    plain.get_by_role("button", name="15 for Ann").click()
    expect_totals(plain, 15, 0)
    way.close()
    plain.get_by_role("button", name="10 for Bob").click()
    expect_counted(plain, 15, 10)
    plain.get_by_role("button", name="Undo").click()
    expect_totals(plain, 15, 0)
    way.open()  # the page tries again by itself
    expect(plain.locator("#badge")).to_have_text("live")
    expect_totals(plain, 15, 0)
    nothing_waits(plain)
    assert [event.round for event in state(way, match).counting if event.round] == [1]


def test_a_round_saved_from_the_match_comes_back_to_it_and_back_offers_the_next(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    form_at_hand(phone)
    phone.evaluate("window.same = true")
    phone.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(phone, 1, 37)
    save(phone)
    expect_totals(phone, 37, 0)
    expect(phone.locator("#said")).to_contain_text("Ann chipped out")
    expect(phone).to_have_url(match)
    expect(phone.locator(".top .sub")).to_have_text("Round 2")
    phone.go_back()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    phone.go_back()
    expect_totals(phone, 37, 0)
    expect(phone).to_have_url(match)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
    assert phone.evaluate("window.same"), "a whole page was loaded"
    enter_round(phone, match, 12)
    expect_totals(phone, 12, 0)


def test_back_shows_the_match_also_where_the_form_was_loaded_anew(phone: Page, pub: ServerProcess) -> None:
    """As by a phone that has slept; the match's page had shown the form in its place."""
    match = sit_down(phone, pub)
    form_at_hand(phone)
    phone.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(phone, 1, 37)
    phone.reload()
    phone.go_back()
    expect_totals(phone, 0, 0)
    assert phone.url == match
    phone.go_forward()
    expect(phone.locator("input[name=pips_1]")).to_have_value("37")


def test_a_round_whose_points_the_club_has_said_waits_with_them(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub)
    form_at_hand(phone)
    phone.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(phone, 1, 37)
    expect(phone.locator("#preview")).to_contain_text("37")
    phone.context.set_offline(True)
    save(phone)
    expect_counted(phone, 37, 0)
    phone.get_by_role("link", name="Bob", exact=True).click()
    fill_hand(phone, 0, 12)
    expect(phone.locator("#preview")).to_have_text("Bob chipped out: 12 · Bob 12")


def test_the_new_total_is_seen_after_save_however_far_down_the_page_was(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 480})
    sit_down(phone, pub)
    form_at_hand(phone)
    phone.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    phone.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(phone, 1, 37)
    save(phone)
    expect_totals(phone, 37, 0)
    expect(phone.locator(".board .total").first).to_be_in_viewport()


@pytest.mark.long
def test_offline_no_link_or_button_leaves_the_page(plain: Page, way: FaultyWay) -> None:
    match = sit(plain)
    enter_round(plain, match, 12)
    for address in (f"{match}/rounds/1", match, match.split("matches/")[0]):
        plain.goto(address)
        plain.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true;")
        plain.wait_for_timeout(1000)  # the form has been fetched ahead
        way.close()
        for control in plain.query_selector_all(
            "main a[href], .top a[href], nav a[href], form[method=post] button"
        ):
            at_hand = "/rounds/new" in (control.get_attribute("href") or "")
            if at_hand or not control.is_visible() or not control.is_enabled():
                continue
            control.dispatch_event("click")
            plain.wait_for_timeout(150)
            assert plain.url.split("?")[0] == address, control.inner_text()
            assert plain.locator("#main").count() == 1
        way.open()


def reload_nowhere(page: Page) -> None:
    """The browser's own reload button: no page can prevent its error page."""
    with suppress(PlaywrightError):
        page.reload()
    expect(page).to_have_url("chrome-error://chromewebdata/")


def test_typed_and_waiting_rounds_survive_a_reload_without_the_server(plain: Page, way: FaultyWay) -> None:
    match = sit(plain)
    open_round(plain, match)
    fill_hand(plain, 1, 12)
    way.close()
    reload_nowhere(plain)
    way.open()
    open_round(plain, match)
    expect(plain.locator("input[name=pips_1]")).to_have_value("12")
    way.close()
    save(plain)
    expect(plain.locator("#badge")).to_contain_text("1 waiting")
    reload_nowhere(plain)
    way.open()
    plain.goto(match)
    expect_totals(plain, 12, 0)
    assert len(state(way, match).events) == 1


def test_a_copy_of_the_form_from_before_this_phones_own_round_goes_on_to_the_next(
    phone: Page, way: FaultyWay
) -> None:
    match = sit_down(phone, way)
    with_form_at_hand(phone)
    enter_round(phone, match, 37)
    way.delay = 2
    open_round(phone, match, out=1)
    expect(phone.locator("html[data-kept]")).to_have_count(1)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(phone.locator("[data-round='2']")).to_have_count(1)  # the club has said so
    expect(phone.locator("#conflict")).to_have_count(0)


def test_where_a_page_is_on_its_way_no_form_opens_that_it_would_replace(plain: Page, way: FaultyWay) -> None:
    """On a slow way a name was tapped before its form was at hand, and another one after that."""
    sit(plain)
    click = "which => document.querySelector(`#state a[href$='out=${which}']`).click()"
    fetched = plain.evaluate("document.querySelector('#state').dataset.form")
    plain.evaluate("document.querySelector('#state').dataset.form = 'newer'")
    way.delay = 1.0
    plain.evaluate(click, 1)
    plain.evaluate("form => { document.querySelector('#state').dataset.form = form; }", fetched)
    plain.evaluate(click, 0)
    assert plain.evaluate("document.querySelector('#round')") is None
    expect(plain.locator("#who-said")).to_have_text("Bob chipped out")


def test_where_a_page_was_stopped_by_hand_forms_open_in_place_again(plain: Page, way: FaultyWay) -> None:
    sit(plain)
    plain.clock.install()
    click = "which => document.querySelector(`#state a[href$='out=${which}']`).click()"
    fetched = plain.evaluate("document.querySelector('#state').dataset.form")
    plain.evaluate("document.querySelector('#state').dataset.form = 'newer'")
    way.delay = 1.0
    plain.evaluate(
        "setTimeout(stop, 3000)"
    )  # the page is asked for after two seconds, once the club has answered
    with plain.expect_event("requestfailed"):
        plain.evaluate(click, 1)
    plain.evaluate("form => { document.querySelector('#state').dataset.form = form; }", fetched)
    plain.clock.fast_forward("00:40")
    plain.evaluate(click, 0)
    assert plain.evaluate("document.querySelector('#round')?.dataset.inPlace") == "yes"
