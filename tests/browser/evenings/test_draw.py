"""A Draw match to 100 on a phone: three players, hands by pips and by tiles, a win that is taken back."""

from playwright.sync_api import Page, expect

from tests.browser.evening import (
    MATCH,
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
from tests.browser.phone import come_in
from tests.serving import ServerProcess


def test_a_match_to_100_for_three(phone: Page, pub: ServerProcess) -> None:
    come_in(phone, pub)
    sit_down(phone, "Draw to 100", "Ann", "Bob", "Cy")

    end_round(phone, out="Ann", pips={"Bob": 14, "Cy": 21})
    expect_totals(phone, 35, 0, 0)
    expect(last_change(phone)).to_contain_text("14 + 21 = 35")
    expect(phone.get_by_text("Ann goes first")).to_be_visible()

    end_round(phone, out="Bob", tiles={"Ann": ["6-6", "5-4"], "Cy": ["3-3", "1-0"]})
    expect_totals(phone, 35, 28, 0)
    expect(last_change(phone)).to_contain_text("21 + 7 = 28")

    end_round(phone, out="Cy", pips={"Ann": 8, "Bob": 9})
    undo(phone)
    expect_totals(phone, 35, 28, 0)
    end_round(phone, pips={"Ann": 20, "Bob": 3, "Cy": 15})
    expect_totals(phone, 35, 60, 0)
    expect(last_change(phone)).to_contain_text("(20 + 15) − 3 = 32")

    # It was eleven that Bob held in the first round, not fourteen.
    correct_round(phone, 1, out="Ann", pips={"Bob": 11})
    expect_totals(phone, 32, 60, 0)
    expect(round_line(phone, 1)).to_contain_text("11 + 21 = 32")
    expect(round_line(phone, 1)).to_contain_text("14 + 21 = 35")

    end_round(phone, out="Bob", pips={"Ann": 17, "Cy": 25})
    expect(verdict(phone)).to_have_text("Bob won 102–32–0")
    # The winner of the last round was Cy, so the match goes on.
    correct_round(phone, 4, out="Cy", pips={"Ann": 17, "Bob": 25})
    expect(verdict(phone)).to_have_count(0)
    expect_totals(phone, 32, 60, 42)
    end_round(phone, out="Cy", pips={"Ann": 30, "Bob": 30})
    expect(verdict(phone)).to_have_text("Cy won 102–32–60")

    go(phone, "Table")
    expect(phone.get_by_role("row", name="Cy").get_by_role("cell")).to_have_text(["1", "1", "1", "0", "0"])
    go(phone, "Tonight")
    phone.get_by_role("link", name="Ann v Bob v Cy").tap()
    phone.wait_for_url(MATCH)
    rematch(phone)
    expect_totals(phone, 0, 0, 0)
    expect(phone.get_by_text("Cy goes first")).to_be_visible()
