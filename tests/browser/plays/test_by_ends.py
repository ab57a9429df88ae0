"""The same recorded rounds entered by their open ends: tap the end that changed, then what lies there now."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import assert_no_sideways_scroll, shot
from tests.browser.plays.test_thumb import WATCH_SHIFTS
from tests.browser.thumb import GAMES, Case, Thumb, expect_last, expect_totals, recorded_round
from tests.serving import ServerProcess

CROSS, LINE, BLOCKED = "R0254", "R0370", "R0407"


@pytest.mark.parametrize(
    "name", [BLOCKED, pytest.param(CROSS, marks=pytest.mark.long), pytest.param(LINE, marks=pytest.mark.long)]
)
def test_a_whole_round_by_the_ends(phone: Page, pub: ServerProcess, name: str) -> None:
    case, thumb = recorded_round(name), Thumb(phone)
    spinner = "first_double" if name == CROSS else "none"
    thumb.start(pub, GAMES[case["family"]], *case["players"], **({"spinner": "none"} if name == LINE else {}))
    thumb.way("Ends")
    totals = dict.fromkeys(case["players"], 0)
    layout = Layout.empty(case["set"], spinner)
    for play in case["plays"]:
        if "tile" not in play:
            continue
        before, layout = layout, layout.play(Tile.of(*play["tile"]), play["at"])
        with thumb.at_most(4):
            _show(thumb, before, layout, play)
            if name == CROSS and play is case["plays"][-1]:
                expect(phone.locator("#count")).to_contain_text(f"= {play['count']}, no points")
                shot(phone, "ends-pad")
            thumb.send(f"[name=side][value='{case['players'].index(play['p'])}']")
        totals[play["p"]] += play["points"]
        expect_last(phone, play["points"], re.compile(rf"\b{play['count']}( on the ends)?, "))
        expect_totals(phone, *totals.values())
    assert_no_sideways_scroll(phone)


def test_a_double_is_the_spinner_only_where_the_card_says_so(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
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


def test_a_double_that_leads_opens_the_pad_as_the_spinner(phone: Page, pub: ServerProcess) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "fives_250", "Ann", "Bob", spinner="lead_double_only")
    thumb.way("Ends")
    thumb.tap("[data-end='5d']")
    thumb.send("[name=side][value='0']")
    expect_last(phone, 10)
    assert _shown(phone) == {"spinner": "5", "0": "", "1": "", "2": "", "3": ""}


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
        way.delay = 0.3
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


def _show(thumb: Thumb, before: Layout, after: Layout, play: Case) -> None:
    """Tap what changed: on a bare table every number, later the one end that the tile went to."""
    tile = Tile.of(*play["tile"])
    if not before.tiles:
        for end in [f"{tile.low}d"] if tile.is_double else [str(tile.low), str(tile.high)]:
            thumb.tap(f"[data-end='{end}']")
        return
    slot = _slot(before, play["at"])
    active = thumb.page.locator(".slot.active [data-slot]")
    if active.get_attribute("data-slot") != str(slot):
        thumb.tap(thumb.page.locator(f".slot:has([data-slot='{slot}'])"))
    if after.spinner is not None and before.spinner is None:
        thumb.tap(f"[data-end='{tile.low}d']")
        return
    end = after.ends[slot]
    thumb.tap(f"[data-end='{end.number}{'d' if end.double else ''}']")


def _slot(layout: Layout, at: str) -> int:
    """Which slot of the pad is this place: A or B of a line, or the arm."""
    if at in ("L", "R"):
        return "LR".index(at)
    return len(layout.arms) if at == "new" else int(at)
