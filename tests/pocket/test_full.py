"""A phone that is full says so, and what it could not save is saved once there is room."""

from playwright.sync_api import expect

from tests.browser.evening import MATCH, enter_hands, open_round, sit_down
from tests.pocket.phone import Phone

FULL = """() => {
  const files = FileSystemSyncAccessHandle.prototype;
  self.write = files.write;
  files.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.write; }"


def test_a_full_phone_is_called_full(phone: Phone) -> None:
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
