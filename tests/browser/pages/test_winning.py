"""The moment a match is won: confetti, unless motion is reduced or the knock is switched off."""

from typing import cast

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import WHO, end_round, expect_totals, open_round, undo
from tests.browser.offline.faulty_way import until
from tests.browser.phone import Complaints, box
from tests.browser.table import form_comes, sit_down
from tests.serving import ServerProcess

WATCH_FOR_CONFETTI = """() => new MutationObserver(changes => {
  const made = changes.flatMap(change => [...change.addedNodes]);
  if (made.some(node => node.className === 'confetti')) sessionStorage.setItem('confetti', 'fell');
}).observe(document, {childList: true, subtree: true})"""
SEEN = "() => sessionStorage.getItem(`being played: ${location.pathname}`)"
FELL = "() => sessionStorage.getItem('confetti')"


@pytest.fixture
def club(phone: Page) -> Page:
    phone.add_init_script(f"({WATCH_FOR_CONFETTI})()")
    return phone


def win(phone: Page, pub: ServerProcess, knock: str = "on") -> str | None:
    """Win a match of one round; whether confetti fell."""
    sit_down(phone, pub, "draw_100", "Ann", "Bob", target=10)
    until(lambda: phone.evaluate(SEEN) == "yes")
    if knock == "off":
        phone.get_by_text("Match", exact=True).tap()
        phone.get_by_role("button", name="Knock and buzz").tap()
        expect(phone.get_by_role("button", name="Knock and buzz")).to_have_attribute("aria-pressed", "false")
        phone.locator("#menu summary").tap()
    end_round(phone, out="Ann", pips={"Bob": 12})
    expect(phone.locator("#slip")).to_contain_text("1st")
    until(lambda: phone.evaluate(SEEN) is None)
    return cast("str | None", phone.evaluate(FELL))


def test_confetti_falls_at_a_win_unless_motion_is_reduced_or_the_knock_is_off(
    club: Page, pub: ServerProcess
) -> None:
    club.emulate_media(reduced_motion="reduce")
    assert win(club, pub) is None
    club.emulate_media(reduced_motion="no-preference")
    assert win(club, pub) == "fell"
    assert box(club.get_by_role("button", name="Undo"))["y"] < 200
    club.evaluate("sessionStorage.removeItem('confetti')")
    assert win(club, pub, knock="off") is None


def test_a_won_leg_stays_until_the_next_is_begun_also_without_signal(
    club: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    sit_down(club, pub, "draw_100", "Ann", "Bob", target=10, legs=2)
    end_round(club, out="Ann", pips={"Bob": 12})
    expect(club.get_by_role("article", name="Leg 1")).to_contain_text("Ann wins the leg")
    expect(club.get_by_role("region", name="Score")).to_be_hidden()
    # The part of the script that is loaded later has arrived.
    expect(club.locator("#menu .sound")).not_to_have_attribute("hidden", "")
    club.context.set_offline(True)
    club.get_by_role("link", name="Leg 2: Ann goes first").tap()
    expect_totals(club, 0, 0)
    expect(club.get_by_role("group", name=WHO)).to_be_visible()
    expect(club.get_by_role("article", name="Leg 1")).to_be_hidden()
    club.context.set_offline(False)
    club.reload()
    expect_totals(club, 0, 0)
    undo(club)
    expect_totals(club, 0, 0)
    end_round(club, out="Bob", pips={"Ann": 11})
    expect(club.get_by_role("article", name="Leg 1")).to_contain_text("Bob wins the leg")


def test_what_waits_is_named_by_its_leg(club: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    sit_down(club, pub, "draw_100", "Ann", "Bob", target=10, legs=2)
    with form_comes(club):  # the form is at hand
        club.reload()
    club.context.set_offline(True)
    for pips, bar in ((12, "Leg 2, round 1"), (3, "Leg 2, round 2")):
        end_round(club, out="Ann", pips={"Bob": pips})
        expect(club.get_by_role("group", name=f"{bar} over")).to_be_visible()
        expect(club.locator(".top .sub")).to_have_text(bar)
    open_round(club, "Bob")
    expect(club.get_by_role("heading", level=1)).to_have_text("Leg 2, round 2")
