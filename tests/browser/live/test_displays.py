"""The television over the bar, and the phone that lies flat on the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.phone import (
    Complaints,
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    box,
    come_in,
    shot,
)
from tests.browser.table import (
    club_of,
    enter_round,
    fill_hand,
    from_menu,
    link_of,
    open_round,
    save,
    sit_down,
    start,
)
from tests.serving import ServerProcess

TV = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}
LINES = """element => {
  const words = document.createRange();
  words.selectNodeContents(element);
  return new Set([...words.getClientRects()].map(box => Math.round(box.bottom))).size;
}"""
HEIGHT = "element => parseFloat(getComputedStyle(element).fontSize) / innerHeight"

# How far the display's text and the QR code overlap, in CSS pixels of width and height.
UNDER_THE_CODE = """element => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const code = document.querySelector('.code').getBoundingClientRect();
  return [...words.getClientRects()].filter(box =>
    box.right > code.left && box.left < code.right && box.bottom > code.top && box.top < code.bottom).length;
}"""


def test_two_phones_and_a_television_look_at_one_match(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    first, second, television = new_phone(), new_phone(), new_phone(**TV)
    match = sit_down(first, pub)
    club = club_of(first)
    second.goto(link_of(first, "score"))
    second.goto(match)
    television.goto(f"{match}/tv")
    enter_round(first, match, 37)
    expect(television.locator(".tv-total")).to_have_text(["37", "0"])
    expect_totals(second, 37, 0)
    enter_round(second, match, 12, out=1, seat=0)
    expect(television.locator(".tv-total")).to_have_text(["37", "12"])
    expect_totals(first, 37, 12)
    assert_accessible(television, "dark")
    shot(television, "tv", "dark")
    television.goto(f"{club}tv")
    expect(television.locator(".tv-score")).to_have_text(["37", "12"])
    television.locator(".tv-one bdi").first.evaluate(
        "bdi => { bdi.textContent = 'Llanfairpwllgwyngyllgogerychwy'; }"
    )
    assert television.locator(".tv-score").first.evaluate(LINES) == 1
    television.reload()
    assert_accessible(television, "dark")
    shot(television, "tv-club", "dark")
    first.goto(f"{match}/code")
    assert_accessible(first)
    assert_it_fits(first)
    shot(first, "code")


def test_a_display_can_be_read_at_four_metres_and_says_when_it_is_stale(
    new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("net::|Failed to load")
    phone, television = new_phone(), new_phone(**TV)
    match = sit_down(phone, pub)
    television.clock.install()
    television.goto(f"{match}/tv")
    assert television.locator(".tv-name").first.evaluate(HEIGHT) >= 0.04
    assert television.locator(".tv-total").first.evaluate(HEIGHT) >= 0.12
    assert_no_sideways_scroll(television)
    television.set_viewport_size({"width": 390, "height": 844})
    assert television.locator(".tv-total").first.evaluate(LINES) == 1
    assert television.locator(".tv-name bdi").first.evaluate(LINES) == 1
    expect(television.locator("#stale")).to_be_hidden()
    television.context.set_offline(True)
    television.clock.run_for(40_000)
    expect(television.locator("#stale")).to_have_text(re.compile(r"^Not updated since \d\d:\d\d$"))
    before = box(television.locator("main"))
    television.clock.run_for(600_000)
    assert box(television.locator("main")) != before


def test_on_a_phone_the_code_covers_no_word(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    phone, upright = new_phone(), new_phone()
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    upright.goto(f"{match}/tv")
    expect(upright.locator(".tv-last")).to_contain_text("37")
    expect(upright.locator(".tv-last b")).to_have_css("white-space", "nowrap")
    assert upright.locator(".tv-last").evaluate(UNDER_THE_CODE) == 0
    upright.goto(f"{club_of(phone)}tv")
    expect(upright.locator(".tv-score")).to_have_text(["37", "0"])
    assert upright.locator(".tv-boards").evaluate(UNDER_THE_CODE) == 0
    assert upright.locator(".tv-one bdi").first.evaluate(LINES) == 1
    shot(upright, "tv-phone", "dark")


def test_on_the_table_both_sides_have_their_keys_and_the_screen_stays_on(
    phone: Page, pub: ServerProcess
) -> None:
    # A browser with a window grants every page the wake lock; the headless one has to be told.
    phone.context.grant_permissions(["screen-wake-lock"])
    match = sit_down(phone, pub, "fives_250")
    from_menu(phone, "Table view (both sides)")
    phone.wait_for_url(f"{match}/table")
    assert_it_fits(phone)
    far = phone.locator(".half.far")
    assert far.evaluate("half => getComputedStyle(half).transform").startswith("matrix(-1,")
    far.get_by_role("button", name="15 for Bob").click()
    expect(far.locator(".flat-total")).to_have_text(["0", "15"])
    phone.locator(".half.near").get_by_role("button", name="10 for Ann").click()
    expect(phone.locator(".half.near .flat-total")).to_have_text(["10", "15"])
    awake = phone.locator("[data-awake]")
    expect(awake).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_text("Screen may lock").locator("visible=true")).to_have_count(0)
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "false")
    assert_accessible(phone)
    shot(phone, "flat")


REFUSED = "WakeLock.prototype.request = () => Promise.reject(new Error('low battery'))"
ABSENT = "delete Navigator.prototype.wakeLock"  # an old browser, or plain http


def test_without_a_wake_lock_the_page_says_what_to_do(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "draw_100")
    for browser in (REFUSED, ABSENT):
        phone.add_init_script(browser)
        phone.goto(f"{match}/table")
        expect(phone.get_by_text("Screen may lock").locator("visible=true")).to_have_count(1)
        phone.goto(match)
        words = phone.get_by_text("This browser cannot keep the screen on")
        expect(words).to_be_hidden()
        phone.locator("#menu summary").click()
        expect(words).to_be_visible()


PARTNERS = ("Alexandra", "Bartholomew", "Christopher", "Wilhelmina")
EVERYTHING = (
    ".half .name, .half .flat-total, .half .choice, .half button, .half .button, .seam a, .seam button"
)
UNDER_AN_EDGE = """all => all.filter(each => {
  const box = each.getBoundingClientRect();
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return each.checkVisibility() && !inside;
}).map(each => each.textContent.trim())"""


@pytest.mark.parametrize(
    ("game", "names"),
    [
        pytest.param("fives_250", ("Ann", "Bob"), marks=pytest.mark.long),
        pytest.param("fives_250", ("Ann", "Bob", "Cy"), marks=pytest.mark.long),
        pytest.param("fives_250", ("Ann", "Bob", "Cy", "Di"), marks=pytest.mark.long),
        ("block", ("Ann", "Bob", "Cy", "Di", "Edwina")),
        ("fives_250", PARTNERS),
        pytest.param("draw_100", PARTNERS, marks=pytest.mark.long),
    ],
    ids=["two", "three", "four", "five", "partners", "partners_without_keys"],
)
def test_on_a_small_table_nothing_is_under_the_edge_while_something_waits(
    new_phone: Callable[..., Page],
    pub: ServerProcess,
    complaints: Complaints,
    game: str,
    names: tuple[str, ...],
) -> None:
    complaints.expect("net::|Failed to load|ERR_|status of")
    phone = new_phone(viewport={"width": 320, "height": 640}, service_workers="block")
    match = sit_down(phone, pub, game, *names, sides="pairs" if names == PARTNERS else "singles")
    phone.context.route("**/rounds", lambda route: route.abort())
    open_round(phone, match)
    for seat in range(1, len(names)):
        fill_hand(phone, seat, 5)
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.goto(f"{match}/table")
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    for width, height in ((320, 640), (390, 664), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(EVERYTHING).evaluate_all(UNDER_AN_EDGE) == [], (width, height)
        assert_targets_big_enough(phone)
        assert all(bdi.evaluate(LINES) <= 2 for bdi in phone.locator(".flat-side bdi").all())
        assert phone.evaluate("document.documentElement.scrollHeight") == height
    near = phone.locator(".half.near")
    expect(near.get_by_role("link", name="Blocked")).to_be_visible()
    expect(near.get_by_role("link", name=f"{names[-1]} chipped out")).to_be_visible()


def test_on_its_long_side_the_table_view_keeps_totals_and_keys_on_the_screen(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    table = new_phone(viewport={"width": 844, "height": 390})
    come_in(table, pub)
    for game, names in (("fives_250", ("Ann", "Bob")), ("block", ("Ann", "Bob", "Cy", "Di", "Edwina"))):
        match = start(table, club_of(table), game, *names)
        table.goto(f"{match}/table")
        expect(table.locator(".half.near .flat-total").last).to_be_in_viewport(ratio=1)
        assert table.evaluate("document.documentElement.scrollHeight <= innerHeight")
