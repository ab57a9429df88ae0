"""A round is kept on the phone before it is sent, and arrives exactly once, however long it waits."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store import open_store
from scorekeeper.store.engine.backup import back_up
from tests.browser.evening import expect_totals
from tests.browser.phone import assert_accessible, assert_it_fits, open_club, shot
from tests.browser.phone import assert_targets_big_enough as assert_targets
from tests.browser.table import enter_round, fill_hand, link_of, open_round, save, sit_down
from tests.serving import ServerProcess
from tests.web.operate.hosted import SECRET

pytestmark = pytest.mark.usefixtures("faulty_network")

COUNT = """() => new Promise(done => {
  const open = indexedDB.open('scorekeeper');
  open.onsuccess = () => {
    const all = open.result.transaction('outbox').objectStore('outbox').count();
    all.onsuccess = () => done(all.result);
  };
})"""


def state(server: ServerProcess, match: str) -> MatchState:
    """The match as it stands on the server's disk."""
    club, _, id = match.split("/c/")[1].split("/")
    with closing(open_store(server.database)) as db:
        found = load_match(db, club, id)
    assert found is not None
    return found


def waiting(page: Page) -> int:
    """How many entries are in this phone's own database."""
    return int(page.evaluate(COUNT))


def nothing_waits(page: Page) -> None:
    """Wait until all is settled; an answer that the page shows may not have left its database yet."""
    deadline = monotonic() + 10
    while waiting(page):
        assert monotonic() < deadline, "something waits on the phone"
        page.wait_for_timeout(50)


def fill_in(phone: Page, server: ServerProcess) -> str:
    """Ann chips out of the first round and Bob holds 37, not saved yet; the match's address."""
    match = sit_down(phone, server)
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    return match


def test_a_round_entered_without_signal_survives_a_closed_tab_and_is_stored_once(
    phone: Page, pub: ServerProcess
) -> None:
    match = fill_in(phone, pub)
    phone.context.set_offline(True)
    save(phone)
    expect(phone.locator("#said")).to_have_text("Kept on this phone.")
    expect(phone.locator("#badge")).to_contain_text("1 waiting · offline since")
    expect(phone.locator("#waiting")).to_contain_text("Ann, Bob’s pips 37")
    assert waiting(phone) == 1
    assert_accessible(phone)
    assert_it_fits(phone)
    shot(phone, "waiting-round")
    context = phone.context
    phone.close()
    context.set_offline(False)
    repeated = context.new_page()
    repeated.goto(match)
    expect_totals(repeated, 37, 0)
    expect(repeated.locator("#badge")).to_have_text("live")
    nothing_waits(repeated)
    assert len(state(pub, match).events) == 1


def test_two_rounds_entered_without_signal_arrive_in_their_order(phone: Page, pub: ServerProcess) -> None:
    match = fill_in(phone, pub)
    phone.context.set_offline(True)
    save(phone)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    phone.locator("#who .choice", has_text="Bob").click()
    fill_hand(phone, 0, 12)
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("2 waiting")
    sent: list[str] = []

    def slowly(route: Route) -> None:
        sent.append(route.request.url)
        sleep(0.5)
        route.continue_()

    phone.route("**/rounds", slowly)
    phone.context.set_offline(False)
    expect_totals(phone, 37, 12)
    assert len(sent) == 2, "the page was left while a round was still on its way"
    assert [event.round for event in state(pub, match).events] == [1, 2]


def test_two_phones_enter_the_same_round_and_the_second_sees_both_values_and_decides(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub)
    second.goto(link_of(first, "score"))
    card = second.locator("#outbox .conflict")
    for number, words, total in (
        (1, "Keep theirs", 12),
        (2, "Replace it with mine", 22),
        (3, "Add mine as round 4", 44),
    ):
        open_round(second, match)
        fill_hand(second, 1, 10)
        enter_round(first, match, 12)
        save(second)
        expect(card).to_contain_text(f"has entered round {number} already")
        expect(card).to_contain_text("Saved now: Ann chipped out: 12")
        expect(card).to_contain_text("What you entered: Ann chipped out: 10")
        assert waiting(second) == 1
        if number == 1:
            assert len(state(pub, match).events) == 1
            assert_accessible(second)
            assert_targets(second)
            shot(second, "conflict")
        second.get_by_role("button", name=words).click()
        second.wait_for_url(match)
        expect_totals(second, total, 0)
        nothing_waits(second)


def test_a_tab_open_for_eight_hours_still_saves(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    phone.clock.install()
    open_round(phone, match)
    phone.clock.run_for(8 * 3600 * 1000)
    fill_hand(phone, 1, 37)
    save(phone)
    phone.clock.run_for(3000)
    phone.wait_for_url(match)
    expect_totals(phone, 37, 0)
    assert len(state(pub, match).events) == 1


# What a page has had to ask the server for, which may be gone.
FETCHED = """() => performance.getEntriesByType("resource").filter(
  (each) => each.transferSize && ["script", "link"].includes(each.initiatorType)).map(({ name }) => name)"""


def test_the_page_goes_on_once_the_new_server_answers(phone: Page, tmp_path: Path) -> None:
    secret = ["env", f"SCOREKEEPER_OPERATOR_SECRET={SECRET}"]
    with ServerProcess(tmp_path / "scorekeeper.db", under=secret) as server:
        open_club(phone, server)
        back_up(server.database, tmp_path / "backups", datetime.now(UTC) - timedelta(hours=12))
        phone.goto(f"{server.url}/operate")
        phone.get_by_label("The operator’s secret").fill(SECRET)
        phone.get_by_role("button", name="Open").tap()
        phone.get_by_role("link", name="Copies, to put back").tap()
        phone.locator("summary").tap()
        os.kill(server.pid, signal.SIGSTOP)  # its workers answer as if they took long to stop
        phone.get_by_role("button", name="Put all clubs back").tap()
        coming = phone.get_by_role("heading", name="coming back")
        expect(coming).to_be_visible()
        assert phone.evaluate(FETCHED) == []
        with phone.expect_response("**/healthz") as still:
            pass
        assert still.value.ok
        phone.wait_for_timeout(300)
        expect(coming).to_be_visible()
        server.kill()
        phone.wait_for_event("requestfailed")
        phone.wait_for_timeout(100)
        expect(coming).to_be_visible()
        server.start()
        expect(phone.get_by_role("heading", name="Operator")).to_be_visible()


ASKED = """() => {
  window.asked = 0;
  navigator.storage.persist = async () => { window.asked += 1; return true; };
}"""


def test_a_waiting_round_asks_for_persistent_storage_and_can_be_read_off_after_a_day(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    phone.clock.install()
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    phone.evaluate(ASKED)
    phone.context.set_offline(True)
    save(phone)
    outbox = phone.locator("#waiting")
    expect(outbox).to_contain_text("Kept on this phone.")
    phone.clock.run_for(5_000)
    assert phone.evaluate("asked") == 1
    expect(outbox).not_to_contain_text("more than a day")
    phone.clock.fast_forward("25:00:00")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.clock.run_for(60_000)
    expect(outbox).to_contain_text("It has waited for more than a day: copy it from below.")
    outbox.get_by_text("1 waiting since").tap()
    outbox.get_by_text("Show as text").tap()
    kept = phone.get_by_label("This entry as text")
    assert "pips_1=37" in kept.input_value()
