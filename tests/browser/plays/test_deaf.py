"""What arrives under a thumb is deaf for a moment: two taps on one spot do one thing."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import EVERY
from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import assert_accessible, box
from tests.browser.plays.test_thumb import NARROW, TALL, key, spot
from tests.browser.table import sit_down
from tests.serving import ServerProcess

GAPS = (60, 300, 700, 800) if EVERY else (60, 800)  # ms between the two taps
DEAF = 900  # ms
# On a busy machine the sign would be gone before it is looked at.
KEEP_THE_SIGN = """() => {
  const later = setTimeout;
  window.setTimeout = (act, wait, ...rest) => wait === 2000 ? 0 : later(act, wait, ...rest);
}"""

UPDATED = """() => {
  window.updated = new Promise(done => document.addEventListener('page:updated', done, { once: true }));
}"""


@contextmanager
def standing_clock(page: Page) -> Iterator[datetime]:
    """The phone's clock stands, so that no tap comes late to it where the machine is busy."""
    now = datetime.now(UTC)
    page.clock.set_fixed_time(now)
    yield now
    page.clock.set_system_time(datetime.now(UTC))


def tap_twice(page: Page, control: Locator, gap: int) -> None:
    where = spot(control)
    with standing_clock(page) as now:
        page.touchscreen.tap(*where)
        page.wait_for_timeout(gap)  # in which something new may come
        page.clock.set_fixed_time(now + timedelta(milliseconds=gap))
        page.touchscreen.tap(*where)


# Once in many runs Chromium never answers a touch that falls between two pages, and the test waits for ever.
@pytest.mark.parametrize("gap", [*(pytest.param(gap, marks=pytest.mark.long) for gap in (60, 300, 700)), 800])
def test_two_taps_on_a_name_open_the_form_and_save_nothing(phone: Page, pub: ServerProcess, gap: int) -> None:
    sit_down(phone, pub, "block", "Ann", "Bob")
    expect(phone.locator("#menu .sound")).not_to_have_attribute("hidden", "")
    tap_twice(phone, phone.get_by_role("link", name="Bob"), gap)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    phone.wait_for_timeout(300)  # what a second tap had sent would be here
    assert phone.url.endswith("/rounds/new?out=1")


def test_two_taps_on_save_save_once_and_show_the_score(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "block", "Ann", "Bob", target=9)
    for number, gap in enumerate(GAPS, 1):
        phone.get_by_role("link", name="Bob").tap()
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        phone.wait_for_timeout(1000)  # the form has arrived under the thumb
        tap_twice(phone, phone.locator("#save"), gap)
        expect_totals(phone, 0, number)
        phone.wait_for_timeout(300)
        assert "/rounds/" not in phone.url
        expect_totals(phone, 0, number)
        phone.wait_for_timeout(DEAF)


def test_two_taps_on_a_tile_lay_it_once(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob", leader=0)
    phone.goto(f"{phone.url.split('?')[0]}?way=tiles")
    for gap, tile, who in ((60, "5-5", "Ann"), (300, "6-5", "Bob"), (800, "6-4", "Ann")):
        tap_twice(phone, phone.locator(f".pick[data-tile='{tile}']"), gap)
        expect(phone.locator(".last .words")).to_contain_text(f"{who} lays {tile}")
    phone.wait_for_timeout(300)
    expect(phone.locator(".layout g")).to_have_count(3)
    expect(phone.locator(".tiles .laid")).to_have_count(3)


def test_two_taps_on_a_tile_of_a_hand_put_it_in_once(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    phone.get_by_role("link", name="Ann").tap()
    phone.get_by_role("button", name="Tiles", exact=True).tap()
    tile = phone.get_by_role("checkbox", name="6 4, 10 pips")
    for gap in (60, 300) if EVERY else (60,):
        phone.wait_for_timeout(1000)  # the tiles have arrived under the thumb
        tap_twice(phone, tile.locator(".."), gap)
        expect(tile).to_be_checked()
        expect(phone.get_by_role("textbox", name="Bob")).to_have_attribute("placeholder", "10")
        phone.wait_for_timeout(1000)
        tile.locator("..").tap()
        expect(tile).not_to_be_checked()


def test_news_of_the_match_behind_a_form_silences_nothing_in_it(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    other = phone.context.new_page()
    other.goto(phone.url)
    phone.get_by_role("link", name="Ann").tap()
    phone.get_by_role("button", name="Tiles", exact=True).tap()
    phone.wait_for_timeout(1000)  # the tiles have arrived under the thumb
    with standing_clock(phone):
        phone.evaluate(UPDATED)
        other.get_by_role("link", name="Blocked").tap()
        for name in ("Ann", "Bob"):
            other.get_by_role("textbox", name=name).fill("5")
        other.locator("#save").tap()
        phone.evaluate("window.updated.then(() => 0)")
        tile = phone.get_by_role("checkbox", name="6 4, 10 pips")
        tile.locator("..").tap()
        expect(tile).to_be_checked()


def test_a_tap_beside_the_last_one_counts_at_once_however_wide_that_control_was(
    phone: Page, pub: ServerProcess
) -> None:
    """Save is as wide as the screen: a key that lies where its other end was is no second tap on it."""
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    phone.locator(".over summary").tap()
    phone.get_by_role("link", name="Bob").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    phone.get_by_role("button", name="5", exact=True).tap()
    saves = box(phone.locator("#save"))
    phone.touchscreen.tap(saves["x"] + 10, saves["y"] + 10)
    expect(phone.locator(".last .words")).to_contain_text("Bob chipped out")
    rare = key(phone, 1, 35)
    phone.touchscreen.tap(*spot(rare))
    expect_totals(phone, 0, 40)


def test_two_taps_on_round_over_ask_who(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "fives_250", "Ann", "Bob")
    for gap in (60, 800):
        tap_twice(phone, phone.locator(".over summary"), gap)
        expect(phone.get_by_role("link", name="Blocked")).to_be_visible()
        phone.goto(match)


def test_news_from_elsewhere_does_not_silence_what_has_stood_there_for_a_second(
    phone: Page, pub: ServerProcess
) -> None:
    """A rare play folds its keys away: what lay under them is back, and news does not silence it."""
    phone.set_viewport_size({"width": 320, "height": 640})
    sit_down(phone, pub, "fives_250", "Ann", "Bob", "Cy", "Di")
    phone.locator(".more summary").nth(1).tap()
    rare = phone.locator(".more").nth(1).locator("button").last
    where, points = spot(rare), int(rare.get_attribute("value") or 0)
    phone.touchscreen.tap(*where)
    expect_totals(phone, 0, points, 0, 0)
    phone.wait_for_timeout(1000)
    under = phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.ariaLabel", where)
    more, _, name = under.split()[:3]
    for news in ("page:updating", "page:updated"):
        phone.evaluate("news => document.dispatchEvent(new Event(news))", news)
    phone.touchscreen.tap(*where)
    totals = dict.fromkeys(("Ann", "Bob", "Cy", "Di"), 0) | {"Bob": points}
    totals[name] += int(more)
    expect_totals(phone, *totals.values())


@pytest.mark.parametrize("gap", GAPS)
def test_a_tap_that_is_not_taken_says_so_over_the_last_change(
    phone: Page, pub: ServerProcess, gap: int
) -> None:
    """Two taps on Undo take one play back; what tells it moves nothing and goes with the next tap."""
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    for total in (5, 10):
        phone.touchscreen.tap(*spot(key(phone, 0, 5)))
        expect_totals(phone, total, 0)
    with standing_clock(phone):  # which has timers of its own, from now on
        phone.evaluate(KEEP_THE_SIGN)
    tap_twice(phone, phone.get_by_role("button", name="Undo"), gap)
    sign = phone.get_by_text("Tap again if you mean it")
    expect(sign).to_be_in_viewport()
    expect_totals(phone, 5, 0)
    assert top_of(sign) == top_of(phone.locator(".last .words"))
    assert_accessible(phone)
    phone.touchscreen.tap(*spot(key(phone, 0, 20)))
    expect(sign).to_be_hidden()
    expect_totals(phone, 25, 0)


def top_of(part: Locator) -> int:
    return round(box(part)["y"])


def test_a_thumb_that_taps_on_after_a_win_begins_no_rematch(phone: Page, pub: ServerProcess) -> None:
    """Rematch and the ways on beside it lie where keys were."""
    match = sit_down(phone, pub, "fives_250", "Ann", "Bob", target=5)
    for size in (TALL, NARROW):
        phone.set_viewport_size({**size})
        phone.wait_for_timeout(DEAF)
        phone.touchscreen.tap(*spot(key(phone, 1, 5)))
        rematch = phone.get_by_role("button", name="Rematch")
        expect(rematch).to_be_disabled()
        where = spot(rematch)
        for other in (phone.get_by_role("link", name="Change players", exact=True), rematch):
            phone.touchscreen.tap(*spot(other))
        expect(rematch).to_be_enabled()
        assert phone.url.split("?")[0] == match
        phone.touchscreen.tap(*where)
        expect(phone).not_to_have_url(re.compile(re.escape(match)))
        match = phone.url.split("?")[0]


def test_what_another_phone_has_put_there_is_new_to_any_finger(phone: Page, pub: ServerProcess) -> None:
    """Where a key was is Rematch in the moment in which the finger comes down."""
    match = sit_down(phone, pub, "fives_250", "Ann", "Bob", target=5)
    other = phone.context.new_page()
    other.goto(match)
    with standing_clock(phone) as now:
        other.touchscreen.tap(*spot(key(other, 0, 5)))
        rematch = phone.get_by_role("button", name="Rematch")
        expect(rematch).to_be_enabled()
        where = spot(rematch)
        phone.touchscreen.tap(*where)
        expect(phone.get_by_text("Tap again if you mean it")).to_be_visible()
        phone.clock.set_fixed_time(now + timedelta(milliseconds=400))
        phone.touchscreen.tap(*where)
        expect(phone).not_to_have_url(re.compile(re.escape(match)))


def test_two_quick_taps_on_a_key_are_two_plays_of_which_two_clicks_on_undo_take_one(
    phone: Page, pub: ServerProcess
) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    tap_twice(phone, key(phone, 0, 5), 300)
    expect_totals(phone, 10, 0)
    where = spot(phone.get_by_role("button", name="Undo"))
    with standing_clock(phone):
        for _ in range(2):
            phone.mouse.click(*where)
        expect_totals(phone, 5, 0)
        phone.wait_for_timeout(200)
        expect_totals(phone, 5, 0)


@pytest.mark.parametrize("theirs", [False, True])
def test_undo_shown_anew_under_a_thumb_or_a_mouse_takes_back_only_what_it_was_aimed_at(
    phone: Page, pub: ServerProcess, theirs: bool
) -> None:
    phone.set_viewport_size({"width": 320 if theirs else 390, "height": 664})
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    phone.touchscreen.tap(*spot(key(phone, 0, 5)))  # tap() of Playwright may scroll
    expect_totals(phone, 5, 0)
    x, y = spot(phone.get_by_role("button", name="Undo"))
    phone.wait_for_timeout(DEAF)
    finger = phone.context.new_cdp_session(phone)

    def newer() -> None:
        words = "last.querySelector('b').textContent += ' and more';" if theirs else ""
        phone.locator(".last").evaluate(f"last => {{ last.innerHTML = last.innerHTML; {words} }}")

    if theirs:
        at = [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        newer()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(phone.locator(".deaf")).to_be_visible()
        sign, undo = box(phone.locator(".deaf")), box(phone.get_by_role("button", name="Undo"))
        assert sign["x"] + sign["width"] <= undo["x"]
    phone.mouse.move(x, y)
    phone.mouse.down()
    newer()
    phone.mouse.up()
    phone.wait_for_timeout(200 if theirs else 0)
    expect_totals(phone, 5 if theirs else 0, 0)


def test_the_keyboard_stays_on_undo_and_a_second_press_puts_nothing_back(
    phone: Page, pub: ServerProcess
) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    for total in (5, 10):
        key(phone, 0, 5).tap()
        expect_totals(phone, total, 0)
    undo = phone.get_by_role("button", name="Undo")
    with standing_clock(phone):
        undo.press("Enter")
        expect_totals(phone, 5, 0)
        expect(undo).to_be_focused()
        undo.press("Enter")
        phone.wait_for_timeout(200)
        expect_totals(phone, 5, 0)
    phone.wait_for_timeout(DEAF)
    with standing_clock(phone):
        undo.press("Enter")
        expect_totals(phone, 0, 0)
        back = phone.get_by_role("button", name="Put it back")
        expect(back).to_be_focused()
        back.press("Enter")
        phone.wait_for_timeout(200)
        expect_totals(phone, 0, 0)


def test_a_name_shows_at_once_that_it_was_tapped(phone: Page, pub: ServerProcess) -> None:
    """However long its form takes: it is marked until then."""
    with faulty_way(pub) as way:
        sit_down(phone, way, "fives_250", "Ann", "Bob")
        phone.route("**/rounds/new", lambda route: route.fulfill(status=204))  # no form is at hand
        phone.reload()
        phone.locator(".over summary").tap()
        bob = spot(phone.get_by_role("link", name="Bob"))
        with way.held():
            phone.touchscreen.tap(*bob)
            expect(phone.locator("[aria-busy]")).to_have_text("Bob")
        expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
