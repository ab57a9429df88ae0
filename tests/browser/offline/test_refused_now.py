"""With signal an act is saved or refused at once: a refusal is one sentence, and nothing waits behind it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.phone import Complaints
from tests.browser.table import fill_hand, form_at_hand, from_menu, link_of, save, sit_down
from tests.serving import ServerProcess, until

KEY_10 = ".keys form:nth-child(1) button[value='10']"


@pytest.fixture(autouse=True)
def _quiet(complaints: Complaints) -> None:
    complaints.expect("status of (409|422)|net::ERR_FAILED")


def nothing_stays(phone: Page) -> None:
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.locator("#waiting")).to_be_hidden()
    expect(phone.locator("#badge")).to_have_text("live")
    nothing_waits(phone)


def test_a_name_tapped_before_any_end_holds_nothing_up(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "fives_250")
    phone.goto(f"{match}?way=ends")
    phone.locator("#ends-form [name=side][value='0']").click()
    expect(phone.locator("[data-refusal]")).not_to_be_empty()
    nothing_stays(phone)
    phone.locator("[data-end='6']").click()
    expect(phone.locator("[data-refusal]")).not_to_be_empty()
    phone.locator("[data-end='4']").click()
    phone.locator("#ends-form [name=side][value='0']").click()
    expect_totals(phone, 10, 0)
    expect(phone.locator("[data-refusal]")).to_be_empty()


# As a page that is a little behind: the tile is tapped where it may not lie.
SEND_TILE = """tile => {
  const form = document.querySelector('.tiles-form');
  const button = form.querySelector('button[name=tile]');
  button.value = tile;
  button.removeAttribute('aria-disabled');
  button.removeAttribute('disabled');
  button.click();
}"""


def test_a_tile_that_cannot_lie_there_holds_nothing_up(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "fives_250")
    phone.goto(f"{match}?way=tiles")
    phone.locator("[name=seat][value='0']").check(force=True)
    phone.locator(".pick[data-tile='5-5']").click()
    expect_totals(phone, 10, 0)
    for laid, (refused, tile) in enumerate((("5-5", "5-0"), ("6-4", "5-1")), 1):  # laid already, fits nowhere
        phone.evaluate(SEND_TILE, refused)
        expect(phone.locator("[data-refusal]")).not_to_be_empty()
        nothing_stays(phone)
        assert len(state(pub, match).events) == laid
        phone.wait_for_timeout(1000)  # no double tap
        phone.locator(f".pick[data-tile='{tile}']").click()
        expect(phone.locator("[data-refusal]")).to_be_empty()
        until(lambda laid=laid: len(state(pub, match).events) == laid + 1)


def test_a_play_that_another_phone_has_just_made_is_refused_and_may_be_tapped_again(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub, "fives_250")
    second.goto(link_of(first, "score"))
    second.goto(match)
    first.goto(match)
    second.route("**/state*", lambda route: route.abort())
    first.locator(KEY_10).tap()
    expect_totals(first, 10, 0)
    second.locator(KEY_10).tap()
    expect(second.locator("[data-refusal]")).to_contain_text("has just entered: Ann 10.")
    expect(second.locator("[data-refusal]")).to_contain_text("tap again if yours is another play")
    nothing_waits(second)
    second.locator(KEY_10).tap()
    expect_totals(second, 20, 0)


def test_a_round_for_a_match_that_another_phone_has_ended_is_refused_on_the_match(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub)
    second.goto(link_of(first, "score"))
    second.goto(match)
    form_at_hand(second)
    second.route("**/state*", lambda route: route.abort())
    second.get_by_role("link", name="Ann", exact=True).click()
    fill_hand(second, 1, 7)
    first.goto(match)
    from_menu(first, "Abandon match")
    first.get_by_role("button", name="Abandon match").click()
    expect(first.locator(".verdict")).to_contain_text("Abandoned")
    save(second)
    expect(second.locator("[data-refusal]")).to_contain_text("This match is over")
    second.unroute("**/state*")
    expect(second.locator(".verdict")).to_contain_text("Abandoned")
    nothing_stays(second)
