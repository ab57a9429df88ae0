"""In read-only mode open pages say so, and rounds stay on the phone until it is over."""

from contextlib import closing
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from scorekeeper.services.clubs.hosting import begin_read_only, end_read_only
from scorekeeper.store import open_store
from tests.browser.phone import Complaints
from tests.browser.table import enter_round, expect_totals, fill_hand, open_round, save, sit_down
from tests.serving import ServerProcess

WORDS = "Back at nine."


def test_a_round_waits_on_the_phone_until_read_only_mode_ends(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 503")
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    club = match.split("/c/")[1].split("/")[0]
    open_round(phone, match)
    with closing(open_store(pub.database)) as db:
        begin_read_only(db, WORDS, datetime.now(UTC), club)
        fill_hand(phone, 1, 5)
        save(phone)
        expect(phone.locator("#waiting")).to_contain_text(WORDS)
        phone.goto(match)
        expect(phone.locator("#read-only")).to_have_text(WORDS)
        end_read_only(db, club)
    expect(phone.locator("#read-only")).to_be_hidden()
    expect_totals(phone, 42, 0)
