"""The pads of ends and tiles go on while a play waits: its ends lie there, and it is the next one's turn."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.offline.test_save_at_once import with_form_at_hand
from tests.browser.phone import Complaints
from tests.browser.table import sit_down
from tests.serving import ServerProcess, until


@pytest.fixture
def away(phone: Page, pub: ServerProcess, complaints: Complaints) -> Page:
    """A phone that loses its signal in a new match of Straight that Ann leads."""
    complaints.expect("net::|Failed to load|ERR_")
    sit_down(phone, pub, "fives_250", "Ann", "Bob", leader=0)
    return phone


def lose_signal(phone: Page, way: str) -> str:
    match = phone.url.split("?")[0]
    phone.goto(f"{match}?way={way}")
    with_form_at_hand(phone)
    phone.context.set_offline(True)
    return match


def shown(phone: Page) -> list[str]:
    return [slot.input_value() for slot in phone.locator("[data-slot]").all() if slot.is_visible()]


def test_without_signal_tiles_go_round_the_table(away: Page, pub: ServerProcess) -> None:
    match = lose_signal(away, "tiles")
    for tile, following in (("5-5", "Bob"), ("6-5", "Ann"), ("6-4", "Bob")):
        away.locator(f".pick[data-tile='{tile}']").tap()
        expect(away.locator(".turn b")).to_have_text(f"{following}’s turn")
        expect(away.locator(f".pick[data-tile='{tile}']")).to_be_disabled()
    expect(away.locator("#waiting")).to_contain_text("Bob, 6 5")
    away.get_by_role("button", name="Undo").tap()
    expect(away.locator(".turn b")).to_have_text("Ann’s turn")
    expect(away.locator(".pick[data-tile='6-4']")).to_be_enabled()
    assert waiting(away) == 2
    away.get_by_role("button", name="Knocks").tap()
    expect(away.locator(".turn b")).to_have_text("Bob’s turn")
    away.get_by_role("button", name="Undo").tap()
    away.locator(".pick[data-tile='6-4']").tap()
    expect(away.locator(".turn b")).to_have_text("Bob’s turn")
    away.context.set_offline(False)
    expect_totals(away, 10, 0)
    expect(away.locator(".layout g")).to_have_count(3)
    nothing_waits(away)
    seats = {seat.player: number for number, seat in enumerate(state(pub, match).match.seats)}
    assert [seats[event.body.player] for event in state(pub, match).events] == [0, 1, 0]


def end_round(phone: Page) -> None:
    """Ann is out, Bob holds 9."""
    phone.locator(".over summary").tap()
    phone.get_by_role("link", name="Ann").tap()
    phone.get_by_role("button", name="9", exact=True).tap()
    phone.locator("#save").tap()


@pytest.mark.parametrize("by", ["Tiles", pytest.param("Points", marks=pytest.mark.long)])
def test_without_signal_the_next_round_goes_on_by_tiles(away: Page, pub: ServerProcess, by: str) -> None:
    if by == "Points":  # no tiles are known then
        away.get_by_role("button", name="10 for Ann").tap()
        expect_totals(away, 10, 0)
        match = lose_signal(away, "tiles")
        expect(away.locator(".tiles-form")).to_be_hidden()
    else:
        match = away.url.split("?")[0]
        away.goto(f"{match}?way=tiles")
        away.locator(".pick[data-tile='5-5']").tap()
        expect_totals(away, 10, 0)
        lose_signal(away, "tiles")
    end_round(away)
    expect(away.locator("button.pick:enabled")).to_have_count(28)
    turn = str(away.locator(".turn b").text_content())
    away.locator(".pick[data-tile='5-5']").tap()
    expect(away.locator(".pick[data-tile='5-5']")).to_be_disabled()
    expect(away.locator(".turn b")).not_to_have_text(turn)
    expect(away.locator(".last .delta")).to_have_text("0")  # what the ends add up to the club says
    for _ in range(2):
        away.get_by_role("button", name="Undo").tap()
        away.wait_for_timeout(1000)  # no double tap
    expect(away.locator("button.pick:enabled")).to_have_count(0 if by == "Points" else 6)
    end_round(away)
    away.locator(".pick[data-tile='5-5']").tap()
    away.context.set_offline(False)
    expect_totals(away, 20 + 10 * (turn == "Ann’s turn"), 10 * (turn == "Bob’s turn"))
    nothing_waits(away)
    assert len(state(pub, match).events) == 3


def test_without_signal_the_ends_lie_as_they_were_left_and_the_next_rounds_pad_is_empty(away: Page) -> None:
    lose_signal(away, "ends")
    away.locator("[data-end='5d']").tap()
    away.locator(".made .choice").first.tap()
    expect(away.locator(".slot.spinner")).to_be_visible()
    assert shown(away) == ["5", "", "", "", ""]
    away.locator("[data-end='0']").tap()
    away.locator(".made .choice").last.tap()
    assert shown(away) == ["5", "0", "", "", ""]
    end_round(away)
    expect(away.locator(".number-keys")).to_be_visible()
    assert not any(shown(away))
    for end in ("6", "4"):
        away.locator(f"[data-end='{end}']").tap()
    away.locator(".made .choice").last.tap()
    away.context.set_offline(False)
    expect_totals(away, 20, 20)
    expect(away.locator("#badge")).to_have_text("live")
    nothing_waits(away)


def test_the_slot_that_was_tapped_stays_so_when_an_answer_comes(phone: Page, pub: ServerProcess) -> None:
    with faulty_way(pub) as way:
        match = sit_down(phone, way, "fives_250", "Ann", "Bob", leader=0)
        phone.goto(f"{match}?way=ends")
        for end in ("6", "4"):
            phone.locator(f"[data-end='{end}']").tap()
        right = phone.locator(".slot").filter(has_text="Right")
        with way.held():
            phone.locator(".made .choice").first.tap()
            right.tap()
        expect_totals(phone, 10, 0)
        phone.wait_for_timeout(300)
        phone.locator("[data-end='0']").tap()
        assert right.locator("select").input_value() == "0"


def test_a_tile_whose_try_was_lost_lies_there_also_after_a_reload(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("net::|Failed to load|ERR_")
    with faulty_way(pub) as way:
        match = sit_down(phone, way, "fives_250", "Ann", "Bob", "Cy", leader=0)
        phone.goto(f"{match}?way=tiles")
        phone.context.set_offline(True)
        for tile, following in (("5-5", "Bob"), ("6-5", "Cy")):
            phone.locator(f".pick[data-tile='{tile}']").tap()
            expect(phone.locator(".turn b")).to_have_text(f"{following}’s turn")
        way.fates = ["", *["refused"] * 100]
        phone.context.set_offline(False)
        until(lambda: len(state(pub, match).events) == 1 and len(way.acts) > 2)
        phone.reload()
        expect(phone.locator(".turn b")).to_have_text("Cy’s turn")
        expect(phone.locator(".pick[data-tile='6-5']")).to_be_disabled()
        assert waiting(phone) == 1
        way.fates = []
        expect(phone.locator("#badge")).to_have_text("live")
        assert len(state(pub, match).events) == 2
