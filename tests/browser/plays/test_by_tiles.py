"""Whole recorded rounds entered tile by tile by thumb: counts, points and totals are those on record."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import Complaints, assert_no_sideways_scroll, shot
from tests.browser.table import sit_down
from tests.browser.thumb import GAMES, Case, Thumb, expect_last, expect_totals, recorded_round, tile_value
from tests.serving import ServerProcess

CROSS, LINE, OUT = "R0254", "R0370", "R0405"


@pytest.mark.parametrize(
    "name", [CROSS, pytest.param(LINE, marks=pytest.mark.long), pytest.param(OUT, marks=pytest.mark.long)]
)
def test_a_whole_round_tile_by_tile(phone: Page, pub: ServerProcess, name: str) -> None:
    case, thumb = recorded_round(name), Thumb(phone)
    card = {"spinner": "none"} if name == LINE else {}
    thumb.start(pub, GAMES[case["family"]], *case["players"], **card)
    thumb.way("Tiles")
    totals = dict.fromkeys(case["players"], 0)
    for play in case["plays"]:
        with thumb.at_most(3):
            _enter(thumb, play)
        bonus = _bonus(case, play)
        totals[play["p"]] += play.get("points", 0) + bonus
        _see(phone, play, bonus)
        expect_totals(phone, *totals.values())
    assert_no_sideways_scroll(phone)
    shot(phone, f"layout-{name}")
    _finish(thumb, case)
    expect_totals(phone, *case["expected"]["round_total"].values())


def _enter(thumb: Thumb, play: Case) -> None:
    turn = thumb.page.locator(".turn .choice", has=thumb.page.locator(":checked"))
    expect(turn).to_contain_text(play["p"])
    if "tile" not in play:
        thumb.send(f"button[value={'draw' if 'draw' in play else 'knock'}]")
        return
    thumb.send(f".pick[data-tile='{tile_value(play['tile'])}']")
    place = thumb.page.locator(f"button[name=place][value='{play['at']}']")
    if place.is_visible():
        thumb.send(place)


def _bonus(case: Case, play: Case) -> int:
    last = play is case["plays"][-1] and case["expected"]["event"] == "out"
    return int(last and case["family"] == "threes_fives")


def _see(phone: Page, play: Case, bonus: int) -> None:
    if "tile" not in play:
        expect(phone.locator(".last .words")).to_contain_text("draws" if "draw" in play else "knocks")
        return
    expect_last(phone, play["points"] + bonus, f"{play['count']} on the ends", tile_value(play["tile"]))


def _finish(thumb: Thumb, case: Case) -> None:
    """The form is prefilled from the tiles: enter the hands only, then save."""
    event, out = case["expected"]["event"], case["expected"]["out_player"]
    said = f"{out} chipped out." if event == "out" else "the round is blocked."
    expect(thumb.page.locator(".ended")).to_contain_text(said)
    thumb.send(thumb.page.get_by_role("link", name="Finish the round"))
    chosen = thumb.page.locator("[name=out]:checked")
    expect(chosen).to_have_value("blocked" if event == "blocked" else str(case["players"].index(out)))
    for seat, player in enumerate(case["players"]):
        left = sum(sum(tile) for tile in case["hands"][player])
        if player != out:
            thumb.page.locator(f"[name=pips_{seat}]").fill(str(left))
    thumb.send("#save")


def test_a_seat_out_of_turn_is_told_whose_turn_it_is(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    thumb = Thumb(phone)
    thumb.start(pub, "fives_250", "Ann", "Bob")
    thumb.way("Tiles")
    thumb.send(".pick[data-tile='6-4']")
    expect_totals(phone, 10, 0)
    expect(phone.get_by_role("radio", name="Bob 7", exact=True)).to_be_checked()
    phone.locator(".turn .choice", has_text="Ann").tap()
    phone.locator(".pick[data-tile='6-1']").tap()
    expect(phone.get_by_role("region", name="Last change").get_by_role("alert")).to_contain_text(
        "It is Bob’s turn."
    )
    expect(phone.get_by_role("region", name="Not sent yet")).to_be_hidden()
    expect_totals(phone, 10, 0)
    assert_no_sideways_scroll(phone)
    shot(phone, "out-of-turn", "dark")


def test_a_tile_is_sent_once_it_is_known_who_plays_it(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    thumb.way("Tiles")
    ann = phone.locator(".turn [name=seat][value='0']")
    expect(ann).not_to_be_checked()
    phone.locator(".pick[data-tile='6-4']").tap()
    assert ann.evaluate("seat => seat.validity.valueMissing && seat === document.activeElement")
    expect(phone.get_by_role("region", name="Not sent yet")).to_be_hidden()
    expect_totals(phone, 0, 0)
    phone.locator(".turn .choice", has_text="Ann").tap()
    thumb.send(".pick[data-tile='6-4']")
    expect_totals(phone, 10, 0)
