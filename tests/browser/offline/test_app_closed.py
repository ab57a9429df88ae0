"""A kept round goes out with the app closed, where the browser has background sync."""

from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import until
from tests.browser.offline.test_offline import kept
from tests.browser.offline.test_outbox import state, waiting
from tests.browser.phone import Complaints
from tests.browser.table import expect_totals, fill_hand, open_round, save, sit_down
from tests.serving import ServerProcess


def test_the_worker_sends_what_waits(phone: Page, server: ServerProcess, complaints: Complaints) -> None:
    complaints.expect("net::|Failed to load|ERR_|status of|Failed to fetch")
    match = sit_down(phone, server)
    kept(phone)
    browser = phone.context.new_cdp_session(phone)
    known: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: known.extend(each["registrationId"] for each in said["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    server.kill()
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    assert waiting(phone) == 1
    phone.goto("about:blank")
    server.start()
    assert not state(server, match).events
    asked = {"origin": server.url, "registrationId": known[-1], "tag": "outbox", "lastChance": False}
    browser.send("ServiceWorker.dispatchSyncEvent", asked)
    until(lambda: len(state(server, match).events) == 1)
    phone.goto(match)
    expect_totals(phone, 37, 0)
    assert waiting(phone) == 0
