"""A match goes home by its QR code: read off the pocket's screen, added by another phone, once."""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.evening import MATCH, end_round, expect_totals, sit_down
from tests.pocket.copying import copy_a_club
from tests.pocket.phone import Phone
from tests.serving import ServerProcess

pytestmark = [pytest.mark.usefixtures("built"), pytest.mark.long]


def scanned(page: Page) -> str:
    """What another phone's camera reads off this screen."""
    page.frames[-1].locator("img.qr").evaluate("code => code.decode()")
    with Image.open(io.BytesIO(page.screenshot())) as screen:
        (code,) = zxingcpp.read_barcodes(screen.convert("L"), formats=zxingcpp.QRCode)
        return code.text


def test_match_is_scanned_off_the_pocket_and_added_once(
    new_phone: Callable[[], Phone], server: ServerProcess
) -> None:
    phone = new_phone()
    home = copy_a_club(phone, server)
    phone.cut()
    sit_down(phone.app, "English pub Block", "Ann", "Bob")
    end_round(phone.app, "Bob", {"Ann": 4})
    expect_totals(phone.app, 0, 1)
    phone.app.get_by_role("link", name="QR code to take this match to the club").tap()
    phone.app.wait_for_url("**/code")
    expect(phone.app.locator("img.qr")).to_be_visible()
    address = scanned(phone.shell)
    phone.cut(off=False)
    beside = phone.context.new_page()  # any phone that scores for the club
    for says in ("The match is with the club now.", "The match was here already, as it is."):
        beside.goto("about:blank")
        beside.goto(address)
        expect(beside.get_by_role("heading", name="A match from another phone")).to_be_visible()
        beside.get_by_role("button", name="Add it to the club").tap()
        expect(beside.get_by_text(says)).to_be_visible()
        beside.wait_for_timeout(1000)  # no double tap
    beside.get_by_role("link", name="The match as the club has it").tap()
    beside.wait_for_url(MATCH)
    expect_totals(beside, 0, 1)
    added = beside.url.rpartition("/")[2]
    beside.goto(home)
    expect(beside.locator(f"a[href*='{added}']")).to_have_count(1)
    assert not phone.errors
    beside.goto(address[:-9] + ("B" if address[-9] == "A" else "A") + address[-8:])
    beside.get_by_role("button", name="Add it to the club").tap()
    expect(beside.get_by_role("alert")).to_contain_text("This code is damaged")
