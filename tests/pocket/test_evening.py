"""An evening in the pocket, offline from the first tap; the browser's own buttons; a phone that is full."""

import re

from playwright.sync_api import expect

from tests.browser.evening import MATCH, end_round, enter_hands, expect_totals, go, open_round, sit_down, undo
from tests.pocket.phone import Phone

FOUR = ("Ann", "Bob", "Cy", "Di")
FULL = """() => {
  const files = FileSystemSyncAccessHandle.prototype;
  self.write = files.write;
  files.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.write; }"


def test_evening_with_the_network_cut(phone: Phone) -> None:
    phone.cut()
    phone.open_club()
    app = phone.app
    sit_down(app, "English pub Block", *FOUR, pairs=True)
    end_round(app, "Ann", {"Bob": 9, "Cy": 4, "Di": 12})
    end_round(app, None, {"Ann": 9, "Bob": 4, "Cy": 8, "Di": 12})
    expect_totals(app, 1, 1)
    undo(app)
    expect_totals(app, 1, 0)
    match = app.url
    expect(phone.shell).to_have_url(re.compile(r"/pocket/#/c/.+/matches/"))
    go(app, "Players")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    go(app, "Table")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    phone.shell.go_forward()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    app.wait_for_url("**/players**")
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")
    phone.shell.goto(match)  # a link to a page of the app, opened at the top
    phone.wait_for_the_app()
    assert phone.app.url == match
    expect_totals(phone.app, 1, 0)
    assert not phone.errors


def test_a_full_phone_is_called_full(phone: Phone) -> None:
    """And what it could not save is saved once there is room."""
    app = phone.app
    expect(app.get_by_text("This browser may delete the scores")).to_be_visible()  # before a name is typed
    phone.open_club()
    sit_down(app, "English pub Block", "Ann", "Bob", target=1)
    (disk,) = phone.shell.workers
    disk.evaluate(FULL)
    open_round(app, "Ann")
    enter_hands(app, {"Bob": 9})
    app.get_by_role("button", name="Save", exact=True).tap()
    expect(app.locator("#room")).to_contain_text("This phone is full")
    expect(app.locator("#said")).to_contain_text("This phone is full")
    app.wait_for_timeout(1500)  # after which a page says of what waits that it is kept
    expect(app.locator("#said")).to_contain_text("This phone is full")
    disk.evaluate(ROOM)
    app.get_by_role("button", name="Try now").tap()
    expect(app.locator("#badge")).not_to_contain_text("waiting")
    app.wait_for_url(MATCH)  # by itself
    expect(app.locator("#slip")).to_contain_text("Ann")
    expect(app.locator("#room")).to_contain_text("keep its file now")
