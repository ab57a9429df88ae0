"""A player enters their own hand while the scorer has the round's form open: it appears there by itself."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough, shot
from tests.browser.table import expect_totals, fill_hand, from_menu, link_of, open_round, save, sit_down
from tests.serving import ServerProcess


def test_a_players_own_hand_appears_in_the_scorers_open_form(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    scorer, bob = new_phone(), new_phone()
    match = sit_down(scorer, pub, "draw_100", "Ann", "Bob", "Cy")
    bob.goto(link_of(scorer, "score"))
    bob.goto(match)
    from_menu(bob, "Enter just my hand")
    for check in (assert_no_sideways_scroll, assert_targets_big_enough, assert_accessible):
        check(bob)
    shot(bob, "own-hand")
    open_round(scorer, match)
    fill_hand(scorer, 2, 7)
    bob.locator(".choice", has_text="Bob").click()
    bob.get_by_label("Your pips").fill("12")
    bob.get_by_role("button", name="Send my pips").click()
    expect(bob.get_by_role("status").filter(has_text="Your hand")).to_have_text(
        "Your hand for round 1 is in: 12 pips."
    )
    expect(scorer.locator(".reported")).to_contain_text("Bob says 12")
    expect(scorer.locator("input[name=pips_1]")).to_have_value("12")
    expect(scorer.locator("input[name=pips_2]")).to_have_value("7")
    fill_hand(scorer, 1, 10)
    expect(scorer.locator(".reported .differs")).to_contain_text("Bob says 12")
    for check in (assert_no_sideways_scroll, assert_targets_big_enough, assert_accessible):
        check(scorer)
    shot(scorer, "round-entered")
    save(scorer)
    scorer.wait_for_url(match)
    expect_totals(bob, 17, 0, 0)
    expect(bob.locator("#state")).to_contain_text("Bob entered 12 on Phone 2; entered 10.")
