"""What stands beside the matches: the night in one picture, the voice, QR codes, the privacy pages."""

import io
from collections.abc import Callable

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.app import create_app
from tests.browser.evening import end_round, expect_totals, undo
from tests.browser.live.test_displays import TV
from tests.browser.phone import (
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    come_in,
    shot,
)
from tests.browser.table import club_of, sit_down, start
from tests.serving import ServerProcess, until
from tests.web.cast import open_pub
from tests.web.secretary import enter_players, league


def test_the_night_is_shared_as_a_picture(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    phone = new_phone(viewport={"width": 320, "height": 640}, service_workers="block")
    come_in(phone, pub)
    home = phone.url
    start(
        phone, club_of(phone), "draw_100", "Llanfairpwllgwyngyllgogerychwy", "Bartholomew Featherstonehaugh"
    )
    end_round(phone, out="Llanfairpwllgwyngyllgogerychwy", pips={"Bartholomew Featherstonehaugh": 100})
    expect(phone.locator("#slip")).to_be_visible()
    phone.goto(home)
    phone.get_by_role("link", name="Tonight in one picture").tap()
    expect(phone.get_by_role("article", name="The night")).to_contain_text("1 of 1")
    phone.get_by_text("As a table").tap()
    assert_no_sideways_scroll(phone)
    assert_accessible(phone)
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Share picture").tap()
    assert saved.value.suggested_filename == "result.png"


LISTEN = """window.heard = JSON.parse(sessionStorage.getItem("heard") ?? "[]");
speechSynthesis.speak = said => {
  heard.push(said.text);
  sessionStorage.setItem("heard", JSON.stringify(heard));
}"""


def test_only_new_totals_are_called_and_what_is_needed_near_the_end(phone: Page, pub: ServerProcess) -> None:
    phone.add_init_script(LISTEN)
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    end_round(phone, out="Ann", pips={"Bob": 12})
    expect_totals(phone, 12, 0)
    assert phone.evaluate("heard") == [], "off until somebody asks for it"
    phone.locator("#menu summary").tap()
    phone.get_by_role("button", name="Call the score").tap()
    phone.locator("#menu summary").tap()
    assert phone.evaluate("heard") == ["Ann 12. Bob 0"]
    end_round(phone, out="Bob", pips={"Ann": 90})
    until(lambda: phone.evaluate("heard.slice(1)") == ["Bob 90, needs 10"])
    undo(phone)
    until(lambda: phone.evaluate("heard.slice(2)") == ["Bob 0"])
    end_round(phone, out="Ann", pips={"Bob": 95})
    expect(phone.locator("#slip")).to_be_visible()
    until(lambda: phone.evaluate("heard.slice(3)") == ["Ann won 107 to 0"])


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


def test_the_privacy_pages_pass_on_a_phone(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub)
    club = club_of(phone)
    for address in (f"{pub.url}/privacy", f"{club}data"):
        phone.goto(address)
        assert_it_fits(phone)
        assert_accessible(phone)
    phone.get_by_label("Type the club’s name").fill("The Crown")
    phone.get_by_role("button", name="Delete the club").tap()
    phone.get_by_role("heading", name="The Crown is deleted").wait_for()
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Restore club").tap()
    phone.wait_for_url("**/c/*/")


def test_of_many_names_the_last_to_play_are_offered_and_the_others_one_tap_away(
    phone: Page, pub: ServerProcess
) -> None:
    club = open_pub(create_app({"DATABASE": pub.database}), "The Crown")
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"]
    enter_players(club, league(club, "singles", name="Singles"), *names)
    phone.goto(pub.url + club.link("score"))
    phone.goto(f"{pub.url}{club.home}matches/new?game=draw_100")
    assert phone.get_by_role("group", name="Tap who plays").get_by_role("button").count() == 12
    seat = phone.get_by_role("combobox", name="Seat 1", exact=True)
    expect(seat).to_be_in_viewport()
    phone.get_by_text("More names").tap()
    phone.get_by_role("button", name="Player W").tap()
    expect(seat).to_have_value("Player W")
    assert_it_fits(phone)
    assert_accessible(phone)
