"""A player enters their own hand while the scorer has the round's form open: it appears there by itself."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.offline.test_one_request import asked_of
from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough, shot
from tests.browser.table import expect_totals, fill_hand, form_comes, from_menu, link_of, save, sit_down
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
    scorer.goto(match)
    with form_comes(scorer):
        scorer.reload()
    scorer.wait_for_timeout(1000)
    scorer.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(scorer, 2, 7)
    asked = asked_of(scorer)
    for name, pips in (("Ann", 9), ("Bob", 12)):
        bob.goto(f"{match}/hands/own")
        bob.locator(".choice", has_text=name).click()
        bob.get_by_label("Your pips").fill(str(pips))
        bob.get_by_role("button", name="Send my pips").click()
        expect(bob.get_by_role("status").filter(has_text="Your hand")).to_have_text(
            f"Your hand for round 1 is in: {pips} pips."
        )
    expect(scorer.locator(".reported")).to_contain_text("Bob says 12")
    expect(scorer.locator("input[name=pips_1]")).to_have_value("12")
    expect(scorer.locator("input[name=pips_0]")).to_have_value("")  # she is out
    assert set(asked) <= {"GET state"}, "the match's own poll brings them"
    expect(scorer.locator("input[name=pips_2]")).to_have_value("7")
    fill_hand(scorer, 1, 10)
    expect(scorer.locator(".reported .differs")).to_contain_text("Bob says 12")
    for check in (assert_no_sideways_scroll, assert_targets_big_enough, assert_accessible):
        check(scorer)
    shot(scorer, "round-entered")
    save(scorer)
    expect_totals(bob, 17, 0, 0)
    expect(bob.locator("#state")).to_contain_text("Bob entered 12 on Phone 2; entered 10.")
