"""The outbox when the club refuses, the phone cannot store, or the server was restored from a backup."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.phone import Complaints
from tests.browser.table import (
    club_of,
    enter_round,
    expect_counted,
    fill_hand,
    open_round,
    save,
    sit_down,
    start,
    without_signal,
)
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")

REFUSED = "Object.defineProperty(window, 'indexedDB', {value: {open() { throw new Error('refused'); }}})"
FULL = """
const full = function () { throw new DOMException("full", "QuotaExceededError"); };
IDBObjectStore.prototype.put = full;
IDBObjectStore.prototype.add = full;
"""
# A storage that fails once, or for a moment after the first entry.
FAILS_ONCE = """() => {
  const whole = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = () => {
    IDBObjectStore.prototype.delete = whole;
    throw new Error('no storage now');
  };
}"""
FAILS_A_MOMENT = """() => {
  const { put, getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...entry) {
    const until = Date.now() + 500;
    IDBObjectStore.prototype.put = put;
    IDBObjectStore.prototype.getAll = function () {
      if (Date.now() < until) throw new Error('no storage now');
      return getAll.call(this);
    };
    return put.apply(this, entry);
  };
}"""


def test_after_a_refusal_what_is_behind_it_waits_for_a_decision(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    open_round(phone, match)
    without_signal(phone, 200, 7, 8)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    phone.context.set_offline(False)
    expect(phone.locator("#outbox .refused")).to_contain_text("Not saved")
    expect(phone.locator("#outbox .refused")).to_contain_text("Ann v Bob · Round 1")
    phone.evaluate("window.dispatchEvent(new Event('online'))")  # the next try
    phone.wait_for_timeout(1000)
    assert len([url for url in sent if url.endswith("/rounds")]) == 1
    assert waiting(phone) == 3
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Open it again").click()
    expect(phone.get_by_role("alert")).to_contain_text("No signal: nothing was changed")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Discard").click()
    expect_totals(phone, 15, 0)
    assert [event.round for event in state(pub, match).events] == [1, 2]


def test_a_refused_round_that_is_opened_once_it_can_be_is_saved_and_waits_no_longer(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub, target=900)
    open_round(phone, match)
    without_signal(phone, 200, 7)
    phone.context.set_offline(False)
    expect(phone.locator("#outbox .refused")).to_contain_text("Not saved")
    other = phone.context.new_page()
    other.goto(f"{match}/change")
    other.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    other.locator("[name=set]").select_option("9")
    other.get_by_role("button", name="Save changes").tap()
    other.wait_for_url(match)
    other.close()
    phone.get_by_role("button", name="Open it again").tap()
    expect_totals(phone, 207, 0)
    nothing_waits(phone)
    expect(phone.locator("#outbox .refused")).to_have_count(0)


def test_what_is_discarded_while_another_page_sends_it_is_not_sent_again(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub, "fives_250")
    other = phone.context.new_page()
    other.goto(match)
    held: list[Route] = []

    def wait_for_one() -> Route:
        while not held:
            phone.wait_for_timeout(50)
        return held.pop()

    phone.route("**/plays/keys", lambda route: held.append(route))
    phone.get_by_role("button", name="5 for Ann", exact=True).tap()
    wait_for_one().abort()
    expect(other.locator("#badge")).to_contain_text("1 waiting")
    sent = wait_for_one()
    other.locator("#waiting summary").first.tap()
    other.get_by_role("button", name="Discard").tap()
    expect(other.locator("#badge")).to_have_text("live")
    sent.abort()
    phone.unroute("**/plays/keys")
    phone.wait_for_timeout(5000)
    assert (waiting(phone), len(state(pub, match).events)) == (0, 0)


def test_a_tap_behind_one_that_the_storage_failed_is_kept(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("no storage now")
    sit_down(phone, pub, "fives_250")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="5 for Ann", exact=True).tap()
    expect_counted(phone, 5, 0)
    phone.evaluate(FAILS_ONCE)
    with phone.expect_event("pageerror"):
        phone.get_by_role("button", name="Undo").tap()
    phone.get_by_role("button", name="10 for Bob", exact=True).tap()
    expect_counted(phone, 5, 10)
    phone.context.set_offline(False)
    expect_totals(phone, 5, 10)


def test_what_was_kept_as_the_storage_failed_is_sent_all_the_same(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("no storage now")
    sit_down(phone, pub, "fives_250")
    phone.evaluate(FAILS_A_MOMENT)
    phone.get_by_role("button", name="5 for Ann", exact=True).tap()
    expect_totals(phone, 5, 0)
    nothing_waits(phone)


@pytest.mark.parametrize("storage", [REFUSED, FULL], ids=["refused", "full"])
def test_a_phone_without_storage_says_so_and_loses_nothing(
    phone: Page, pub: ServerProcess, storage: str
) -> None:
    match = sit_down(phone, pub)
    phone.add_init_script(storage)
    open_round(phone, match)
    expect(phone.get_by_role("alert")).to_contain_text("This phone cannot keep entries")
    fill_hand(phone, 1, 37)
    phone.context.set_offline(True)
    save(phone)
    expect(phone.locator("#notice")).to_contain_text("Not known yet whether it was saved")
    expect(phone.locator("input[name=pips_1]")).to_have_value("37")
    phone.context.set_offline(False)
    save(phone)
    phone.wait_for_url(match)
    expect_totals(phone, 37, 0)
    assert len(state(pub, match).events) == 1


def copied(server: ServerProcess) -> Callable[[], None]:
    """Copy the database now; the answer puts this copy in its place, with the server off meanwhile."""
    copy = server.database.with_suffix(".copy")
    with closing(sqlite3.connect(server.database)) as of, closing(sqlite3.connect(copy)) as into:
        of.backup(into)

    def put_back() -> None:
        server.kill()
        for name in ("-wal", "-shm"):
            server.database.with_name(server.database.name + name).unlink(missing_ok=True)
        shutil.copy(copy, server.database)
        server.start()

    return put_back


# The club's answer to round 4 arrives after the phone has found out that the club was restored.
LATE_ANSWER = """
  const sent = window.fetch;
  let late = true;
  window.fetch = async (address, options) => {
    const answer = await sent(address, options);
    if (late && new URLSearchParams(options?.body).get('round') === '4') {
      late = false;
      await new Promise((done) => setTimeout(done, 3000));
    }
    return answer;
  };
"""


@pytest.mark.parametrize(
    "on_the_way", ["", pytest.param(LATE_ANSWER, marks=pytest.mark.long)], ids=["at_once", "answered_late"]
)
def test_a_server_restored_from_a_backup_gets_back_what_the_phone_knows(
    phone: Page, server: ServerProcess, on_the_way: str
) -> None:
    phone.clock.install(time=datetime.now() + timedelta(days=1))
    match = sit_down(phone, server)
    enter_round(phone, match, 11)
    put_back = copied(server)
    enter_round(phone, match, 12)
    phone.clock.set_system_time(datetime.now())  # a clock that is put right changes nothing
    enter_round(phone, match, 13)
    expect_totals(phone, 36, 0)
    open_round(phone, match)
    fill_hand(phone, 1, 14)
    server.kill()
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.goto("about:blank")  # else the page may go to the match by itself at the moment that it is asked to
    put_back()
    phone.add_init_script(on_the_way)
    phone.goto(match)
    expect_totals(phone, 50, 0)
    expect(phone.locator("#badge")).to_have_text("live")
    assert [event.round for event in state(server, match).events] == [1, 2, 3, 4]
    phone.goto(match)
    phone.wait_for_timeout(3000)
    assert len(state(server, match).events) == 4
    assert club_of(phone)


def test_an_open_form_of_a_restored_match_gives_back_what_the_phone_knows(
    phone: Page, server: ServerProcess
) -> None:
    match = sit_down(phone, server)
    enter_round(phone, match, 11)
    put_back = copied(server)
    enter_round(phone, match, 12)
    phone.goto("about:blank")
    put_back()
    open_round(phone, match)
    fill_hand(phone, 1, 13)
    save(phone)
    phone.wait_for_url(match)
    expect_totals(phone, 36, 0)
    assert [event.round for event in state(server, match).events] == [1, 2, 3]


def test_what_a_restored_server_has_lost_is_told_where_another_phone_has_taken_its_number(
    new_phone: Callable[..., Page], server: ServerProcess
) -> None:
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, server, "fives_250")
    other.context.add_cookies(phone.context.cookies())
    phone.get_by_role("button", name="5 for Ann", exact=True).tap()
    expect_totals(phone, 5, 0)
    put_back = copied(server)
    phone.get_by_role("button", name="10 for Ann", exact=True).tap()
    expect_totals(phone, 15, 0)
    enter_round(phone, match, 11)
    expect_totals(phone, 25, 0)
    phone.goto("about:blank")
    put_back()
    enter_round(other, match, 22)
    enter_round(other, match, 20)
    phone.goto(match)
    card = phone.locator("#outbox")
    expect(card).to_contain_text("Phone 1 has entered round 1 already.")
    expect(card).to_contain_text("What you entered: 10 for Ann")
    assert waiting(phone) == 2


def test_many_waiting_rounds_are_one_line_and_leave_the_form_in_place(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    open_round(phone, match)
    without_signal(phone, 1, 1, 1)
    expect(phone.get_by_text("3 waiting since")).to_be_visible()
    expect(phone.get_by_text("Show as text")).to_have_count(3)
    assert phone.locator("#round").evaluate("form => form.getBoundingClientRect().top") < 250


def test_rounds_waiting_for_another_match_are_a_line_with_its_name(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    phone.route("**/rounds", lambda route: route.abort())
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    start(phone, club_of(phone), "draw_100", "Cy", "Di")
    line = phone.locator("#waiting")
    expect(line).to_have_text("1 waiting in Ann v Bob")
    expect(line.get_by_role("link")).to_have_attribute("href", re.compile(match.split("/")[-1]))
    expect(line.get_by_role("button")).to_have_count(0)
    expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.locator(".counted")).to_have_count(0)
