"""Whatever the network does to a Save: it counts once, and an act whose answer was lost is settled."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FAULTS, FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.table import enter_round, fill_hand, link_of, live, open_round, save, sit_down
from tests.serving import until

NEVER = "Object.defineProperty(window, 'indexedDB', {value: {open() { return {}; }}})"


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


def test_undo_while_a_round_waits_for_a_decision_says_so_and_is_not_kept(
    new_phone: Callable[..., Page], way: FaultyWay
) -> None:
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, way)
    other.goto(link_of(phone, "score").replace(way.url, way.server.url))
    phone.goto(match)
    open_round(phone, match)
    fill_hand(phone, 1, 9)
    way.fates = ["refused"] * 50
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    enter_round(other, match.replace(way.url, way.server.url), 5)
    phone.goto(match)
    way.fates = []
    expect(phone.locator("#outbox .conflict")).to_be_visible()
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("[data-refusal]")).to_have_text("First choose what counts: Ann, Bob’s pips 9.")
    assert waiting(phone) == 1
    phone.get_by_role("button", name="Keep theirs").tap()
    expect(phone.locator("[data-refusal]")).to_have_text("")
    expect_totals(phone, 5, 0)
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
    way.fates = ["portal 200"] * 30
    phone.get_by_role("button", name="5 for Ann", exact=True).click()
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.reload()
    phone.get_by_role("button", name="10 for Ann", exact=True).click()
    expect(phone.locator("#badge")).to_contain_text("waiting")
    way.fates = []
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


LATE = 25_000  # ms: silence is given up after 8 s, and tried again with a pause
# A broken connection and an answer that never comes; test_lost_answers.py has a log-in page's answer.
ONE_OF_A_KIND = ("cut after the commit", "silence")
TAPS = st.lists(st.tuples(st.integers(0, 1), st.sampled_from([0, 80, 400])), min_size=1, max_size=5)
FATES = st.lists(st.sampled_from(["", *(fault for fault in FAULTS if fault != "silence")]), max_size=4)


@pytest.mark.parametrize(
    "fault",
    [fault if fault in ONE_OF_A_KIND else pytest.param(fault, marks=pytest.mark.long) for fault in FAULTS],
)
def test_a_save_is_stored_exactly_once(phone: Page, way: FaultyWay, fault: str) -> None:
    match = sit_down(phone, way)
    open_round(phone, match)
    fill_hand(phone, 1, 37)
    way.acts.clear()
    way.fates = [fault]
    save(phone)
    phone.wait_for_url(match, timeout=LATE)
    expect_totals(phone, 37, 0)
    expect(phone.locator("#badge")).to_have_text("live")
    assert len(state(way, match).events) == 1
    nothing_waits(phone)
    assert len(way.acts) == 2


def keys_of(phone: Page, side: int) -> None:
    phone.locator(f".keys form:nth-child({side + 1}) button[value='5']").click()


def test_five_taps_in_a_second_on_2g_are_five_plays_and_are_counted_down(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way, "fives_250")
    way.slow = True
    for _ in range(5):
        keys_of(phone, 0)
        phone.wait_for_timeout(200)
    expect(phone.locator(".board.counted")).to_be_visible()
    for words in ("3 waiting", "2 waiting", "1 waiting", "live"):  # each for longer than between two looks
        expect(phone.locator("#badge")).to_have_text(words)
    expect_totals(phone, 25, 0)
    assert len(state(way, match).events) == 5
    nothing_waits(phone)


@settings(
    max_examples=6,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(taps=TAPS, fates=FATES)
def test_whatever_the_network_does_every_tap_is_stored_once(
    phone: Page, way: FaultyWay, taps: list[tuple[int, int]], fates: list[str]
) -> None:
    if "/matches/" not in phone.url:
        sit_down(phone, way, "fives_250")
    match = phone.url.split("?")[0]
    before = state(way, match)
    way.fates = list(fates)
    for side, gap in taps:
        keys_of(phone, side)
        phone.wait_for_timeout(gap)
    expected = [before.score.totals[side] + 5 * sum(tapped == side for tapped, _ in taps) for side in (0, 1)]
    try_now = phone.get_by_role("button", name="Try now")
    for _ in range(LATE // 100):
        if list(state(way, match).score.totals) == expected and waiting(phone) == 0:
            break
        # In one step: the button goes by itself as soon as the last play is stored.
        try_now.evaluate_all("buttons => buttons.forEach(button => button.click())")
        phone.wait_for_timeout(100)
    way.fates = []
    after = state(way, match)
    assert list(after.score.totals) == expected
    assert len(after.events) == len(before.events) + len(taps)
    nothing_waits(phone)
    expect_totals(phone, *expected)
