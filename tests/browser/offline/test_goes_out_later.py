"""What was kept goes out with the app closed, once the club may be changed, and along to its new address."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.config import secret_key
from scorekeeper.services.clubs.hosting import begin_read_only, end_read_only
from scorekeeper.services.transfer.club_file import begin_leaving, exported, forward, import_club
from scorekeeper.store import open_store
from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_offline import kept
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.phone import Complaints
from tests.browser.table import enter_round, fill_hand, open_round, save, sit_down
from tests.databases import make_database
from tests.serving import ServerProcess, until

WORDS = "Back at nine."


def test_the_worker_sends_what_waits(phone: Page, way: FaultyWay, complaints: Complaints) -> None:
    complaints.expect("net::|Failed to load|ERR_|status of|Failed to fetch")
    match = sit_down(phone, way)
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
    way.close()
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    assert waiting(phone) == 1
    phone.goto("about:blank")
    way.open()
    assert not state(way, match).events
    asked = {"origin": way.url, "registrationId": known[-1], "tag": "outbox", "lastChance": False}
    browser.send("ServiceWorker.dispatchSyncEvent", asked)
    until(lambda: len(state(way, match).events) == 1)
    phone.goto(match)
    expect_totals(phone, 37, 0)
    nothing_waits(phone)


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


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[ServerProcess]:
    """Another instance, on whose server nobody has been yet."""
    server = ServerProcess(make_database(tmp_path / "elsewhere" / "scorekeeper.db"))
    try:
        yield server.start()
    finally:
        server.kill()


def test_what_was_kept_goes_along(
    phone: Page, pub: ServerProcess, elsewhere: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of (503|410|400)")
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    club = match.split("/c/")[1].split("/")[0]
    open_round(phone, match)
    with closing(open_store(pub.database)) as db, closing(open_store(elsewhere.database)) as there:
        begin_leaving(db, secret_key(pub.database), club, datetime.now(UTC))
        fill_hand(phone, 1, 5)
        save(phone)
        expect(phone.locator("#waiting")).to_contain_text("moving to another address")
        import_club(there, exported(db, club), with_links=True)
        # Another site cannot be "localhost" and this one at a time: the same machine by its other name.
        assert forward(db, club, elsewhere.url.replace("127.0.0.1", "localhost"))
    phone.goto(match)
    phone.wait_for_url("http://localhost:**/c/**")
    phone.get_by_role("button", name="Send it").click()
    expect(phone.get_by_role("button", name="Send it")).to_be_hidden()
    phone.wait_for_load_state("networkidle")  # the next round's form is fetched beforehand
    phone.goto(match.replace(pub.url, elsewhere.url.replace("127.0.0.1", "localhost")))
    expect_totals(phone, 42, 0)
