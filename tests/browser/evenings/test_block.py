"""A Block series to five on a phone: four players in pairs, from an empty database to the rematch."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import (
    correct_round,
    end_round,
    expect_totals,
    go,
    last_change,
    rematch,
    round_line,
    sit_down,
    undo,
    verdict,
)
from tests.browser.phone import assert_no_sideways_scroll, come_in
from tests.serving import ServerProcess


@pytest.mark.long
def test_a_series_to_five_for_two_pairs(phone: Page, pub: ServerProcess) -> None:
    come_in(phone, pub)
    sit_down(phone, "English pub Block", "Ann", "Bob", "Cy", "Di", pairs=True)
    expect_totals(phone, 0, 0)
    expect(phone.get_by_text("highest double")).not_to_have_count(0)

    end_round(phone, out="Ann")
    expect_totals(phone, 1, 0)
    expect(last_change(phone)).to_contain_text("Ann chipped out")
    end_round(phone, pips={"Ann": 9, "Bob": 4, "Cy": 8, "Di": 12})
    expect_totals(phone, 1, 1)
    expect(last_change(phone)).to_contain_text("Bob & Di win the block")

    end_round(phone, out="Di")
    expect_totals(phone, 1, 2)
    undo(phone)
    expect_totals(phone, 1, 1)
    end_round(phone, out="Cy")
    end_round(phone, out="Bob")
    end_round(phone, out="Ann")
    expect_totals(phone, 3, 2)

    # Round 1 was not Ann's after all: the old value stays readable, the score follows.
    correct_round(phone, 1, out="Bob")
    expect_totals(phone, 2, 3)
    expect(round_line(phone, 1)).to_contain_text("Bob chipped out")
    expect(round_line(phone, 1)).to_contain_text("before: Ann chipped out")
    assert_no_sideways_scroll(phone)

    end_round(phone, out="Bob")
    end_round(phone, out="Di")
    expect(verdict(phone)).to_have_text("Bob & Di won 5–2")

    # The last round was entered wrongly, so the match goes on.
    correct_round(phone, 7, out="Cy")
    expect(verdict(phone)).to_have_count(0)
    expect_totals(phone, 3, 4)
    end_round(phone, out="Ann")
    end_round(phone, out="Cy")
    expect(verdict(phone)).to_have_text("Ann & Cy won 5–4")

    go(phone, "Table")
    expect(phone.get_by_role("row", name="Ann & Cy")).to_contain_text("1100")
    phone.go_back()
    phone.go_back()
    rematch(phone)
    expect_totals(phone, 0, 0)
    expect(phone.locator(".board .name")).to_have_text(["Ann & Cy", "Bob & Di"])
