"""Each tap on a key is an entry of its own, however slow the way is and whatever happens on it."""

from time import sleep

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, Route

from tests.browser.offline.test_outbox import state, waiting
from tests.browser.phone import Complaints
from tests.browser.table import expect_totals, sit_down, start
from tests.serving import ServerProcess

STEP = st.sampled_from(["quick", "slow", "lost on the way", "lost on the way back", "log-in page"])


@pytest.fixture(autouse=True)
def _quiet(complaints: Complaints) -> None:
    complaints.expect("net::|Failed to load|ERR_")


def test_eight_taps_on_a_slow_way_are_eight_plays(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "fives_250")

    def slowly(route: Route) -> None:
        sleep(0.6)
        route.continue_()

    phone.route("**/plays/keys", slowly)
    five = phone.get_by_role("button", name="5 for Ann", exact=True)
    for _ in range(8):
        five.click()
        phone.wait_for_timeout(200)
    expect_totals(phone, 40, 0)
    assert len(state(pub, match).events) == 8
    assert waiting(phone) == 0


@settings(
    max_examples=5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(steps=st.lists(STEP, min_size=1, max_size=5), taps=st.lists(st.integers(0, 1), min_size=1, max_size=5))
def test_whatever_happens_on_the_way_every_tap_is_stored_once(
    phone: Page, pub: ServerProcess, steps: list[str], taps: list[int]
) -> None:
    if "/c/" not in phone.url:
        sit_down(phone, pub, "fives_250")
    match = start(phone, phone.url.split("matches/")[0], "fives_250", "Ann", "Bob")
    fates = list(steps)

    def happen(route: Route) -> None:
        fate = fates.pop(0) if fates else "quick"
        if fate == "lost on the way":
            route.abort()
        elif fate == "lost on the way back":
            route.fetch()
            route.abort()
        elif fate == "log-in page":
            route.fulfill(content_type="text/html", body="<h1>Log in</h1>")
        else:
            sleep(0.3 if fate == "slow" else 0)
            route.continue_()

    phone.route("**/plays/keys", happen)
    for side in taps:
        phone.locator(f".keys form:nth-child({side + 1}) button[value='5']").click()
    expect_soon = [str(5 * taps.count(side)) for side in (0, 1)]
    retry = phone.get_by_role("button", name="Try now")
    for _ in range(60):
        if phone.locator(".board .total").all_text_contents() == expect_soon and not waiting(phone):
            break
        if retry.is_visible():
            retry.click()
        phone.wait_for_timeout(250)
    phone.unroute("**/plays/keys")
    expect_totals(phone, *map(int, expect_soon))
    assert len(state(pub, match).events) == len(taps)
