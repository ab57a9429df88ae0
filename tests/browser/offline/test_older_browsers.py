"""A feature that a browser lacks, or a fault in our scripts, is never reported as a missing signal."""

from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.phone import Complaints
from tests.browser.table import club_of, fill_hand, from_menu, open_round, save, sit_down, start
from tests.serving import ServerProcess

# Newer than the oldest browsers of docs/browsers.md: Safari 15, Chrome 80 to 102.
LACKING = """
delete AbortSignal.timeout;
delete HTMLFormElement.prototype.requestSubmit;
delete SubmitEvent.prototype.submitter;
delete Element.prototype.replaceChildren;
delete Crypto.prototype.randomUUID;
"""
FAULT_OF_OURS = """
const real = window.fetch;
window.fetch = (...all) => { if (window.planted) throw new TypeError("planted"); return real(...all); };
"""


def test_everything_is_sent_without_newer_browser_features(phone: Page, pub: ServerProcess) -> None:
    phone.add_init_script(LACKING)
    match = sit_down(phone, pub)
    expect(phone.locator("#badge")).to_have_text("live")
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    save(phone)
    phone.wait_for_url(match)
    expect_totals(phone, 37, 0)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
    from_menu(phone, "Abandon match")
    phone.get_by_role("button", name="Abandon match").click()
    expect(phone.locator(".verdict")).to_contain_text("Abandoned")
    nothing_waits(phone)
    start(phone, club_of(phone), "fives_250", "Ann", "Bob")
    phone.get_by_role("button", name="15 for Ann").click()
    phone.get_by_role("button", name="10 for Bob").click()
    expect_totals(phone, 15, 10)


def test_a_fault_of_our_own_is_not_called_a_missing_signal(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("planted")
    phone.add_init_script(FAULT_OF_OURS)
    match = sit_down(phone, pub, "fives_250")
    phone.get_by_role("button", name="5 for Bob", exact=True).click()
    expect_totals(phone, 0, 5)
    phone.evaluate("window.planted = true")
    with phone.expect_event("pageerror"):
        phone.get_by_role("button", name="Undo").click()
    phone.wait_for_timeout(3000)
    words = phone.locator("body").inner_text().lower()
    assert "no signal" not in words
    assert "offline" not in words
    phone.evaluate("window.planted = false")
    expect_totals(phone, 0, 0)
    assert len(state(pub, match).events) == 2
    from_menu(phone, "Abandon match")
    phone.evaluate("window.planted = true")
    with phone.expect_event("pageerror"):
        phone.get_by_role("button", name="Abandon match").click()
    expect(phone.get_by_role("alert")).to_have_count(0)
