"""Every screen at every width, dark and light, by touch, by keyboard and with low vision."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.conftest import EVERY, FLAGS, executable
from tests.browser.evening import end_round, hand_of, open_round
from tests.browser.phone import (
    PHONE,
    Complaints,
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    box,
    broken_words,
    shot,
)
from tests.browser.screens import REFUSALS, SCREENS, play_an_evening
from tests.browser.table import club_of, sit_down, start
from tests.grid import grid
from tests.serving import ServerProcess

# A small phone, a phone, the same on its side, a laptop.
SIZES = [(320, 640), (390, 844), (844, 390), (1280, 800)]
PICTURED = {
    *("start", "club", "games", "setup", "setup-pairs", "match-draw", "match-straight", "match-won"),
    *("match-fives-and-threes", "round-pips", "round-tiles", "round-refused", "table", "player", "settings"),
}
# Thirty letters each, with and without a place to break them.
LONG_NAMES = [
    "Bartholomew Featherstonehaugh",
    "Maximiliana Wolfeschlegelstein",
    "Llanfairpwllgwyngyllgogerychwy",
    "Persephone Cholmondeley-Warner",
    "Wilhelmina Throckmorton-Smythe",
]
INSIDE = """(words, frame) => {
  const [inner, outer] = [words, words.closest(frame)].map((each) => each.getBoundingClientRect());
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.width > 20;
}"""
OUTLINED = "box => getComputedStyle(box).outlineStyle === 'solid'"
EDGED = "box => getComputedStyle(box).borderTopStyle === 'solid'"
TYPED_INTO = {
    *("setup", "setup-rules", "setup-refused", "match-draw", "match-straight", "match-straight-ends"),
    *("round-pips", "round-tiles", "round-deeper", "round-refused", "settings"),
}
# Left to `make test-long`: further states of a screen that `make test` checks as well.
FURTHER = {
    *("setup-pairs", "setup-refused", "setup-marked", "lead-draw", "lead-drawn", "match-more"),
    *("match-straight-tiles", "round-deeper", "round-last-tile", "round-correct", "links"),
}
LISTS = {"club", "games", "table"}
HEADS = LISTS | {"match-draw", "match-straight", "round-pips"}
KEYBOARD = {"setup", "match-straight-ends", "round-tiles", "settings"}
# iOS zooms into a field with smaller letters, and stays there.
LEAST_LETTERS = 16

SMALL_LETTERS = """least => [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
  .filter(field => parseFloat(getComputedStyle(field).fontSize) < least)
  .map(field => field.name)"""

# As the browser's own setting for letters does, to which media queries answer.
LARGE_LETTERS = "--blink-settings=defaultFontSize="

# A control is in sight when at least one of nine points on it, or on its label, is not covered.
HARD_TO_SEE = """() => {
  const frame = control => control.closest('.choice, .pick, .hand.active') ?? control;
  const ring = control => [control, frame(control)].some(each => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 3;
  });
  const inSight = control => {
    const box = frame(control).getBoundingClientRect();
    return [.1, .5, .9].some(x => [.1, .5, .9].some(y => {
      const met = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return met !== null && (frame(control).contains(met) || met.contains(control) && !met.matches('.bar'));
    }));
  };
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
    .filter(control => !control.disabled && control.checkVisibility({visibilityProperty: true}))
    .flatMap(control => {
      control.focus();
      if (document.activeElement !== control) return [];
      const name = control.getAttribute('aria-label') || control.textContent.trim() || control.name;
      return [ring(control) ? '' : `${name}: no ring`, inSight(control) ? '' : `${name}: out of sight`];
    })
    .filter(fault => fault);
}"""


@pytest.fixture(scope="module")
def evening(
    chromium: Browser, pub: ServerProcess, shared_server: ServerProcess
) -> Iterator[tuple[dict[str, str], StorageState]]:
    """The address of everything, and the cookies of a phone that has come in."""
    places = play_an_evening(pub) | {"start": str(shared_server.start_link)}
    with chromium.new_context(**PHONE, service_workers="block") as context:
        context.new_page().goto(places["in"])
        yield places, context.storage_state()


@pytest.fixture
def come_in(
    new_phone: Callable[..., Page], evening: tuple[dict[str, str], StorageState], complaints: Complaints
) -> Callable[..., Page]:
    """Another phone that is a manager's; keywords override those of PHONE."""
    complaints.expect(REFUSALS)
    return lambda **changes: new_phone(storage_state=evening[1], **changes)


def test_every_screen_fits_every_size_and_everybody_can_use_it(
    come_in: Callable[..., Page], new_phone: Callable[..., Page], evening: tuple[dict[str, str], StorageState]
) -> None:
    inside, outside = come_in(reduced_motion="reduce"), new_phone(reduced_motion="reduce")
    with grid() as case:
        for screen in SCREENS:
            if EVERY or screen.name not in FURTHER:
                with case(screen.name):
                    phone = outside if screen.outsider else inside
                    phone.set_viewport_size(PHONE["viewport"])
                    screen.show(phone, evening[0])
                    assert_everybody_can_use(phone, screen.name)


def assert_everybody_can_use(phone: Page, name: str) -> None:
    if name in PICTURED:
        shot(phone, name)
    assert_accessible(phone)
    assert not phone.evaluate(SMALL_LETTERS, LEAST_LETTERS)
    assert phone.evaluate("document.getAnimations().length") == 0
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        assert_it_fits(phone)
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_no_sideways_scroll(phone)


@pytest.fixture
def with_letters(
    chromium: Browser, evening: tuple[dict[str, str], StorageState]
) -> Iterator[Callable[[int], Page]]:
    """A phone whose browser is set to letters of this size."""
    browsers = []

    def opened(size: int) -> Page:
        flags = [*FLAGS, f"{LARGE_LETTERS}{size}"]
        browsers.append(chromium.browser_type.launch(executable_path=executable(), args=flags))
        return browsers[0].new_context(**PHONE, service_workers="block", storage_state=evening[1]).new_page()

    yield opened
    browsers[0].close()


@pytest.mark.parametrize("size", [pytest.param(24, marks=pytest.mark.long), 32])
def test_with_large_letters_no_word_is_broken_and_no_page_of_a_match_scrolls_sideways(
    with_letters: Callable[[int], Page], evening: tuple[dict[str, str], StorageState], size: int
) -> None:
    phone = with_letters(size)
    for screen in SCREENS:
        if not screen.name.startswith(("match", "round", "setup")) and screen.name not in LISTS:
            continue
        if screen.name in FURTHER and not EVERY:
            continue
        phone.set_viewport_size(PHONE["viewport"])
        screen.show(phone, evening[0])
        assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
        if screen.name in HEADS:
            assert broken_words(phone.locator(".top h1, .game h2, .foot a")) == [], screen.name
        for width in (320, 360):
            phone.set_viewport_size({"width": width, "height": 664})
            assert_no_sideways_scroll(phone)
            read = phone.locator(".keyrow button, .cell b, .match .top .sign")
            assert broken_words(read) == [], screen.name
    phone.set_viewport_size(PHONE["viewport"])
    phone.goto(f"{evening[0]['block']}/rounds/new?out=blocked")
    assert broken_words(phone.locator(".hand label")) == []


def test_the_focused_control_is_in_sight(
    come_in: Callable[..., Page], evening: tuple[dict[str, str], StorageState]
) -> None:
    phone = come_in()
    for screen in SCREENS:
        if screen.name in (TYPED_INTO if EVERY else KEYBOARD):
            screen.show(phone, evening[0])
            phone.keyboard.press("Tab")  # from now on the browser assumes a keyboard user
            for width, height in SIZES[1:3]:
                phone.set_viewport_size({"width": width, "height": height})
                assert not phone.evaluate(HARD_TO_SEE), screen.name


def test_every_screen_has_a_title_of_its_own(
    come_in: Callable[..., Page], evening: tuple[dict[str, str], StorageState]
) -> None:
    phone = come_in()
    shown = [screen for screen in SCREENS if screen.then is None and not screen.outsider]
    pages = [phone.request.get(screen.address(evening[0])).text() for screen in shown]
    titles = [re.findall("<title>(.+)</title>", page)[0] for page in pages]
    # The three ways to enter a play show the same match.
    repeated = {"match-straight-ends", "match-straight-tiles"}
    assert len(set(titles)) == len(titles) - len(repeated), titles


def assert_all_keys_are_above_save(phone: Page) -> None:
    keys = box(phone.locator("#keypad"))
    save = box(phone.get_by_role("button", name="Save", exact=True))
    assert keys["y"] + keys["height"] <= save["y"], (keys, save)


def test_five_players_with_long_names_fit_the_smallest_phone(
    come_in: Callable[..., Page], evening: tuple[dict[str, str], StorageState]
) -> None:
    phone = come_in(viewport={"width": 320, "height": 640})
    phone.goto(evening[0]["club"])
    start(phone, club_of(phone), "block", *LONG_NAMES)
    assert_it_fits(phone)
    end_round(phone, out=LONG_NAMES[0], pips=dict.fromkeys(LONG_NAMES[1:], 24))
    assert_it_fits(phone)
    open_round(phone, None)
    assert_it_fits(phone)
    for label in phone.locator(".hand label").all():
        assert label.evaluate("label => label.scrollWidth <= label.clientWidth"), label.text_content()
    hand_of(phone, LONG_NAMES[4]).tap()
    assert_all_keys_are_above_save(phone)
    phone.set_viewport_size({"width": 390, "height": 664})
    assert_all_keys_are_above_save(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"{evening[0]['draw']}/rounds/1")
    expect(phone.locator("#mode")).to_be_visible()
    heading = phone.get_by_role("heading", name="Round 1")
    assert heading.evaluate("heading => heading.scrollWidth <= heading.clientWidth")
    for way in ("matches/new", "players", "table"):
        phone.goto(evening[0]["club"] + way)
        assert_it_fits(phone)


def test_of_partners_with_long_names_both_are_read_on_the_board_and_on_their_key(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub, "threes_fives_61", *LONG_NAMES[:4], sides="pairs")
    assert_it_fits(phone)
    phone.goto(f"{match}?way=ends")
    partners = phone.locator(".board .name bdi span").all()
    assert len(partners) == 4
    for name in partners:
        assert name.evaluate(INSIDE, ".name"), name.text_content()
    for name in phone.locator(".made .choice bdi").all():
        assert name.evaluate(INSIDE, ".choice"), name.text_content()


def test_forced_colours_still_show_what_is_chosen(
    come_in: Callable[..., Page], evening: tuple[dict[str, str], StorageState]
) -> None:
    phone = come_in(forced_colors="active")
    for screen in SCREENS:
        if screen.name in ("round-pips", "round-tiles"):
            screen.show(phone, evening[0])
            for mark in (".choice:has(:checked)", ".hand.active"):
                assert phone.locator(mark).evaluate(OUTLINED), mark
            for tile in phone.locator(".pick:has(:checked):visible").all():
                assert tile.evaluate(OUTLINED)
            assert phone.get_by_role("button", name="Save", exact=True).evaluate(EDGED)
            assert_it_fits(phone)
