"""Dark at once, room below the bar, adjustable text spacing, steady figures."""

from collections.abc import Callable
from io import BytesIO
from statistics import mean

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.evening import end_round, open_round
from tests.browser.phone import Complaints, assert_no_sideways_scroll
from tests.browser.table import sit_down
from tests.serving import ServerProcess
from tests.static.test_contrast import luminance

# The largest spacing of WCAG 1.4.12.
SPACED = """* {
  line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important;
}
p { margin-bottom: 2em !important; }"""
SPACE_OUT = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""
LOST = """() => [...document.querySelectorAll('main :is(p, button, a, label, legend)')]
  .filter(box => box.checkVisibility() && !box.closest('.hidden, .where, .mode'))
  .filter(box => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
  .map(box => box.textContent.trim())"""
FIGURES = """total => {
  const { fontSize, fontVariantNumeric } = getComputedStyle(total);
  return [parseFloat(fontSize), fontVariantNumeric];
}"""
ZOOMS = """() => [...document.querySelectorAll('button, .choice, .pick, input:not([type=hidden]), select')]
  .map(control => control.closest('.choice, .pick') ?? control)
  .filter(control => getComputedStyle(control).touchAction !== 'manipulation')
  .map(control => control.outerHTML.slice(0, 80))"""


@pytest.fixture
def match(new_phone: Callable[..., Page], pub: ServerProcess) -> Page:
    """A match of three after its first round."""
    phone = new_phone(service_workers="block")
    sit_down(phone, pub, "draw_100", "Maureen", "Nobby", "Cy")
    end_round(phone, out="Maureen", pips={"Nobby": 14, "Cy": 21})
    return phone


def light_of(picture: bytes) -> float:
    """The mean luminance, from 0 for black to 1 for white."""
    small = Image.open(BytesIO(picture)).convert("RGB").resize((39, 84), Image.Resampling.BOX).tobytes()
    return mean(luminance(f"#{small[at : at + 3].hex()}") for at in range(0, len(small), 3))


def test_nothing_is_lost_with_text_spacing_or_on_a_tiny_screen(match: Page) -> None:
    pages = [match.url, f"{match.url}/rounds/new?out=blocked", match.url.split("/matches/")[0] + "/table"]
    for address in pages:
        match.set_viewport_size({"width": 320, "height": 256})
        match.goto(address)
        assert_no_sideways_scroll(match)
        match.set_viewport_size({"width": 390, "height": 844})
        match.evaluate(SPACE_OUT, SPACED)
        assert_no_sideways_scroll(match)
        assert not match.evaluate(LOST), address


def test_a_match_is_dark_at_once_with_steady_figures_clear_of_the_phones_own_edge(
    match: Page, complaints: Complaints
) -> None:
    for place in (".total", ".delta", ".round-line .cell"):
        size, kind = match.locator(place).first.evaluate(FIGURES)
        assert kind == "tabular-nums", place
        assert size >= 28 or place == ".round-line .cell"
    assert not match.evaluate(ZOOMS), "a control that waits for a second tap"
    bar = match.locator(".thumb")
    before = bar.evaluate("bar => parseFloat(getComputedStyle(bar).paddingBottom)")
    session = match.context.new_cdp_session(match)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"bottom": 34}})
    assert bar.evaluate("bar => parseFloat(getComputedStyle(bar).paddingBottom)") == before + 34
    assert light_of(match.screenshot()) < 0.15
    complaints.expect("net::ERR_FAILED")
    address = match.url
    open_round(match, None)
    assert not match.evaluate(ZOOMS)
    match.route("**/*.css*", lambda route: route.abort())
    match.goto(address)
    assert light_of(match.screenshot()) < 0.15, "before its stylesheet has loaded"
