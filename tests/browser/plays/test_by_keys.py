"""The same recorded rounds by the points keys: one tap for every play that scores."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough
from tests.browser.thumb import GAMES, Thumb, expect_last, expect_totals, recorded_round
from tests.serving import ServerProcess

CROSS, LINE, OUT = "R0254", "R0370", "R0405"


@pytest.mark.parametrize(
    "name", [OUT, pytest.param(CROSS, marks=pytest.mark.long), pytest.param(LINE, marks=pytest.mark.long)]
)
def test_a_whole_round_by_the_keys(phone: Page, pub: ServerProcess, name: str) -> None:
    case, thumb = recorded_round(name), Thumb(phone)
    thumb.start(pub, GAMES[case["family"]], *case["players"], **({"spinner": "none"} if name == LINE else {}))
    totals = dict.fromkeys(case["players"], 0)
    plays = [play for play in case["plays"] if play.get("points")]
    last = plays.pop() if name == OUT else None
    for play in plays:
        with thumb.at_most(1):
            thumb.key(case["players"].index(play["p"]), play["points"])
        totals[play["p"]] += play["points"]
        expect_last(phone, play["points"], play["p"])
        expect_totals(phone, *totals.values())
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)
    _finish(thumb, case, last)
    expect_totals(phone, *case["expected"]["round_total"].values())


def _finish(thumb: Thumb, case: dict, last: dict | None) -> None:
    """End the round; in Fives-and-Threes tap the last tile's points and its bonus."""
    out = case["players"].index(case["expected"]["out_player"])
    thumb.round_over(out)
    if last:
        thumb.tap(f".last-tile .choice:has([value='{last['points']}'])")
    else:
        other = 1 - out
        left = sum(sum(tile) for tile in case["hands"][case["players"][other]])
        thumb.page.locator(f"[name=pips_{other}]").fill(str(left))
    thumb.send("#save")


def test_the_last_tile_and_its_bonus_are_one_play(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "threes_fives_61", "Ann", "Bob")
    with thumb.at_most(3):
        thumb.round_over(1)
        thumb.tap(".last-tile .choice:has([value='8'])")
        expect(phone.locator("#preview")).to_have_text("Bob chipped out: 8 + 1 = 9 · Bob 9")
        thumb.send("#save")
    expect_totals(phone, 0, 9)
    assert_accessible(phone)
