"""Rounds that wait on the phone for long, since a browser may delete the storage of a page not visited."""

from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import Complaints
from tests.browser.table import expect_totals, fill_hand, open_round, save, sit_down
from tests.serving import ServerProcess

ASKED = """() => {
  window.asked = 0;
  navigator.storage.persist = async () => { window.asked += 1; return true; };
}"""


def test_a_waiting_round_asks_for_persistent_storage_and_can_be_read_off_after_a_day(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("net::|Failed to load|ERR_")
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
    expect(outbox).to_contain_text("It has been waiting for more than a day: copy it from below, to be safe.")
    outbox.get_by_text("1 waiting since").tap()
    outbox.get_by_text("Show as text").tap()
    kept = phone.get_by_label("This entry as text")
    assert "pips_1=37" in kept.input_value()


def test_on_a_slow_way_what_waits_is_counted_down(phone: Page, pub: ServerProcess) -> None:
    with faulty_way(pub) as way:
        sit_down(phone, way, "fives_250")
        way.delay = 0.7
        for points in (5, 10, 15):
            phone.get_by_role("button", name=f"{points} for Ann", exact=True).click()
        for words in ("3 waiting", "2 waiting", "1 waiting", "live"):
            expect(phone.locator("#badge")).to_have_text(words)
        expect_totals(phone, 30, 0)
