"""The moment a match is won: confetti, unless motion is reduced or the knock is switched off."""

from typing import cast

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import end_round
from tests.browser.offline.faulty_way import until
from tests.browser.phone import come_in
from tests.browser.table import club_of, start
from tests.serving import ServerProcess

WATCH_FOR_CONFETTI = """() => new MutationObserver(changes => {
  const made = changes.flatMap(change => [...change.addedNodes]);
  if (made.some(node => node.className === 'confetti')) sessionStorage.setItem('confetti', 'fell');
}).observe(document, {childList: true, subtree: true})"""
SEEN = "() => sessionStorage.getItem(`being played: ${location.pathname}`)"
FELL = "() => sessionStorage.getItem('confetti')"


@pytest.fixture
def club(phone: Page, pub: ServerProcess) -> Page:
    phone.add_init_script(f"({WATCH_FOR_CONFETTI})()")
    come_in(phone, pub)
    return phone


def win(phone: Page) -> str | None:
    """Win a match of one round; whether confetti fell."""
    start(phone, club_of(phone), "draw_100", "Ann", "Bob", target=10)
    until(lambda: phone.evaluate(SEEN) == "yes")
    return finish(phone)


def finish(phone: Page) -> str | None:
    end_round(phone, out="Ann", pips={"Bob": 12})
    expect(phone.locator("#slip")).to_contain_text("Ann comes in 1st")
    until(lambda: phone.evaluate(SEEN) is None)
    return cast("str | None", phone.evaluate(FELL))


def test_confetti_falls_at_a_win(club: Page) -> None:
    assert win(club) == "fell"


def test_no_confetti_with_reduced_motion(club: Page) -> None:
    club.emulate_media(reduced_motion="reduce")
    assert win(club) is None


def test_no_confetti_when_the_knock_is_off(club: Page) -> None:
    start(club, club_of(club), "draw_100", "Ann", "Bob", target=10)
    until(lambda: club.evaluate(SEEN) == "yes")
    club.get_by_text("Match", exact=True).tap()
    club.get_by_role("button", name="Knock and buzz").tap()
    expect(club.get_by_role("button", name="Knock and buzz")).to_have_attribute("aria-pressed", "false")
    club.locator("#menu summary").tap()
    assert finish(club) is None
