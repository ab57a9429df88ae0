"""The QR codes, scanned from screenshots: each holds the link it stands for."""

import io
from collections.abc import Callable

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.phone import shot
from tests.browser.table import club_of, sit_down
from tests.serving import ServerProcess

TV = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}
DRAWN = "code => code.decode()"


def scanned(page: Page) -> list[str]:
    """What a scanner reads from the QR codes on the screen.

    Only QR codes count: the scanner sometimes takes a few of their squares for a bar code.
    """
    page.locator("img:visible").evaluate(DRAWN)
    with Image.open(io.BytesIO(page.screenshot())) as screen:
        return [code.text for code in zxingcpp.read_barcodes(screen.convert("L"), formats=zxingcpp.QRCode)]


def test_each_code_on_a_screen_is_the_link_that_stands_there(
    new_phone: Callable[..., Page], phone: Page, pub: ServerProcess
) -> None:
    """And who scans the television watches the match."""
    match = sit_down(phone, pub)
    club = club_of(phone)
    for role in ("watch", "score", "manage"):
        phone.goto(f"{club}settings")
        card = phone.locator("section.card", has=phone.get_by_role("heading", name=f"{role.title()} link"))
        card.locator("summary").click()
        card.locator("img").scroll_into_view_if_needed()
        assert scanned(phone) == [card.locator(".secret").text_content()], role
        shot(phone, f"code-{role}", "dark")
    phone.goto(f"{match}/code")
    link = str(phone.locator(".secret").text_content())
    for scheme in ("dark", "light"):
        phone.emulate_media(color_scheme=scheme)
        assert scanned(phone) == [link], scheme
    television = new_phone(**TV)
    for screen, shown in ((f"{match}/tv", link), (f"{club}tv", club)):
        television.goto(screen)
        assert scanned(television) == [shown]
    television.goto(link)
    assert television.url == match
    expect(television.locator(".board")).to_contain_text("Ann")
