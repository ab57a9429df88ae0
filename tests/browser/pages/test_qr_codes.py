"""The QR codes, scanned from screenshots: each holds the link it stands for."""

import io
from collections.abc import Callable

import pytest
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


@pytest.fixture
def match(phone: Page, pub: ServerProcess) -> str:
    return sit_down(phone, pub)


@pytest.fixture
def link(phone: Page, match: str) -> str:
    """The link to watch the match, as it stands below its code."""
    phone.goto(f"{match}/code")
    return str(phone.locator(".secret").text_content())


def test_the_full_screen_code_is_the_link_in_dark_and_light(phone: Page, link: str) -> None:
    for scheme in ("dark", "light"):
        phone.emulate_media(color_scheme=scheme)
        assert scanned(phone) == [link], scheme


def test_who_scans_the_television_watches_the_match(
    new_phone: Callable[..., Page], match: str, link: str
) -> None:
    television, guest = new_phone(**TV), new_phone()
    television.goto(f"{match}/tv")
    assert scanned(television) == [link]
    guest.goto(link)
    assert guest.url == match
    expect(guest.locator(".board")).to_contain_text("Ann")


@pytest.mark.usefixtures("match")
def test_the_clubs_television_shows_the_clubs_own_address(
    new_phone: Callable[..., Page], phone: Page
) -> None:
    television = new_phone(**TV)
    television.goto(f"{club_of(phone)}tv")
    assert scanned(television) == [club_of(phone)]


@pytest.mark.usefixtures("match")
def test_the_code_of_each_of_the_clubs_links_is_that_link(phone: Page) -> None:
    for role in ("watch", "score", "manage"):
        phone.goto(f"{club_of(phone)}settings")
        card = phone.locator("section.card", has=phone.get_by_role("heading", name=f"{role.title()} link"))
        card.locator("summary").click()
        card.locator("img").scroll_into_view_if_needed()
        assert scanned(phone) == [card.locator(".secret").text_content()], role
        shot(phone, f"code-{role}", "dark")
