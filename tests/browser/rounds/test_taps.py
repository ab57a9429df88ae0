"""How many taps each task takes, counted by the page itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    MATCH,
    end_round,
    expect_totals,
    last_change,
    open_round,
    rematch,
    save,
    verdict,
)
from tests.browser.table import sit_down
from tests.serving import ServerProcess

# Each touch counts once, wherever it lands, from page to page of one tab.
COUNT_TOUCHES = """addEventListener('touchstart',
  () => sessionStorage.setItem('taps', 1 + Number(sessionStorage.getItem('taps'))), true)"""


@pytest.fixture
def two(phone: Page, pub: ServerProcess) -> Page:
    """Two players at a new match to 60; the phone is on the match's page, and every touch is counted."""
    phone.add_init_script(COUNT_TOUCHES)
    sit_down(phone, pub, "draw_100", "Ann", "Bob", target=60)
    return phone


def taps(phone: Page, act: Callable[[], None]) -> int:
    """How many touches ``act`` takes."""
    phone.evaluate("sessionStorage.removeItem('taps')")
    act()
    return int(phone.evaluate("sessionStorage.getItem('taps')") or 0)


def tap(phone: Page, group: str, *names: str) -> None:
    """Tap these buttons one after the other, without waiting for the page."""
    for name in names:
        phone.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).tap()


def chip_out(phone: Page) -> None:
    open_round(phone, "Ann")
    tap(phone, "Pips", "2", "3")
    save(phone)


def test_a_round_its_correction_and_a_rematch_take_few_taps(two: Page) -> None:
    def correct() -> None:
        two.get_by_role("link", name="Correct round 1").tap()
        tap(two, "Pips", "1", "9")
        two.get_by_role("button", name="Save the correction").tap()
        two.wait_for_url(MATCH)

    assert taps(two, lambda: chip_out(two)) <= 4  # who, every digit, Save
    expect_totals(two, 23, 0)
    assert taps(two, correct) <= 4
    expect_totals(two, 19, 0)
    end_round(two, out="Bob", pips={"Ann": 60})
    expect(verdict(two)).to_have_text("Bob won 60–19")
    assert taps(two, lambda: rematch(two)) == 1
    expect_totals(two, 0, 0)
    expect(two.get_by_text("Bob goes first")).to_be_visible()


@pytest.mark.parametrize(
    ("out", "hands", "most", "totals"),
    [
        pytest.param("Ann", "759", 7, (21, 0, 0, 0), marks=pytest.mark.long),
        ("Blocked", "7594", 9, (0, 0, 0, 17)),
    ],
)
def test_a_round_for_four_takes_one_tap_a_hand_and_one_between_two(
    phone: Page, pub: ServerProcess, out: str, hands: str, most: int, totals: tuple[int, ...]
) -> None:
    phone.add_init_script(COUNT_TOUCHES)
    sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy", "Di")

    def enter() -> None:
        open_round(phone, None if out == "Blocked" else out)
        tap(phone, "Pips", *" Next ".join(hands).split())
        save(phone)

    assert taps(phone, enter) <= most
    expect_totals(phone, *totals)


def test_a_wrong_partner_is_corrected_in_four_taps(phone: Page, pub: ServerProcess) -> None:
    phone.add_init_script(COUNT_TOUCHES)
    sit_down(phone, pub, "block", "Ann", "Bob", "Cy", "Di", sides="pairs")
    end_round(phone, out="Ann")

    def correct() -> None:
        phone.locator("#menu summary").tap()
        phone.get_by_role("link", name="Change players or rules").tap()
        phone.locator(".choice", has_text="Ann & Bob v Cy & Di").tap()
        phone.get_by_role("button", name="Save changes").tap()
        phone.wait_for_url(MATCH)

    assert taps(phone, correct) <= 4
    expect(phone.locator(".board .name").first).to_contain_text("Ann & Bob")


def test_back_to_the_match_after_undo_shows_it_as_it_is(two: Page) -> None:
    chip_out(two)
    two.get_by_role("button", name="Undo", exact=True).tap()
    expect(two.locator(".round-line.deleted")).to_have_count(1)
    open_round(two, "Bob")
    two.go_back()
    expect_totals(two, 0, 0)
    expect(last_change(two)).to_have_count(0)
