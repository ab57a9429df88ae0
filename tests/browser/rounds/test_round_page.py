"""The end of a round: on small screens, by tiles, by keyboard, and where a foul ended it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import enter_pips, enter_tiles, expect_totals, hand_of, open_round, pad_of, preview
from tests.browser.phone import Complaints, assert_accessible, assert_targets_big_enough, shot
from tests.browser.screens import REFUSALS
from tests.browser.table import fill_hand, save, sit_down
from tests.browser.thumb import Thumb
from tests.serving import ServerProcess

COVERED = """key => {
  const box = key.getBoundingClientRect();
  return box.bottom > document.querySelector('.bar').getBoundingClientRect().top;
}"""


@pytest.fixture
def round_page(new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints) -> Page:
    """The page of a blocked round of three, between a phone's address bar and its buttons."""
    complaints.expect(REFUSALS)
    phone = new_phone(viewport={"width": 390, "height": 664})
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    open_round(phone, None)
    return phone


def test_a_refusal_is_shown_once_and_goes_when_it_is_corrected(round_page: Page) -> None:
    phone = round_page
    phone.get_by_role("button", name="Save", exact=True).tap()
    refusal = phone.locator(".error:visible")
    expect(refusal).to_have_text("Enter what Ann, Bob and Cy still hold.")
    enter_pips(phone, "Ann", 10)
    expect(preview(phone)).to_have_text("Enter what Bob still holds.")
    expect(refusal).to_be_hidden()
    enter_tiles(phone, "Bob", ["6-6", "5-4"])
    phone.get_by_role("button", name="Save", exact=True).tap()
    refusal = phone.locator(".error", has_text="Enter what Cy still holds.")
    expect(refusal).to_be_visible()
    expect(phone.locator(".hand.active")).to_have_text("Cy")
    enter_pips(phone, "Cy", 8)
    expect(preview(phone)).to_contain_text("(10 + 21) − 8 = 23")
    expect(refusal).to_be_hidden()
    expect(hand_of(phone, "Cy")).not_to_have_attribute("aria-invalid", "true")
    phone.get_by_role("group", name="Pips").get_by_role("button", name="Delete").tap()
    expect(refusal).to_be_visible()


def test_the_hand_in_focus_has_one_ring_around_its_number_and_its_name(round_page: Page) -> None:
    phone = round_page
    phone.keyboard.press("Tab")
    hand_of(phone, "Bob").focus()
    expect(phone.locator(".hand.active")).to_have_text("Bob")
    expect(hand_of(phone, "Bob")).to_have_css("outline-style", "none")
    expect(phone.locator(".hand.active")).to_have_css("outline-style", "solid")


def test_a_doubt_and_the_field_for_a_reason_stand_above_save(
    new_phone: Callable[..., Page], pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(REFUSALS)
    phone = new_phone(viewport={"width": 320, "height": 640})
    sit_down(phone, pub, "draw_quick", "Ann", "Bob", "Cy", "Di")
    open_round(phone, None)
    for name, pips in (("Ann", 18), ("Bob", 11), ("Cy", 5), ("Di", 29)):
        enter_pips(phone, name, pips)
    phone.get_by_role("button", name="Save", exact=True).tap()
    doubt = phone.get_by_role("alert").filter(has_text="cannot come to 63 pips")
    expect(doubt).to_be_in_viewport(ratio=1)
    assert not doubt.evaluate(COVERED)


PLACES = """tiles => tiles.map(tile => {
  const { left, top, width, height } = tile.getBoundingClientRect();
  return [left, top, width, height].join(' ');
})"""
ONE_LINE = "key => key.scrollHeight <= key.clientHeight && key.offsetHeight < 60"


@pytest.mark.usefixtures("complaints")
def test_a_tapped_tile_shifts_nothing_and_leaves_the_other_hands(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 640})
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    open_round(phone, None)
    enter_tiles(phone, "Ann", [])
    tiles = pad_of(phone, "Ann").locator(".pick")
    expect(tiles).to_have_count(28)
    before = tiles.evaluate_all(PLACES)
    assert len({place.split()[0] for place in before}) >= 5, "columns"
    pad_of(phone, "Ann").get_by_role("checkbox", name="6 4, 10 pips").check()
    assert tiles.evaluate_all(PLACES) == before
    enter_tiles(phone, "Bob", [])
    expect(pad_of(phone, "Bob").get_by_role("checkbox", name="6 4, 10 pips")).to_be_disabled()
    expect(pad_of(phone, "Bob").get_by_role("checkbox", name="6 3, 9 pips")).to_be_enabled()


@pytest.mark.usefixtures("complaints")
def test_a_double_twelve_tile_takes_two_taps_and_one_to_remove(phone: Page, pub: ServerProcess) -> None:
    Thumb(phone).start(pub, "draw_100", "Ann", "Bob", set=12)
    open_round(phone, None)
    phone.get_by_role("button", name="Tiles", exact=True).tap()
    keys = phone.get_by_role("group", name="End by end").get_by_role("button")
    for key in keys.all():
        assert key.evaluate(ONE_LINE), key.inner_text()
    tap = {words: keys.get_by_text(words, exact=True) for words in ("12", "9", "4")}
    tap["⌫"] = phone.get_by_role("group", name="End by end").get_by_role("button", name="Delete")
    tap["12"].tap()
    expect(tap["12"]).to_have_attribute("aria-pressed", "true")
    tap["⌫"].tap()
    expect(tap["12"]).to_have_attribute("aria-pressed", "false")
    for words in ("12", "4", "9", "9"):
        tap[words].tap()
    expect(hand_of(phone, "Ann")).to_have_attribute("placeholder", "34")
    tap["⌫"].tap()
    expect(hand_of(phone, "Ann")).to_have_attribute("placeholder", "16")
    assert phone.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    shot(phone, "round-double-twelve")


# What has the focus: its name, and whether a ring is round it, or round what stands for it, in sight of all.
STOP = """() => {
  const at = document.activeElement, shown = [at, at.closest('.hand, label')].filter(Boolean);
  const words = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.innerText;
  const isRinged = (each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 1;
  };
  const isInSight = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return {
    name: words.trim().replace(/\\s+/g, ' '),
    seen: at === document.body || shown.some(isRinged) && shown.some(isInSight),
  };
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of this name has the focus; behind the last the page begins anew."""
    passed = list[str]()
    while name not in passed:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        passed.append(stop["name"])
        assert stop["seen"], f"{stop['name']} has the focus, and nobody sees it"
        assert len(passed) < 40, f"{name} is not reached: {passed}"


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def fill(page: Page, name: str, pips: int) -> None:
    tab_to(page, f"{name}’s pips")
    page.keyboard.type(str(pips))


def test_a_round_of_straight_by_keyboard(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250")
    press(phone, "10 for Ann")
    expect_totals(phone, 10, 0)
    press(phone, "Round over")
    assert_accessible(phone)
    press(phone, "Bob")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    fill(phone, "Ann", 18)
    assert_accessible(phone)
    phone.keyboard.press("Enter")
    expect_totals(phone, 10, 20)


def test_rounds_of_block_by_keyboard(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "block")
    press(phone, "Ann")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    press(phone, "Save")
    expect_totals(phone, 1, 0)
    press(phone, "Blocked")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    fill(phone, "Ann", 12)
    fill(phone, "Bob", 7)
    assert_accessible(phone)
    phone.keyboard.press("Enter")
    expect_totals(phone, 1, 1)


def test_whose_foul_it_was_is_asked_and_counted(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "block", "Maureen", "Nobby", "Cy", "Dot", sides="pairs", foul="won")
    phone.get_by_role("link", name="Foul").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert_accessible(phone)
    phone.get_by_role("radio", name="Foul by Nobby").tap()
    expect(phone.locator("#who-said")).to_have_text("Foul by Nobby")
    expect(phone.locator("#hands-label")).to_have_text("Pips left (optional)")
    expect(phone.locator("#preview")).to_have_text("Foul by Nobby: Maureen & Cy win, 1 game · Maureen & Cy 1")
    save(phone)
    expect_totals(phone, 1, 0)


def test_a_hand_that_is_played_again_needs_one_tap_more(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob", foul="replayed")
    phone.get_by_role("link", name="Foul").tap()
    expect(phone.locator("#who-said")).to_have_text("Foul, play again")
    expect(phone.locator("#hands-label")).to_have_text("Pips left (optional)")
    expect(phone.locator("#preview")).to_have_text("Foul: the hand is played again")
    save(phone)
    expect_totals(phone, 0, 0)
    expect(phone.locator(".last .words")).to_have_text("Foul: the hand is played again")


def test_the_culprits_pips_go_to_the_other_side(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob", "Cy", "Di", sides="pairs", foul="pips")
    phone.locator(".over summary").tap()
    phone.get_by_role("link", name="Foul").tap()
    expect(phone.locator("#who-said")).to_have_text("Whose foul was it?")
    expect(phone.locator("#who .choice:visible")).to_have_text(
        ["Foul by Ann", "Foul by Bob", "Foul by Cy", "Foul by Di", "Foul, play again"]
    )
    phone.get_by_role("radio", name="Foul by Cy").tap()
    expect(phone.locator("#hands-label")).to_have_text("Pips left")
    expect(phone.locator("#preview")).to_have_text("Enter what Cy still holds.")
    for digit in "13":
        phone.locator(f".keypad [data-digit='{digit}']").tap()
    expect(phone.locator("#preview")).to_contain_text("win, 13, rounded to 15")
    save(phone)
    expect_totals(phone, 0, 15)


def test_of_pairs_next_goes_to_the_hands_that_count(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy", "Di", sides="pairs", foul="won")
    for out, first, second in (("Ann", "Bob", "Di"), ("Foul by Di", "Bob", "Di")):
        phone.get_by_role("link", name=out.split()[0], exact=True).tap()
        if out != "Ann":
            phone.get_by_role("radio", name=out).tap()
        keypad = phone.locator("#keypad")
        for name, digit in ((first, "5"), (second, "8")):
            expect(keypad).to_have_accessible_name(f"{name}’s pips")
            keypad.get_by_role("button", name=digit, exact=True).tap()
            keypad.get_by_role("button", name="Next").tap(force=True)
        expect(phone.locator("#preview")).to_contain_text("5 + 8 = 13")
        save(phone)
    expect_totals(phone, 26, 0)


@pytest.mark.parametrize("then", ["refused", "loaded anew"])
@pytest.mark.parametrize(("first", "meant"), [("Bob", "Ann"), ("Foul", "Foul by Bob")])
def test_who_is_out_stays_as_it_was_changed(
    phone: Page, pub: ServerProcess, complaints: Complaints, first: str, meant: str, then: str
) -> None:
    """The address, which a form goes by that comes back, named whoever was tapped on the match's page."""
    complaints.expect("status of 422")
    sit_down(phone, pub, "draw_100", "Ann", "Bob", foul="won")
    phone.get_by_role("link", name=first, exact=True).tap()
    if first != "Foul":
        phone.locator("#who-fold summary").tap()
    phone.get_by_role("radio", name=meant, exact=True).tap()
    said = phone.locator("#who-said")
    expect(said).to_contain_text(meant)
    if then == "loaded anew":
        phone.reload()
    else:
        with phone.expect_response(lambda answer: answer.status == 422):
            save(phone)
        expect(phone.locator(".hand [aria-invalid]").first).to_be_visible()
        expect(phone.locator("#save")).to_be_enabled()
    expect(said).to_contain_text(meant)
    assert "foul" in str(phone.locator("[name=out]:checked").get_attribute("value")) or meant == "Ann"


def test_a_round_on_its_way_is_not_added_to_itself(phone: Page, pub: ServerProcess) -> None:
    """On a page of its own the preview stands while the answer is slow."""
    phone.goto(f"{sit_down(phone, pub)}/rounds/new?out=0")
    fill_hand(phone, 1, 30)
    expect(preview(phone)).to_contain_text("Ann 30")
    phone.route("**/rounds", lambda _: None)
    save(phone)
    expect(phone.locator("#save")).to_have_text("Saving …")
    phone.wait_for_timeout(600)
    expect(preview(phone)).to_contain_text("Ann 30")
