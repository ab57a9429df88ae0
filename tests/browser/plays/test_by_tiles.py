"""Plays by their tiles and by their open ends, and the match page of a phone and of a desk."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import (
    Complaints,
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    box,
    shot,
)
from tests.browser.plays.test_thumb import WATCH_SHIFTS
from tests.browser.table import sit_down
from tests.browser.thumb import GAMES, Case, Thumb, expect_last, recorded_round, tile_value
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
    thumb.page.wait_for_timeout(300)  # what has just come is new to any finger
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


def test_where_it_is_asked_at_which_end_the_letters_of_the_ends_are_in_sight(
    phone: Page, pub: ServerProcess
) -> None:
    thumb = Thumb(phone)
    sit_down(phone, pub, "fives_250", "Ann", "Bob", "Cy", leader=0)
    thumb.way("Tiles")
    for tile in ("6-6", "6-5", "6-4", "6-3", "6-2"):
        thumb.send(f".pick[data-tile='{tile}']")
        expect(phone.locator(f".laid[data-tile='{tile}']")).to_have_count(1)
    phone.locator(".pick[data-tile='5-4']").tap()
    expect(phone.get_by_role("button", name="at the")).to_have_count(2)
    sheet = box(phone.locator(".thumb"))["y"]
    for letter in phone.locator(".layout text").all():
        assert box(letter)["y"] + box(letter)["height"] < sheet


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


def test_a_double_is_the_spinner_only_where_the_card_says_so(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "fives_250", "Ann", "Bob", spinner="lead_double_only")
    thumb.way("Ends")
    thumb.tap("[data-end='5d']")
    thumb.send("[name=side][value='0']")
    expect_last(phone, 10)
    assert _shown(phone) == {"spinner": "5", "0": "", "1": "", "2": "", "3": ""}, "it has led"
    thumb.start(pub, "fives_250", "Ann", "Bob", spinner="lead_double_only")
    thumb.way("Ends")
    thumb.tap("[data-end='6']")
    thumb.tap("[data-end='4d']")
    assert _shown(phone) == {"spinner": "", "0": "6", "1": "4d", "2": "", "3": ""}
    thumb.send("[name=side][value='0']")
    # A second tap on the name is no second play: every play changes an end.
    expect(phone.locator("#count")).to_have_text("Tap the new end.")
    expect(phone.locator("[name=side]:enabled")).to_have_count(0)
    thumb.tap("[data-end='4d']")
    expect(phone.locator("[name=side]:enabled")).to_have_count(2)
    # 6-4 led and 4-4 lies beside it: a line, so 4-1 has one place and is played at the first tap.
    thumb.way("Tiles")
    thumb.tap(".turn .choice:has([value='1'])")
    thumb.send("button.pick[data-tile='4-1']")
    expect_last(phone, 0, "7 on the ends")


def test_nothing_moves_when_the_pad_opens_and_an_end_put_while_a_play_is_saved_stays(
    phone: Page, pub: ServerProcess
) -> None:
    thumb = Thumb(phone)
    with faulty_way(pub) as way:
        thumb.start(way, "fives_250", "Ann", "Bob")
        phone.add_init_script(f"({WATCH_SHIFTS})()")
        thumb.way("Ends")
        for end in ("6", "4"):
            thumb.tap(f"[data-end='{end}']")
        with way.held():
            thumb.tap("[name=side][value='0']")
            thumb.tap(".slot:has([data-slot='1'])")
            thumb.tap("[data-end='0']")
        expect_totals(phone, 10, 0)
        assert _shown(phone) == {"spinner": "", "0": "6", "1": "0", "2": "", "3": ""}
        thumb.send("[name=side][value='1']")
        expect(phone.locator(".last .words")).to_contain_text("6 + 0 = 6, no points")
    assert phone.evaluate("shifts") == []


def _shown(page: Page) -> dict[str, str]:
    """What stands in each slot of the pad."""
    slots = page.locator("[data-slot]")
    return dict(slots.evaluate_all("slots => slots.map((slot) => [slot.dataset.slot, slot.value])"))


SMALLEST_HALF = 18  # CSS pixels of half a tile, in which six pips are still distinguished
LONG = (
    ("6-6", ""), ("6-5", ""), ("6-4", "new"), ("5-5", "0"), ("5-4", "0"), ("4-4", "0"), ("4-3", "0"),
    ("3-3", "0"), ("3-2", "0"), ("6-1", "new"), ("6-2", "new"), ("2-2", "3"), ("4-2", "1"), ("1-1", "2"),
)  # fmt: skip


def test_a_long_cross_and_the_pads_fit(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    page = new_phone(viewport={"width": 320, "height": 720})
    thumb = Thumb(page)
    thumb.start(pub, "fives_250", "Ann", "Bob", deal=14)
    thumb.way("Tiles")
    for tile, place in LONG:
        thumb.send(f".pick[data-tile='{tile}']")
        if (button := page.locator(f"button[name=place][value='{place}']")).is_visible():
            thumb.send(button)
    assert page.locator(".layout g").count() == len(LONG)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        _fits(page, thumb)
        board, rounds = (box(page.locator(part)) for part in (".board", ".ledger"))
        beside = board["x"] + board["width"] <= rounds["x"]
        assert beside is (width > 1000)  # where there is room
    assert_accessible(page, "dark")


def _fits(page: Page, thumb: Thumb) -> None:
    """Check the drawn layout and each of the three pads, then restore the page."""
    half = box(page.locator(".layout g rect").first)
    assert min(half["width"], half["height"]) >= SMALLEST_HALF * 0.94
    for way in ("Ends", "Points", "Tiles"):
        thumb.way(way)
        assert_it_fits(page)
        shot(page, f"pad-{way.lower()}", "dark")
