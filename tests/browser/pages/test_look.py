"""Dark at once, room below the bar, adjustable text spacing, steady figures."""

from io import BytesIO
from statistics import mean

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


def light_of(picture: bytes) -> float:
    """The mean luminance, from 0 for black to 1 for white."""
    small = Image.open(BytesIO(picture)).convert("RGB").resize((39, 84), Image.Resampling.BOX).tobytes()
    return mean(luminance(f"#{small[at : at + 3].hex()}") for at in range(0, len(small), 3))


def test_a_match_is_dark_at_once_with_steady_figures_and_loses_nothing_on_a_tiny_screen(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    sit_down(phone, pub, "draw_100", "Maureen", "Nobby", "Cy")
    end_round(phone, out="Maureen", pips={"Nobby": 14, "Cy": 21})
    for place in (".total", ".delta", ".round-line .cell"):
        size, kind = phone.locator(place).first.evaluate(FIGURES)
        assert kind == "tabular-nums", place
        assert size >= 28 or place == ".round-line .cell"
    assert not phone.evaluate(ZOOMS), "a control that waits for a second tap"
    bar = phone.locator(".thumb")
    before = bar.evaluate("bar => parseFloat(getComputedStyle(bar).paddingBottom)")
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"bottom": 34}})
    assert bar.evaluate("bar => parseFloat(getComputedStyle(bar).paddingBottom)") == before + 34
    assert light_of(phone.screenshot()) < 0.15
    address = phone.url
    pages = [address, f"{address}/rounds/new?out=blocked", address.split("/matches/")[0] + "/table"]
    for shown in pages:
        phone.set_viewport_size({"width": 320, "height": 256})
        phone.goto(shown)
        assert_no_sideways_scroll(phone)
        phone.set_viewport_size({"width": 390, "height": 844})
        phone.evaluate(SPACE_OUT, SPACED)
        assert_no_sideways_scroll(phone)
        assert not phone.evaluate(LOST), shown
    phone.goto(address)
    complaints.expect("net::ERR_FAILED")
    open_round(phone, None)
    assert not phone.evaluate(ZOOMS)
    phone.route("**/*.css*", lambda route: route.abort())
    phone.goto(address)
    assert light_of(phone.screenshot()) < 0.15, "before its stylesheet has loaded"
