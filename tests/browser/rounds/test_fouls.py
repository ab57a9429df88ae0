"""A round that a foul ended, from the match's page to the new total, counted before the club has answered."""

from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible
from tests.browser.table import expect_totals, save, sit_down
from tests.serving import ServerProcess


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
    sit_down(phone, pub, "fives_250", "Ann", "Bob", foul="pips")
    phone.locator(".over summary").tap()
    phone.get_by_role("link", name="Foul").tap()
    expect(phone.locator("#who-said")).to_have_text("Who chipped out, or whose foul was it?")
    phone.get_by_role("radio", name="Foul by Ann").tap()
    expect(phone.locator("#hands-label")).to_have_text("Pips left")
    phone.locator("input[name=pips_0]").fill("13")
    phone.locator("input[name=pips_1]").fill("6")
    save(phone)
    expect_totals(phone, 0, 15)
