"""Details of narrow and wide screens.

Keys without a gap, a tick that lies on no word, and nothing between the key that starts a match and the foot.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import assert_targets_big_enough, box, shot
from tests.browser.table import club_of, sit_down
from tests.serving import ServerProcess

BOTTOMS = "keys => keys.map(key => key.getBoundingClientRect()).map(box => [box.bottom, box.right])"
TICK_IS_CLEAR = """choice => {
  const words = document.createRange();
  words.selectNodeContents(choice.querySelector('span'));
  const tick = getComputedStyle(choice, '::before');
  const foot = choice.getBoundingClientRect().top + parseFloat(tick.top) + parseFloat(tick.height);
  return [...words.getClientRects()].every(line => line.top + 2 >= foot);
}"""

BROKEN_WORDS = """places => places.flatMap(place => {
  const text = (place.querySelector('bdi') ?? place).firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    const letters = document.createRange();
    letters.setStart(text, word.index);
    letters.setEnd(text, word.index + word[0].length);
    return new Set([...letters.getClientRects()].map(line => line.top)).size > 1;
  }).map(word => word[0]);
})"""

MANY_EVENINGS = """start => {
  const evenings = document.createElement('div');
  evenings.style.height = '800px';
  start.before(evenings);
}"""
BESIDE_START = """() => {
  const top = document.querySelector('.start .button').getBoundingClientRect().top;
  const foot = document.querySelector('.foot').getBoundingClientRect().top;
  const found = [];
  for (let y = top; y < foot; y += 2)
    for (const x of [3, innerWidth / 2, innerWidth - 3]) {
      const met = document.elementFromPoint(x, y);
      if (!met.closest('.start, .foot')) found.push(`${y}: ${met.textContent.trim().slice(0, 30)}`);
    }
  return found;
}"""


def test_the_keys_of_a_side_fill_their_last_row(phone: Page, pub: ServerProcess) -> None:
    """The rare plays of three are behind one more key."""
    for game, names, count, widths in (
        ("fives_250", ("Ann", "Bob"), 7, (320, 390)),
        ("fives_250", ("Ann", "Bob", "Cy"), 4, (320, 390)),
        ("threes_fives_61", ("Ann", "Bob"), 6, (1280,)),
    ):
        sit_down(phone, pub, game, *names)
        for width in widths:
            phone.set_viewport_size({"width": width, "height": 844})
            keys = phone.locator(".keys form:first-child .keyrow button").locator("visible=true")
            expect(keys).to_have_count(count)
            row, boxes = box(phone.locator(".keyrow").first), keys.evaluate_all(BOTTOMS)
            last_row = max(right for bottom, right in boxes if bottom == boxes[-1][0])
            assert last_row == pytest.approx(max(right for _, right in boxes), abs=0.5)
            assert last_row == pytest.approx(row["x"] + row["width"], abs=0.5)
            assert_targets_big_enough(phone)
            shot(phone, "keys", "dark")


def test_names_of_five_are_not_broken_inside_a_word(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    page = new_phone()
    names = ("Bartholomew", "Maximilian", "Josephine", "Christopher", "Old Wilhelmina")
    match = sit_down(page, pub, "block", *names)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        outs = page.locator(".thumb .choice")
        expect(outs).to_have_count(6)
        assert outs.evaluate_all(BROKEN_WORDS) == [], width
    page.goto(f"{match}/tv")
    for size in ({"width": 1366, "height": 768}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        shown = page.locator(".tv-name")
        expect(shown).to_have_text(list(names))
        assert shown.evaluate_all(BROKEN_WORDS) == [], size


def test_the_tick_of_a_choice_lies_on_no_word(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    phone.goto(f"{club_of(phone)}matches/new?game=draw_100")
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        shown = [choice for choice in phone.locator(".choice:has(:checked)").all() if choice.is_visible()]
        assert shown
        for choice in shown:
            assert choice.evaluate(TICK_IS_CLEAR), choice.inner_text()
        shot(phone, "ticks", "dark")


def test_no_line_shows_between_start_and_the_foot(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    page = new_phone()
    sit_down(page, pub)
    page.goto(club_of(page))
    expect(page.get_by_role("link", name="Start a match")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator(".start").evaluate(MANY_EVENINGS)
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight + 200")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(BESIDE_START) == []
    shot(page, "start", "dark")
