"""While the server starts again from a copy, the page that says so waits until the new one answers."""

import os
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.store.engine.backup import back_up
from tests.browser.phone import open_club
from tests.serving import ServerProcess
from tests.web.operate.hosted import SECRET

# What a page has had to ask the server for, which may be gone.
FETCHED = """() => performance.getEntriesByType("resource").filter(
  (each) => each.transferSize && ["script", "link"].includes(each.initiatorType)).map(({ name }) => name)"""


@pytest.mark.usefixtures("faulty_network")
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
