"""The phone's clock is wrong, or is put right in the middle of the evening: nothing depends on it."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.test_offline import copied, end_round
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.table import enter_round, fill_hand, open_round, save, sit_down
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")

A_DAY = timedelta(days=1)
AHEAD, BEHIND = pytest.param(A_DAY, id="ahead"), pytest.param(-A_DAY, id="behind", marks=pytest.mark.long)


@pytest.mark.parametrize("wrong", [AHEAD, BEHIND])
def test_a_clock_put_right_while_a_round_waits_changes_nothing(
    phone: Page, pub: ServerProcess, wrong: timedelta
) -> None:
    phone.clock.install(time=datetime.now() + wrong)
    match = sit_down(phone, pub)
    enter_round(phone, match, 37)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
    open_round(phone, match)
    fill_hand(phone, 1, 11)
    phone.context.set_offline(True)
    save(phone)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.clock.set_system_time(datetime.now())
    phone.context.set_offline(False)
    phone.clock.run_for(2000)
    phone.wait_for_url(match)
    expect_totals(phone, 11, 0)
    enter_round(phone, match, 12)
    expect_totals(phone, 23, 0)
    nothing_waits(phone)
    assert [event.round for event in state(pub, match).events] == [1, 1, 1, 2]
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 11, 0)


def test_a_clock_put_back_makes_no_round_meet_itself(phone: Page, pub: ServerProcess) -> None:
    match = copied(phone, pub)
    phone.clock.install(time=datetime.now() - A_DAY)
    end_round(phone, 11)
    expect_totals(phone, 11, 0)
    phone.context.set_offline(True)
    phone.goto(match)
    end_round(phone, 12)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.context.set_offline(False)
    expect_totals(phone, 23, 0)
    assert [event.round for event in state(pub, match).events] == [1, 2]


def test_undo_works_after_the_clock_was_put_back(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250")
    phone.get_by_role("button", name="15 for Ann").click()
    phone.get_by_role("button", name="10 for Bob").click()
    expect_totals(phone, 15, 10)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 15, 0)
    phone.clock.install(time=datetime.now() - A_DAY)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
