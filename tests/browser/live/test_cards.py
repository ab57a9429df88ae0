"""Match cards and reported hands on several phones: what one saves, the others see without a tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.app import create_app
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from tests.browser.evening import expect_totals
from tests.browser.offline.test_one_request import asked_of
from tests.browser.phone import Complaints, assert_accessible, assert_it_fits, shot
from tests.browser.table import fill_hand, form_at_hand, from_menu, link_of, save, sit_down
from tests.serving import ServerProcess
from tests.web.cast import Pub, open_pub
from tests.web.secretary import draw_up, three_teams

Phones = tuple[Page, Page]


def card_of(club: Pub) -> str:
    """The address of the first card of a league of three teams, three boards of doubles each."""
    at = three_teams(club)
    draw_up(club, at)
    links = club.manager.open(f"{at}fixtures/").links
    return next(href for words, href in links if " v " in words and at not in href)


@pytest.fixture
def captains(new_phone: Callable[[], Page], pub: ServerProcess) -> Phones:
    club = open_pub(create_app({"DATABASE": pub.database}), "The Crown")
    card = card_of(club)
    secret = link_secret(secret_key(pub.database), club.id, "score", 1)
    home, away = new_phone(), new_phone()
    for phone, side in ((home, "home"), (away, "away")):
        phone.goto(pub.url + join_path(club.id, secret))
        phone.goto(f"{pub.url}{card}?side={side}")
    return home, away


def result(phone: Page, board: int, legs: str = "2-0") -> None:
    phone.locator(f"input[name=b{board}_legs][value='{legs}']").check(force=True)


def seat(phone: Page, board: int) -> None:
    for side in ("home", "away"):
        for place in (0, 1):
            chosen = phone.locator(f"select[name=b{board}_{side}_{place}]")
            chosen.select_option(index=2 * board - 1 + place)


def save_card(phone: Page) -> None:
    with phone.expect_navigation():
        phone.get_by_role("button", name="Save the card").click()


@pytest.mark.usefixtures("complaints")
def test_a_captain_sees_what_the_other_saves_and_signs_without_a_reload(captains: Phones) -> None:
    home, away = captains
    for board in (1, 2, 3):
        seat(home, board)
        result(home, board)
    save_card(home)
    expect(away.locator(".fixture-score .legs")).to_have_text("3–0")
    expect(away.locator("input[name=b1_legs]:checked")).to_have_value("2-0")
    expect(away.locator("#said")).to_contain_text("to sign")
    expect(away.get_by_role("button", name="Send or copy the result")).to_be_visible()
    second = home.locator(".fixture-score bdi").last.inner_text()
    # The tap asks first whether there is signal; meanwhile the other phone may have saved something.
    with home.expect_navigation():
        home.evaluate("""() => {
          document.querySelector('[name=sign]').click();
          document.querySelector('[data-part]:has([name=sign])').innerHTML += ' ';
        }""")
    expect(home.locator(".status")).to_contain_text(f"Waits for {second} to sign")
    with away.expect_navigation():
        away.get_by_role("button", name=f"Sign for {second}").click()
    expect(home.locator(".status")).to_contain_text("Signed for both teams")
    expect(home.get_by_role("button", name="Save the card")).to_have_count(0)


def test_what_a_captain_is_typing_stays_also_when_it_was_refused(
    captains: Phones, complaints: Complaints
) -> None:
    home, away = captains
    result(away, 3)
    seat(home, 1)
    result(home, 1)
    save_card(home)
    expect(away.locator(".status")).to_contain_text("1 of 3 boards")
    expect(away.locator("input[name=b3_legs]:checked")).to_have_count(1)
    complaints.expect("422")
    for place in (0, 1):
        away.locator(f"select[name=b3_home_{place}]").select_option(index=5)
    save_card(away)  # one man twice
    expect(away.locator("[data-bad]").first).to_be_visible()
    seat(home, 2)
    result(home, 2)
    save_card(home)
    expect(away.locator(".status")).to_contain_text("2 of 3 boards")
    expect(away.locator("input[name=b3_legs]:checked")).to_have_count(1)
    expect(away.locator("[data-bad]").first).to_be_visible()


def test_a_players_own_hand_appears_in_the_scorers_open_form(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    scorer, bob = new_phone(), new_phone()
    match = sit_down(scorer, pub, "draw_100", "Ann", "Bob", "Cy")
    bob.goto(link_of(scorer, "score"))
    bob.goto(match)
    from_menu(bob, "Enter just my hand")
    assert_it_fits(bob)
    assert_accessible(bob)
    shot(bob, "own-hand")
    scorer.goto(match)
    form_at_hand(scorer)
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
    assert_it_fits(scorer)
    assert_accessible(scorer)
    shot(scorer, "round-entered")
    save(scorer)
    expect_totals(bob, 17, 0, 0)
    expect(bob.locator("#state")).to_contain_text("Bob entered 12 on Phone 2; entered 10.")
