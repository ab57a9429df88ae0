"""A page that is left in the very moment of a tap: what was tapped is written down by then."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.offline.test_save_at_once import open_form
from tests.browser.table import expect_counted, fill_hand, form_at_hand, open_round, save, sit_down
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")

# Nothing of the page's own runs between the tap and its end.
TAP_AND_LEAVE = """([selector, url]) => {
  document.querySelector(selector).click();
  location.href = url;
}"""
# The page ends in the very step that shows the new totals.
LEAVE_ONCE_SHOWN = """url => {
  document.addEventListener("outbox:tapped", () => { location.href = url; });
  document.querySelector(".last button").click();
}"""
# As where the page ended after the database had the tap, and before it could say so.
STILL_HELD = """() => new Promise(done => {
  indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("outbox").objectStore("outbox").getAll();
    asked.onsuccess = () => {
      const [entry] = asked.result;
      localStorage.setItem(`tapped ${entry.key}`, JSON.stringify({ ...entry, n: undefined }));
      done();
    };
  };
})"""
SAVE = "#save"
FIVE = "button[aria-label='5 for Ann']"
TEN = "button[aria-label='10 for Bob']"


def tap_and_leave(phone: Page, selector: str) -> None:
    phone.evaluate(TAP_AND_LEAVE, [selector, "about:blank"])
    phone.wait_for_url("about:blank")


def one_round_waits(phone: Page, pub: ServerProcess) -> str:
    """A match whose first round, 37 to Ann, was entered without signal; its address."""
    match = sit_down(phone, pub)
    form_at_hand(phone)
    phone.context.set_offline(True)
    open_form(phone, "Ann")
    fill_hand(phone, 1, 37)
    save(phone)
    expect_counted(phone, 37, 0)
    return match


def test_a_round_saved_as_the_page_is_left_is_kept_and_stored_once(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    for number, (pips, total) in enumerate(((37, 37), (12, 49)), 1):
        open_round(phone, match)
        fill_hand(phone, 1, pips)
        tap_and_leave(phone, SAVE)
        phone.goto(match)
        expect_totals(phone, total, 0)
        assert [event.round for event in state(pub, match).events] == list(range(1, number + 1))
    nothing_waits(phone)


def test_plays_tapped_as_the_page_is_left_without_signal_wait_in_their_order(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub, "fives_250")
    expect(phone.locator("#badge")).to_have_text("live")
    phone.context.set_offline(True)
    for key, *totals in ((FIVE, 5, 0), (TEN, 5, 10)):
        phone.locator(key).tap()
        expect_counted(phone, *totals)
    tap_and_leave(phone, FIVE)
    phone.context.set_offline(False)
    phone.goto(match)
    expect_totals(phone, 10, 10)
    nothing_waits(phone)


def test_a_round_saved_behind_another_without_signal_as_the_page_is_left_is_the_next(
    phone: Page, pub: ServerProcess
) -> None:
    match = one_round_waits(phone, pub)
    open_form(phone, "Bob")
    fill_hand(phone, 0, 12)
    tap_and_leave(phone, SAVE)
    phone.context.set_offline(False)
    phone.goto(match)
    expect_totals(phone, 37, 12)
    nothing_waits(phone)
    assert [event.round for event in state(pub, match).events] == [1, 2]


def test_undo_of_what_is_not_known_yet_is_kept_where_the_page_is_left_as_it_shows(
    phone: Page, way: FaultyWay
) -> None:
    match = sit_down(phone, way, "fives_250")
    phone.locator(FIVE).tap()
    expect_totals(phone, 5, 0)
    way.fates = ["cut after the commit"] * 30
    phone.locator(TEN).tap()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.evaluate(LEAVE_ONCE_SHOWN, "about:blank")
    phone.wait_for_url("about:blank")
    way.fates = []
    phone.goto(match)
    expect_totals(phone, 5, 0)
    nothing_waits(phone)
    expect_totals(phone, 5, 0)


def test_a_tap_that_was_written_down_just_as_the_page_was_left_is_not_taken_twice(
    phone: Page, pub: ServerProcess
) -> None:
    match = one_round_waits(phone, pub)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.evaluate(STILL_HELD)
    phone.goto("about:blank")
    phone.context.set_offline(False)
    phone.goto(match)
    expect_totals(phone, 37, 0)
    nothing_waits(phone)
    expect(phone.locator("#outbox .refused")).to_have_count(0)
    assert [event.round for event in state(pub, match).events] == [1]
    assert "tapped" not in phone.evaluate("JSON.stringify(localStorage)")
