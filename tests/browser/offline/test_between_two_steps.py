"""A page that is left between two steps of one change to what the phone keeps: all of it is done, or none."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_left_at_once import SAVE, tap_and_leave
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.offline.test_save_at_once import open_form
from tests.browser.offline.test_what_became_of_it import copied
from tests.browser.table import (
    enter_round,
    expect_counted,
    fill_hand,
    form_at_hand,
    open_round,
    save,
    sit_down,
    without_signal,
)
from tests.serving import ServerProcess, until

pytestmark = pytest.mark.usefixtures("faulty_network")

# After so many more changes the storage begins none, as where the page has ended by then.
ENDS_AFTER = """steps => {
  const begin = IDBDatabase.prototype.transaction;
  const never = { objectStore: () => new Proxy({}, { get: () => () => ({}) }) };
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    return mode !== "readwrite" || steps-- > 0 ? begin.call(this, stores, mode, ...more) : never;
  };
}"""
# The first news of how far the match is, which is compared with what the phone knows.
ONCE_COMPARED = f"document.addEventListener('match:version', () => ({ENDS_AFTER})(STEPS), {{ once: true }});"


def leave(phone: Page) -> None:
    phone.wait_for_timeout(300)  # in which all that still can be done is done
    phone.goto("about:blank")


@pytest.mark.parametrize("steps", [pytest.param(1, marks=pytest.mark.long), 2])
def test_what_was_too_early_for_a_restored_club_follows_what_it_has_lost(
    phone: Page, server: ServerProcess, steps: int
) -> None:
    match = sit_down(phone, server)
    enter_round(phone, match, 11)
    put_back = copied(server)
    enter_round(phone, match, 12)
    enter_round(phone, match, 13)
    open_round(phone, match)
    fill_hand(phone, 1, 14)
    server.kill()
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.goto("about:blank")
    put_back()
    leaves = phone.context.new_page()
    leaves.add_init_script(ONCE_COMPARED.replace("STEPS", str(steps)))
    leaves.goto(match)
    expect(leaves.locator("#outbox")).to_contain_text("round 4 cannot come before it")
    with leaves.expect_response("**/state*"):
        pass
    leave(leaves)
    phone.goto(match)
    expect_totals(phone, 50, 0)
    nothing_waits(phone)
    assert [event.round for event in state(server, match).events] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "steps", [pytest.param(0, marks=pytest.mark.long), 1, pytest.param(2, marks=pytest.mark.long)]
)
def test_a_round_that_is_discarded_and_those_behind_it(phone: Page, pub: ServerProcess, steps: int) -> None:
    match = sit_down(phone, pub)
    open_round(phone, match)
    without_signal(phone, 11, 12, 13)
    phone.get_by_text("3 waiting since").click()
    card = phone.locator("#waiting article", has_text="Round 1")
    phone.evaluate(ENDS_AFTER, steps)
    card.get_by_role("button", name="Discard").click()
    leave(phone)
    phone.context.set_offline(False)
    phone.goto(match)
    expect_totals(phone, 25 if steps else 36, 0)
    nothing_waits(phone)
    assert [event.round for event in state(pub, match).events] == [1, 2, 3][: 2 if steps else 3]


@pytest.mark.parametrize("steps", [1, pytest.param(2, marks=pytest.mark.long), None])
def test_a_round_that_is_added_as_another_and_those_behind_it(
    new_phone: Callable[..., Page], way: FaultyWay, steps: int | None
) -> None:
    """All of them get their new numbers, also where the page stays open."""
    first, second = new_phone(), new_phone()
    match = sit_down(first, way)
    second.context.add_cookies(first.context.cookies())
    open_round(second, match)
    without_signal(second, 6, 7, 8)
    enter_round(first, match, 12)
    second.context.set_offline(False)
    choice = second.get_by_role("button", name="Add mine as round 2")
    expect(choice).to_be_visible()
    if steps:
        second.evaluate(ENDS_AFTER, steps)
    choice.click()
    if steps:
        leave(second)
        second.goto(match)
    expect_totals(second, 33, 0)
    nothing_waits(second)
    until(lambda: [event.round for event in state(way, match).events] == [1, 2, 3, 4])


def test_a_round_saved_as_the_page_is_left_is_not_typed_into_the_next_form(
    phone: Page, pub: ServerProcess
) -> None:
    match = sit_down(phone, pub)
    form_at_hand(phone)
    phone.context.set_offline(True)
    open_form(phone, "Ann")
    fill_hand(phone, 1, 37)
    phone.wait_for_timeout(100)
    tap_and_leave(phone, SAVE)
    phone.context.set_offline(False)
    phone.route("**/rounds", lambda route: route.abort())
    phone.goto(match)
    expect_counted(phone, 37, 0)
    form_at_hand(phone)
    open_form(phone, "Ann")
    expect(phone.locator("input[name=pips_1]")).to_have_value("")


@pytest.mark.parametrize("choice", ["Send it as it is", "Discard"])
def test_a_correction_of_what_waited_is_over_with_that(phone: Page, pub: ServerProcess, choice: str) -> None:
    sit_down(phone, pub)
    form_at_hand(phone)
    phone.route("**/rounds", lambda route: route.abort())
    open_form(phone, "Ann")
    fill_hand(phone, 1, 37)
    save(phone)
    expect_counted(phone, 37, 0)
    phone.get_by_text("1 waiting since").click()
    phone.get_by_role("button", name="Edit it").click()
    expect(phone.locator("input[name=pips_1]")).to_have_value("37")
    phone.locator(".top .back").click()
    phone.unroute("**/rounds")
    phone.get_by_role("button", name=choice).click()
    expect_totals(phone, 0 if choice == "Discard" else 37, 0)
    nothing_waits(phone)
    open_form(phone, "Ann")
    expect(phone.locator("input[name=pips_1]")).to_have_value("")
    fill_hand(phone, 1, 12)
    save(phone)
    expect_totals(phone, 12 if choice == "Discard" else 49, 0)
    nothing_waits(phone)


def test_a_refused_round_is_still_typed_where_the_page_is_loaded_again(
    phone: Page, pub: ServerProcess
) -> None:
    sit_down(phone, pub)
    form_at_hand(phone)
    open_form(phone, "Ann")
    fill_hand(phone, 1, 200)
    save(phone)
    expect(phone.locator("#round .error").first).to_be_visible()
    phone.reload()
    expect(phone.locator("input[name=pips_1]")).to_have_value("200")
