"""A Straight match to 250 on a phone: points by one tap, the rest of the hands at the end of a round."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    correct_round,
    end_round,
    expect_totals,
    last_change,
    rematch,
    score,
    sit_down,
    undo,
    verdict,
)
from tests.browser.phone import open_club
from tests.serving import ServerProcess


@pytest.mark.long
def test_a_match_to_250(phone: Page, server: ServerProcess) -> None:
    open_club(phone, server)
    sit_down(phone, "Straight dominoes to 250", "Ann", "Bob")

    for name, points in (("Ann", 10), ("Bob", 15), ("Ann", 20), ("Bob", 5)):
        score(phone, name, points)
    expect_totals(phone, 30, 20)
    undo(phone)
    expect_totals(phone, 30, 15)
    end_round(phone, out="Ann", pips={"Bob": 38})
    expect_totals(phone, 70, 15)
    expect(last_change(phone)).to_contain_text("+40")

    for name, points in (("Bob", 20), ("Ann", 15), ("Bob", 20), ("Ann", 20)):
        score(phone, name, points)
    end_round(phone, out="Bob", pips={"Ann": 42})
    expect_totals(phone, 105, 95)
    # Ann held a tile more than was seen at first.
    correct_round(phone, 2, out="Bob", pips={"Ann": 53})
    expect_totals(phone, 105, 110)

    for name, points in (("Ann", 35), ("Ann", 25), ("Bob", 10)):
        score(phone, name, points)
    end_round(phone, out="Ann", pips={"Bob": 31})
    expect_totals(phone, 195, 120)
    score(phone, "Ann", 15)
    score(phone, "Bob", 25)
    end_round(phone, out="Ann", tiles={"Bob": ["6-6", "6-5", "6-4", "5-5"]})
    expect(verdict(phone)).to_have_text("Ann won 255–145")

    correct_round(phone, 4, out="Bob", pips={"Ann": 43})
    expect(verdict(phone)).to_have_count(0)
    expect_totals(phone, 210, 190)
    for points in (20, 20):
        score(phone, "Ann", points)
    expect(verdict(phone)).to_have_text("Ann won 250–190")

    rematch(phone)
    expect_totals(phone, 0, 0)
