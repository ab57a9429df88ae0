"""Plays entered by their open ends: tap the end that changed, then what lies there now."""

from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import faulty_way
from tests.browser.plays.test_thumb import WATCH_SHIFTS
from tests.browser.thumb import Thumb, expect_last, expect_totals
from tests.serving import ServerProcess


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
