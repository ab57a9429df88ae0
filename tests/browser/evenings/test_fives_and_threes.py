"""A game of 61 up on a phone: Fives-and-Threes by one-tap keys, and the exact finish."""

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
def test_61_up(phone: Page, server: ServerProcess) -> None:
    open_club(phone, server)
    sit_down(phone, "Fives-and-Threes 61", "Ann", "Bob")

    for name, points in (("Ann", 8), ("Bob", 6), ("Ann", 4), ("Bob", 8), ("Ann", 8), ("Bob", 2)):
        score(phone, name, points)
    expect_totals(phone, 20, 16)
    end_round(phone, out="Ann", last=4)
    expect_totals(phone, 25, 16)
    expect(last_change(phone)).to_contain_text("Ann")

    for name, points in (("Bob", 8), ("Ann", 8), ("Bob", 8), ("Ann", 6), ("Bob", 3), ("Ann", 8)):
        score(phone, name, points)
    undo(phone)
    expect_totals(phone, 39, 35)
    end_round(phone, out="Bob", last=0)
    expect_totals(phone, 39, 36)
    correct_round(phone, 2, out="Ann")
    expect_totals(phone, 40, 35)

    for points in (8, 8):
        score(phone, "Ann", points)
    expect_totals(phone, 56, 35)
    expect(phone.locator(".need").first).to_contain_text("Ann 56: 5 to go")
    # Eight would be over: it does not count, and the hole stays where it is.
    score(phone, "Ann", 8)
    expect_totals(phone, 56, 35)
    score(phone, "Ann", 4)
    end_round(phone, out="Ann", last=0)
    expect(verdict(phone)).to_have_text("Ann won 61–35")

    # It was Bob who chipped out: the game is still on, and Bob has the point.
    correct_round(phone, 3, out="Bob")
    expect(verdict(phone)).to_have_count(0)
    expect_totals(phone, 60, 36)
    score(phone, "Ann", 1)
    expect(verdict(phone)).to_have_text("Ann won 61–36")
    rematch(phone)
    expect_totals(phone, 0, 0)
