"""An act whose answer was lost is not known yet, and is settled under its own key: it counts once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import FaultyWay, until
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.table import enter_round, expect_totals, fill_hand, open_round, save, sit_down

NEVER = "Object.defineProperty(window, 'indexedDB', {value: {open() { return {}; }}})"


def live(phone: Page) -> None:
    expect(phone.locator("#badge")).to_have_text("live")


def counting(way: FaultyWay, match: str) -> int:
    return len([event for event in state(way, match).counting if event.round])


@pytest.mark.parametrize(
    ("fate", "reloads"),
    [
        ("refused", True),
        ("cut after the commit", False),
        pytest.param("refused", False, marks=pytest.mark.long),
        pytest.param("cut after the commit", True, marks=pytest.mark.long),
    ],
)
def test_undo_of_a_play_whose_answer_is_lost_settles_it_and_takes_only_it_back(
    phone: Page, way: FaultyWay, fate: str, reloads: bool
) -> None:
    match = sit_down(phone, way, "fives_250")
    phone.get_by_role("button", name="10 for Ann", exact=True).tap()
    expect_totals(phone, 10, 0)
    live(phone)
    way.fates = [fate] * 30
    phone.get_by_role("button", name="15 for Bob", exact=True).tap()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    assert counting(way, match) == (1 if fate == "refused" else 2)
    if reloads:
        phone.reload()
        expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("[data-refusal]")).to_contain_text("15 for Bob is not known yet")
    phone.wait_for_timeout(1100)  # no double tap
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("[data-refusal]")).to_contain_text("Undo is not known yet")
    way.fates = []
    live(phone)
    nothing_waits(phone)
    expect_totals(phone, 10, 0)
    assert counting(way, match) == 1
    phone.get_by_role("button", name="20 for Bob", exact=True).tap()
    expect_totals(phone, 10, 20)


def test_undo_of_a_round_whose_answer_is_lost_takes_nothing_that_another_phone_has_entered_since(
    new_phone: Callable[..., Page], way: FaultyWay
) -> None:
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, way, "threes_fives_61")
    other.context.add_cookies(phone.context.cookies())
    for meanwhile in (False, True):
        phone.goto(f"{match}/rounds/new?out=0")
        phone.locator(".last-tile .choice:has([value='8'])").tap()
        way.fates = ["cut after the commit"] * 30
        save(phone)
        expect(phone.locator("#badge")).to_contain_text("1 waiting")
        phone.goto(match)
        phone.get_by_role("button", name="Undo").tap()
        expect(phone.locator("[data-refusal]")).to_contain_text("is not known yet")
        if meanwhile:
            other.goto(match.replace(way.url, way.server.url))
            other.get_by_role("button", name="3 for Bob", exact=True).tap()
            expect_totals(other, 9, 3)
        way.fates = []
        if meanwhile:
            expect(phone.locator("[data-refusal]")).to_contain_text("Somebody has entered or taken back")
        live(phone)
        expect_totals(phone, *((9, 3) if meanwhile else (0, 0)))
        nothing_waits(phone)


# Milliseconds: no double tap, and before the answer.
@pytest.mark.parametrize("gap", [1200, pytest.param(2000, marks=pytest.mark.long)])
def test_undo_of_a_play_that_is_on_its_way_follows_it(phone: Page, way: FaultyWay, gap: int) -> None:
    match = sit_down(phone, way, "fives_250")
    phone.get_by_role("button", name="10 for Ann", exact=True).tap()
    expect_totals(phone, 10, 0)
    live(phone)
    way.delay = 1.5
    phone.get_by_role("button", name="15 for Bob", exact=True).tap()
    phone.wait_for_timeout(gap)
    assert [event.round for event in state(way, match).counting if event.round] in ([1], [1, 1])
    phone.get_by_role("button", name="Undo").tap()
    phone.wait_for_timeout(100)
    phone.get_by_role("button", name="20 for Bob", exact=True).tap()
    until(lambda: len(way.acts) == 5)  # the match, three plays and Undo
    way.delay = 0
    live(phone)
    expect_totals(phone, 10, 20)
    assert [path.rsplit("/", 1)[-1] for path in way.acts[1:]] == ["keys", "keys", "undo", "keys"]
    nothing_waits(phone)


def test_a_deletion_whose_answer_is_lost_is_settled(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    for pips in (5, 6):
        enter_round(phone, match, pips)
    expect_totals(phone, 11, 0)
    phone.goto(f"{match}/rounds/1")
    way.fates = ["cut after the commit"]
    phone.get_by_role("button", name="Delete round").click()
    phone.wait_for_url(match)
    expect_totals(phone, 6, 0)
    nothing_waits(phone)


def test_a_page_loaded_again_while_a_play_waits_uses_no_key_twice(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way, "fives_250")
    phone.goto(match)
    way.fates = ["portal 200"] * 4
    phone.get_by_role("button", name="5 for Ann", exact=True).click()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.reload()
    phone.get_by_role("button", name="10 for Ann", exact=True).click()
    expect(phone.locator("#badge")).to_contain_text("waiting")
    expect_totals(phone, 15, 0)
    nothing_waits(phone)
    assert [event.round for event in state(way, match).events] == [1, 1]


def test_a_storage_that_never_answers_is_noticed_and_entries_go_on(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    phone.add_init_script(NEVER)
    phone.goto(match)
    expect(phone.get_by_role("alert")).to_contain_text("This phone cannot keep entries")
    expect(phone.locator("#badge")).to_contain_text("keeps nothing")
    with phone.expect_response("**/state*"):
        pass
    phone.wait_for_timeout(300)  # the page has read a poll's answer
    expect(phone.get_by_role("alert")).to_contain_text("This phone cannot keep entries")
    open_round(phone, match)
    expect(phone.get_by_role("alert")).to_contain_text("This phone cannot keep entries")
    fill_hand(phone, 1, 37)
    way.fates = ["cut after the commit"] * 20
    save(phone)
    expect(phone.get_by_role("alert").first).to_contain_text("Not known yet whether it was saved")
    way.fates = []
    save(phone)
    phone.wait_for_url(match)
    expect_totals(phone, 37, 0)
    assert len(state(way, match).events) == 1


def test_after_add_mine_what_waits_behind_is_renumbered(
    new_phone: Callable[..., Page], way: FaultyWay
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, way)
    second.context.add_cookies(first.context.cookies())
    enter_round(second, match, 5)
    open_round(second, match)
    second.context.set_offline(True)
    for number, pips in ((2, 6), (3, 7)):
        expect(second.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        second.locator("#who-fold").evaluate("fold => { fold.open = true; }")
        second.locator("#who .choice", has_text="Ann").click()
        fill_hand(second, 1, pips)
        save(second)
        expect(second.locator("#badge")).to_contain_text(f"{number - 1} waiting")
    enter_round(first, match, 12)
    second.context.set_offline(False)
    second.get_by_role("button", name="Add mine as round 3").click()
    until(lambda: len(state(way, match).events) == 4)
    assert [event.round for event in state(way, match).events] == [1, 2, 3, 4]
    expect_totals(second, 30, 0)
    nothing_waits(second)
