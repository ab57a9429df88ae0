"""Whatever the network does to a Save or to hurried taps: stored exactly once, and reported truly."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import FAULTS, FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.table import expect_totals, fill_hand, open_round, save, sit_down

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


def test_five_taps_in_a_second_on_2g_are_five_plays(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way, "fives_250")
    way.slow = True
    for _ in range(5):
        keys_of(phone, 0)
        phone.wait_for_timeout(200)
    expect(phone.locator(".board.counted")).to_be_visible()
    expect(phone.locator(".board:not(.counted) .total").first).to_have_text("25", timeout=60_000)
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
