"""Without a signal the last good copy is shown with its time; nobody is stuck with an old app."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay, faulty_way
from tests.browser.offline.test_links_end import READY
from tests.browser.offline.test_outbox import state
from tests.browser.phone import shot
from tests.browser.plays.test_thumb import WATCH_SHIFTS
from tests.browser.table import (
    club_of,
    enter_round,
    expect_counted,
    fill_hand,
    form_at_hand,
    open_round,
    save,
    sit_down,
)
from tests.serving import ServerProcess, until

pytestmark = pytest.mark.usefixtures("faulty_network")
COPIES = "async all => (await Promise.all(all.map(each => caches.match(each)))).every(Boolean)"
COPY_SAYS = "async ([page, words]) => (await (await caches.match(page)).text()).includes(words)"
FREED = """async () => {
  for (let tries = 0; tries < 100; tries++) {
    if (!await navigator.serviceWorker.getRegistration() && !(await caches.keys()).length) return true;
    await new Promise(later => setTimeout(later, 100));
  }
  return false;
}"""


def kept(page: Page) -> None:
    """Wait until the service worker controls this page."""
    page.evaluate(READY)
    page.reload()


def test_a_match_opens_without_signal_from_its_last_good_copy(phone: Page, pub: ServerProcess) -> None:
    """A wifi’s log-in page is none."""
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    kept(phone)
    phone.context.route(match, lambda route: route.fulfill(content_type="text/html", body="<p>Log in</p>"))
    phone.goto(match)
    phone.context.unroute(match)
    phone.context.set_offline(True)
    phone.goto(match)
    expect_totals(phone, 37, 0)
    expect(phone.locator("#badge")).to_have_text(re.compile(r"^offline, as of \d\d:\d\d$"))
    shot(phone, "offline-copy")
    phone.goto(f"{club_of(phone)}players")
    expect(phone.get_by_role("heading", name="No signal")).to_be_visible()
    phone.context.set_offline(False)
    phone.goto(match)
    expect(phone.locator("#badge")).to_have_text("live")


def test_a_match_that_was_open_before_the_worker_opens_without_signal_too(
    phone: Page, new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    other = new_phone(storage_state=phone.context.storage_state())
    other.goto(match)
    until(lambda: other.evaluate(COPIES, [match, f"{match}/rounds/new"]))
    other.context.set_offline(True)
    other.goto(match)
    expect_totals(other, 37, 0)
    open_round(other, match)
    fill_hand(other, 1, 12)
    save(other)
    expect(other.locator("#badge")).to_contain_text("1 waiting")
    open_round(other, match, 1)
    expect(other.locator("#who-said")).to_have_text("Bob chipped out")
    fill_hand(other, 0, 7)
    save(other)
    expect(other.locator("#badge")).to_contain_text("2 waiting")
    other.goto(match)
    expect_counted(other, 49, 7)
    other.context.set_offline(False)
    expect_totals(other, 49, 7)


def copied(phone: Page, pub: ServerProcess | FaultyWay) -> str:
    """Open a match and wait until the worker has a copy of it and of its form; the match's address."""
    match = sit_down(phone, pub)
    phone.evaluate(READY)
    phone.reload()
    form_at_hand(phone)
    until(lambda: phone.evaluate(COPIES, [match, f"{match}/rounds/new"]))
    return match


def end_round(phone: Page, pips: int) -> None:
    """Ann chips out, from the match's own page, and back on it."""
    phone.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(phone, 1, pips)
    save(phone)


def test_a_round_saved_in_place_is_in_the_matchs_copy_and_counted(phone: Page, pub: ServerProcess) -> None:
    match = copied(phone, pub)
    end_round(phone, 11)
    expect_totals(phone, 11, 0)
    until(lambda: phone.evaluate(COPY_SAYS, [match, ">11</"]))
    phone.context.set_offline(True)
    phone.goto(match)
    expect_totals(phone, 11, 0)
    end_round(phone, 12)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.context.set_offline(False)
    expect_totals(phone, 23, 0)
    assert [event.round for event in state(pub, match).events] == [1, 2]


def test_a_round_saved_on_a_page_of_its_own_is_in_the_copy_that_a_slow_way_shows(
    phone: Page, pub: ServerProcess
) -> None:
    with faulty_way(pub) as way:
        match = copied(phone, way)
        open_round(phone, match)
        fill_hand(phone, 1, 37)
        way.delay = 2
        save(phone)
        phone.wait_for_url(match)
        assert phone.locator("html[data-kept]").count() == 1
        assert phone.locator(".board .total").all_text_contents() == ["37", "0"]


def test_the_icon_opens_a_new_match_and_without_signal_the_last(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    kept(phone)
    phone.goto(f"{pub.url}/?to=new")
    assert phone.url == f"{club_of(phone)}matches/new"
    phone.goto(match)
    phone.context.set_offline(True)
    for start_url in ("/", "/?to=new"):
        phone.goto(pub.url + start_url)
        expect_totals(phone, 37, 0)
        assert phone.url == match


def test_a_link_without_a_copy_is_told_in_place_and_the_offline_page_lists_what_there_is(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    kept(phone)
    phone.goto(f"{match}?from=a-chat")
    phone.goto(match)
    phone.context.set_offline(True)
    expect(phone.locator("#badge")).to_contain_text("offline since")
    phone.locator(".top .share").click()
    expect(phone.get_by_role("alert")).to_contain_text("No signal, and that page is not on this phone.")
    assert phone.url == match
    phone.goto(f"{club_of(phone)}players")
    expect(phone.get_by_role("heading", name="No signal")).to_be_visible()
    shot(phone, "offline-list")
    phone.locator("#kept-pages").get_by_role("link", name="Ann 0").click()
    expect_totals(phone, 0, 0)


def test_the_kill_switch_frees_a_phone(phone: Page, server: ServerProcess) -> None:
    match = sit_down(phone, server)
    kept(phone)
    assert phone.evaluate(READY)
    server.under = ("env", "SCOREKEEPER_OFFLINE=0")
    server.restart()
    # A browser looks for a newer worker when a page is opened, and does not try again if that fails. A server
    # that is slow has the former worker show its copy, which registers a worker once more.
    for _ in range(4):
        phone.goto(match)
        phone.reload()
        if phone.evaluate(FREED):
            break
    phone.reload()
    assert phone.evaluate("navigator.serviceWorker.controller") is None
    assert phone.evaluate("async () => (await caches.keys()).length") == 0, "what the worker kept came back"


def test_a_form_from_its_copy_is_painted_as_it_stays(phone: Page, pub: ServerProcess) -> None:
    """The copy does not know who was tapped: nothing is painted before its script has read that."""
    match = sit_down(phone, pub, "threes_fives_61", "Ann", "Bob", "Cy", "Di")
    kept(phone)
    open_round(phone, match)
    phone.goto(match)
    phone.wait_for_function(COPIES, arg=[f"{match}/rounds/new"])
    phone.context.set_offline(True)
    phone.context.new_cdp_session(phone).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    phone.add_init_script(f"({WATCH_SHIFTS})()")
    open_round(phone, match, 1)
    expect(phone.locator("#who-said")).to_have_text("Bob chipped out")
    phone.wait_for_timeout(300)
    assert phone.evaluate("shifts") == []
