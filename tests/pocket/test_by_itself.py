"""A phone brings itself up to date without a tap; a match goes home by its QR code."""

import io
from collections.abc import Callable
from contextlib import closing

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import MATCH, end_round, expect_totals, go, sit_down
from tests.pocket.copying import copy_a_club
from tests.pocket.phone import START, Phone
from tests.serving import ServerProcess

pytestmark = [pytest.mark.usefixtures("built"), pytest.mark.long]


def entries_at(server: ServerProcess) -> list[int]:
    """How many entries each match of the club has there."""
    with closing(open_store(server.database)) as db:
        (club,) = clubs(db)
        states = [load_match(db, club.id, match.id) for match in matches(db, club.id)]
    return sorted(len(state.events) for state in states if state)


def test_it_goes_both_ways_without_a_tap(new_phone: Callable[[], Phone], server: ServerProcess) -> None:
    phone = new_phone()
    copy_a_club(phone, server)
    go(phone.app, "Club")
    phone.app.get_by_role("link", name="Bring this phone and the club up to date").tap()
    phone.app.get_by_label("By itself, whenever the club is in reach").check()
    go(phone.app, "Tonight")
    expect(phone.app.locator("#synced")).to_contain_text("Brought up to date", timeout=START)
    phone.cut()
    sit_down(phone.app, "English pub Block", "Ann", "Bob")
    end_round(phone.app, "Ann", {"Bob": 9})
    assert entries_at(server) == []
    phone.cut(off=False)
    match = phone.app.url.partition("/pocket/app")[2].partition("?")[0]
    beside = phone.context.new_page()
    for _ in range(30):
        beside.wait_for_timeout(1000)
        if entries_at(server):
            break
    assert entries_at(server) == [1]
    beside.goto(f"{server.url}{match}")
    expect_totals(beside, 1, 0)
    end_round(beside, "Bob", {"Ann": 4})  # at the club
    phone.cut()
    phone.cut(off=False)
    expect_totals(phone.app, 1, 1)
    phone.cut()
    end_round(phone.app, "Ann", {"Bob": 3})
    server.kill()
    phone.cut(off=False)
    server.start()
    phone.cut()
    phone.cut(off=False)
    for _ in range(30):
        beside.wait_for_timeout(1000)
        if entries_at(server) == [3]:
            break
    assert entries_at(server) == [3]


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
