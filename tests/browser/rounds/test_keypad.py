"""The keypad of the round's page: every number stays with the hand that was lit while it was typed."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from tests.browser.evening import WHO, enter_pips, expect_totals, hand_of, open_round, preview, save
from tests.browser.phone import Complaints, box
from tests.browser.table import expect_counted, form_at_hand, sit_down
from tests.serving import ServerProcess

BLOCK = "block"
# Taps the keys one after the other and notes after each which hand was active and what every hand held.
DRIVE = """steps => {
  const held = () => Object.fromEntries([...document.querySelectorAll('.hand')]
    .map(hand => [hand.dataset.seat, hand.querySelector('input').value]));
  const lit = () => document.querySelector('.hand.active').dataset.seat;
  return steps.map(step => {
    const before = [lit(), held()];
    const target = step.startsWith('hand') ? `.hand[data-seat="${step.slice(4)}"]`
      : step === 'next' ? '#keypad [data-next]' : step === 'back' ? '#keypad [data-back]'
      : `#keypad [data-digit="${step}"]`;
    document.querySelector(target).click();
    return [...before, lit(), held()];
  });
}"""
STEPS = st.lists(
    st.one_of(
        st.sampled_from([str(digit) for digit in range(10)]),
        st.just("next"),
        st.just("back"),
        st.sampled_from([f"hand{seat}" for seat in range(4)]),
    ),
    min_size=1,
    max_size=40,
)


def press(phone: Page, *steps: str) -> list[list[Any]]:
    return phone.evaluate(DRIVE, list(steps))  # type: ignore[no-any-return]


def held(phone: Page, *names: str) -> list[str]:
    return [hand_of(phone, name).input_value() for name in names]


def test_of_a_blocked_round_in_pairs_every_number_is_put_on_its_hand(phone: Page, pub: ServerProcess) -> None:
    """Round the table, as hands are read aloud: Next follows the order on screen."""
    names = ("Ann", "Bob", "Cy", "Di")
    sit_down(phone, pub, BLOCK, *names, sides="pairs")
    open_round(phone, None)
    expect(phone.get_by_text("Pips left, lowest wins")).to_be_visible()
    for name in names:
        expect(phone.locator("#keypad")).to_have_accessible_name(f"{name}’s pips")
        press(phone, "next")
    press(phone, "hand0", "1", "0", "next", "8", "next", "5", "next", "9")
    assert held(phone, *names) == ["10", "8", "5", "9"]
    expect(phone.locator(".side-sum")).to_contain_text(["Ann & Cy 15", "Bob & Di 17"])
    expect(preview(phone)).to_have_text("Ann & Cy win the block, 15 to 17 · Ann & Cy 1")
    expect(phone.locator(".side-sum.ahead")).to_contain_text("Ann & Cy")
    press(phone, "hand1", "7", "hand0", "8")
    assert held(phone, "Ann", "Bob") == ["8", "7"], "the first digit in a filled hand replaces"
    press(phone, "hand1", "back", "back")
    assert held(phone, "Ann", "Bob") == ["8", ""], "Delete in an empty hand goes back to the one before"
    press(phone, "back", "0", "5", "next", "3", "0")
    assert held(phone, "Ann", "Bob") == ["5", "30"]
    any_keys_fill_the_active_hand(phone)
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("group", name=WHO)).to_be_visible()


def test_nothing_is_taken_for_the_last_tile_that_nobody_tapped(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "threes_fives_61", "Ann", "Bob")
    open_round(phone, "Ann")
    phone.locator("#save").tap()
    expect(preview(phone)).to_have_text("Tap what the last tile’s ends scored, 0 if nothing.")
    last = phone.get_by_role("group", name="What did the last tile’s ends score?")
    last.get_by_role("radio", name="8", exact=True).tap()
    save(phone)
    expect_totals(phone, 9, 0)


def test_a_refusal_of_who_went_out_is_in_sight_and_keeps_what_was_typed(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    form_at_hand(phone)
    open_round(phone, "Bob")
    enter_pips(phone, "Ann", 7)
    enter_pips(phone, "Bob", 8)
    phone.locator("#save").tap()
    expect(phone.get_by_text("Bob cannot be out and still hold tiles")).to_be_visible()
    expect(hand_of(phone, "Bob")).to_have_value("8")
    phone.get_by_role("radio", name="Ann", exact=True).tap()
    expect(preview(phone)).to_contain_text("Ann chipped out: 8 · Ann 8")
    save(phone)
    expect_totals(phone, 8, 0)


def test_a_refusal_of_what_is_checked_besides_is_in_sight(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    phone.set_viewport_size({"width": 360, "height": 664})
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    form_at_hand(phone)
    open_round(phone, "Ann")
    enter_pips(phone, "Bob", 7)
    phone.get_by_text("More checks").tap()
    phone.get_by_label("First tile, such as 6-6").fill("66")
    phone.locator("#save").tap()
    said = phone.get_by_text("First tile: “66” is not a tile")
    expect(said).to_be_in_viewport(ratio=1)
    assert box(said)["y"] + box(said)["height"] <= box(phone.locator(".bar:has(#save)"))["y"]
    assert held(phone, "Bob") == ["7"]
    phone.get_by_label("First tile, such as 6-6").fill("6-6")
    save(phone)
    expect_totals(phone, 7, 0)


def any_keys_fill_the_active_hand(phone: Page) -> None:
    @settings(max_examples=60, deadline=None)
    @given(STEPS)
    def check(steps: Sequence[str]) -> None:
        for step, (lit, before, now_lit, after) in zip(steps, press(phone, *steps), strict=True):
            moved = {seat for seat in after if as_number(after[seat]) != as_number(before[seat])}
            if step.isdigit():
                assert (now_lit, moved | {lit}) == (lit, {lit}), "a digit moves nothing but the lit hand"
                assert after[lit].endswith(step) or len(before[lit]) == len(after[lit])
            elif step == "back":
                assert moved <= {lit}
                assert (now_lit == lit) or not before[lit]
            else:
                assert not moved, "going to another hand changes none"
            if step.startswith("hand"):
                assert now_lit == step.removeprefix("hand")

    check()


def as_number(text: str) -> int | None:
    return int(text) if text else None


def test_a_corrected_last_tile_goes_along_with_who_went_out(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "threes_fives_61", "Ann", "Bob")
    open_round(phone, "Ann")
    phone.get_by_role("radio", name="2", exact=True).tap()
    save(phone)
    expect_totals(phone, 3, 0)
    for who, line, totals in (("Bob", "Bob chipped out: 2 + 1 = 3", (0, 3)), ("Blocked", "Blocked:", (0, 0))):
        phone.get_by_role("link", name="Correct round 1").tap()
        phone.locator("#who-fold summary").tap()
        phone.get_by_role("radio", name=who, exact=True).tap()
        expect(preview(phone)).to_contain_text(line)
        phone.get_by_role("button", name="Save the correction").tap()
        expect_totals(phone, *totals)
    phone.get_by_role("link", name="Correct round 1").tap()
    phone.locator("#who-fold summary").tap()
    phone.get_by_role("radio", name="Ann", exact=True).tap()
    expect(preview(phone)).to_have_text("Tap what the last tile’s ends scored, 0 if nothing.")


def test_what_the_last_tile_scored_is_said_while_it_waits(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_")
    sit_down(phone, pub, "threes_fives_61", "Ann", "Bob")
    phone.get_by_role("button", name="4 for Ann").tap()
    expect_totals(phone, 4, 0)
    form_at_hand(phone)
    phone.context.set_offline(True)
    open_round(phone, "Ann")
    phone.get_by_role("radio", name="2", exact=True).tap()
    save(phone)
    expect(phone.locator(".last .delta")).to_have_text("+3")
    expect_counted(phone, 7, 0)


def test_the_preview_needs_no_signal(phone: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect("net::ERR_")  # what the page asks for by itself
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    open_round(phone, "Ann")
    phone.context.set_offline(True)
    enter_pips(phone, "Bob", 18)
    expect(preview(phone)).to_have_text("Enter what Cy still holds.")
    enter_pips(phone, "Cy", 12)
    expect(preview(phone)).to_have_text("Ann chipped out: 18 + 12 = 30 · Ann 30")
    enter_pips(phone, "Cy", 999)
    expect(preview(phone)).to_contain_text("Cy cannot have 999 pips.")


def tap_save(phone: Page) -> None:
    """As a thumb does: Playwright's click scrolls to where the button would stand if it did not stick."""
    button = box(phone.locator("#save"))
    phone.touchscreen.tap(button["x"] + 40, button["y"] + 20)


@pytest.mark.parametrize("in_place", [False, True])
def test_the_hand_that_was_refused_is_corrected_where_it_stands(
    phone: Page, pub: ServerProcess, complaints: Complaints, in_place: bool
) -> None:
    complaints.expect("status of 422")
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    if in_place:
        form_at_hand(phone)
    open_round(phone, "Ann")
    enter_pips(phone, "Bob", 9)
    enter_pips(phone, "Cy", 188)
    tap_save(phone)
    expect(phone.locator(".round > .error")).to_contain_text("Cy cannot have 188 pips.")
    phone.locator("#keypad").get_by_role("button", name="Delete").tap()
    expect(hand_of(phone, "Cy")).to_have_value("18")
    expect(hand_of(phone, "Bob")).to_have_value("9")


@pytest.mark.parametrize("in_place", [False, True])
def test_a_refusal_leaves_the_page_where_it_was_scrolled_to(
    phone: Page, pub: ServerProcess, complaints: Complaints, in_place: bool
) -> None:
    complaints.expect("status of 422")
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    if in_place:
        form_at_hand(phone)
    open_round(phone, "Ann")
    hand_of(phone, "Bob").fill("188")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.wait_for_timeout(1000)  # what arrives under a thumb is deaf for a moment
    before = box(phone.locator("#keypad"))
    tap_save(phone)
    expect(phone.locator(".round > .error")).to_have_text("Bob cannot have 188 pips. Count the hand again.")
    assert box(phone.locator("#keypad")) == before


def test_a_hand_that_is_hardly_ever_so_is_asked_about_and_saved_by_one_tap(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    """One that cannot be is refused, and neither moves a key. A correction is counted by itself."""
    complaints.expect("status of 422")
    match = sit_down(phone, pub, "draw_100", "Ann", "Bob")
    open_round(phone, "Ann")
    keypad = phone.locator("#keypad")
    enter_pips(phone, "Bob", 69)
    expect(preview(phone)).to_have_text("Ann chipped out: 69 · Ann 69")
    before = box(keypad)
    hand_of(phone, "Bob").fill("188")
    tap_save(phone)
    expect(phone.locator(".round > .error")).to_have_text("Bob cannot have 188 pips. Count the hand again.")
    assert box(keypad) == before
    enter_pips(phone, "Bob", 99)
    expect(preview(phone)).to_have_text("Bob with 99 pips: is that right? Few hands hold more than 69.")
    assert box(keypad) == before
    save(phone)
    expect_totals(phone, 99, 0)
    phone.goto(f"{match}/rounds/1")
    enter_pips(phone, "Bob", 21)
    expect(preview(phone)).to_have_text("Ann chipped out: 21")


def test_the_same_end_again_from_another_phone_is_asked_about_and_saved_by_one_tap(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub)
    second.context.add_cookies(first.context.cookies())
    second.goto(match)
    for phone in (first, second):
        form_at_hand(phone)
    open_round(first, "Ann")
    enter_pips(first, "Bob", 12)
    save(first)
    expect_totals(second, 12, 0)
    open_round(second, "Ann")
    enter_pips(second, "Bob", 13)
    expect(preview(second)).to_have_text("Ann chipped out: 13 · Ann 25")
    enter_pips(second, "Bob", 12)
    expect(preview(second)).to_have_text(
        "Another phone has just entered the same as round 1. Is this one more round?"
    )
    save(second)
    expect_totals(second, 24, 0)
    open_round(second, "Ann")
    enter_pips(second, "Bob", 12)
    expect(preview(second)).to_have_text("Ann chipped out: 12 · Ann 36")


def test_what_only_save_can_say_stays_until_something_is_changed(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    open_round(phone, "Ann")
    enter_pips(phone, "Bob", 10)
    enter_pips(phone, "Cy", 9)
    expect(preview(phone)).to_have_text("Ann chipped out: 10 + 9 = 19 · Ann 19")
    phone.evaluate("document.querySelector('#round .checks').open = true")
    phone.locator("input[name=ends]").fill("7 9")
    phone.locator("#save").click()
    refusal = phone.locator(".round .error:visible")
    expect(refusal).to_have_count(1)
    expect(preview(phone)).to_be_empty()
    enter_pips(phone, "Cy", 8)
    expect(refusal).to_have_count(0)
    expect(preview(phone)).to_contain_text("10 + 8 = 18")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 664), (390, 844), (844, 390)])
@pytest.mark.parametrize("out", [None, "Maureen"])
def test_in_pairs_no_line_of_preview_moves_a_key(
    new_phone: Callable[..., Page], pub: ServerProcess, width: int, height: int, out: str | None
) -> None:
    names = ("Maureen", "Nobby Clark", "Old Frank", "Di")
    phone = new_phone(viewport={"width": width, "height": height})
    sit_down(phone, pub, "draw_100", *names, sides="pairs", target=20, legs=2)
    open_round(phone, out)
    keypad, save = phone.locator("#keypad"), box(phone.locator("#save"))
    before = box(keypad)
    for name, pips in zip(names, (25, 20, 30, 37), strict=True):
        if name != out:
            enter_pips(phone, name, pips)
    expect(phone.locator("#preview")).to_contain_text("win the leg" if out else "win the block")
    phone.evaluate("scrollTo(0, 0)")  # typed fields were scrolled to
    assert box(keypad) == before
    assert before["y"] + before["height"] <= save["y"]
    assert save["y"] + save["height"] <= height


@pytest.mark.parametrize(
    ("names", "sides"),
    [
        (["Ann", "Bob", "Cy", "Di", "Edwina"], "singles"),
        (["Bartholomew", "Wilhelmina", "Christopher", "Di"], "pairs"),
    ],
)
def test_hands_keys_and_save_stand_on_one_small_screen(
    phone: Page, pub: ServerProcess, names: list[str], sides: str
) -> None:
    match = sit_down(phone, pub, BLOCK, *names, sides=sides)
    for width, height in ((320, 640), (390, 664), (844, 390), (667, 375)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(f"{match}/rounds/new?out=blocked")
        assert phone.evaluate("scrollY") == 0
        foot = box(phone.locator("#save"))
        first = box(phone.locator(".hand").first)
        key = box(phone.locator("#keypad [data-next]"))
        assert first["y"] > 0
        assert key["y"] + key["height"] <= foot["y"], "the last row of keys is not under Save"
        assert foot["y"] + foot["height"] <= height
