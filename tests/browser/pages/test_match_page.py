"""The page of a match on small screens: nothing overlaps, and related things stand together."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import end_round, expect_totals, last_change, score
from tests.browser.offline.faulty_way import until
from tests.browser.phone import Complaints, box
from tests.browser.table import from_menu, sit_down
from tests.serving import ServerProcess

NARROW = {"width": 320, "height": 640}
# What a phone of 390 x 844 shows between its address bar and its buttons.
BETWEEN_BARS = {"width": 390, "height": 664}
MET = """key => {
  key.scrollIntoView({block: 'nearest'});
  const box = key.getBoundingClientRect();
  return key.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 3));
}"""


@pytest.fixture
def club(new_phone: Callable[..., Page]) -> Page:
    return new_phone(viewport=NARROW)


def test_the_badge_lies_on_no_button_and_the_menus_stays_where_it_is(club: Page, pub: ServerProcess) -> None:
    sit_down(club, pub, "draw_100", "Ann", "Bob")
    badge = club.locator("#badge")
    expect(badge).to_contain_text("live")
    shown = box(badge)
    buttons = club.locator(".top a, .top summary")
    expect(buttons).not_to_have_count(0)
    for button in buttons.all():
        there = box(button)
        beside = shown["x"] + shown["width"] <= there["x"] or there["x"] + there["width"] <= shown["x"]
        assert (
            beside or shown["y"] + shown["height"] <= there["y"] or there["y"] + there["height"] <= shown["y"]
        )
    summary = club.locator("#menu summary")
    before = box(summary)
    summary.tap()
    expect(club.get_by_role("link", name="Table view")).to_be_visible()
    assert box(summary) == before


# Notes what the page's sound does, from its start on.
SOUNDS = """() => {
  window.sounds = [];
  window.AudioContext = class extends AudioContext {
    constructor() { super(); this.onstatechange = () => window.sounds.push(this.state); window.made = this; }
  };
}"""


def test_a_knock_sounds_and_costs_nothing_between_two_plays(club: Page, pub: ServerProcess) -> None:
    """A sound that is kept ready takes some 40 ms of a processor in each second, and so the battery."""
    club.add_init_script(f"({SOUNDS})()")
    sit_down(club, pub, "fives_250", "Ann", "Bob")
    for total in (5, 10):
        score(club, "Ann", 5)
        expect_totals(club, total, 0)
        club.wait_for_function(
            "() => window.made?.state === 'suspended' && window.sounds.includes('running')"
        )
        club.evaluate("sounds.length = 0")


def test_nothing_covers_the_keys_of_plays(club: Page, pub: ServerProcess) -> None:
    sit_down(club, pub, "threes_fives_61", "Maureen", "Nobby", "Cy", "Dot", sides="pairs")
    score(club, "Maureen & Cy", 8)
    keys = club.locator(".keyrow button")
    expect(keys).not_to_have_count(0)
    for size in (NARROW, BETWEEN_BARS):
        club.set_viewport_size({**size})
        for key in keys.all():
            club.evaluate("scrollTo(0, 0)")
            assert key.evaluate(MET), key.get_attribute("aria-label")


def test_what_changes_a_match_stands_beside_it_and_after_a_penalty_its_result_is_in_sight(
    club: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 422")
    sit_down(club, pub, "draw_100", "Maureen", "Nobby", "Cy")
    end_round(club, out="Maureen", pips={"Nobby": 14, "Cy": 21})
    for words, act in (
        (".last .words", club.get_by_role("button", name="Undo")),
        (".round-line .what", club.get_by_role("link", name="Correct round 1")),
    ):
        phrase, button = box(club.locator(words).first), box(act)
        assert button["x"] >= phrase["x"] + phrase["width"]
        assert button["y"] < phrase["y"] + phrase["height"]
    from_menu(club, "Add penalty")
    club.get_by_role("radio", name="Maureen").check(force=True)
    club.get_by_label("Points").fill("5")
    with club.expect_navigation():
        club.get_by_role("button", name="Add penalty").tap()
    expect(club.get_by_role("alert")).to_have_text("Say why: it goes in the record.")
    club.get_by_label("Why").fill("late")
    with club.expect_navigation():
        club.get_by_role("button", name="Add penalty").tap()
    expect_totals(club, 30, 0, 0)
    expect(last_change(club)).to_be_in_viewport()
    expect(last_change(club)).to_contain_text("Maureen −5, late")


def test_totals_stand_level_where_one_name_takes_two_lines(club: Page, pub: ServerProcess) -> None:
    sit_down(club, pub, "block", "Maureen", "Al", "Cy", "Bo", sides="pairs")
    names, totals = club.locator(".board .name"), club.locator(".board .total")
    assert box(names.first)["height"] > box(names.last)["height"] * 1.5
    # The page may still move down between two looks, by what is loaded later.
    until(lambda: abs(box(totals.first)["y"] - box(totals.last)["y"]) <= 1)


def test_an_unknown_half_is_drawn_upright(club: Page, pub: ServerProcess) -> None:
    sit_down(club, pub, "fives_250", "Ann", "Bob")
    ways = club.get_by_role("navigation", name="How plays are entered")
    ways.get_by_text("Ends").tap()
    club.get_by_role("button", name="5", exact=True).tap()
    club.get_by_role("button", name="Double 5").tap()
    club.locator(".ends-form").get_by_role("button", name="Ann").tap()
    expect(club.locator(".last .delta")).to_have_text("+15")
    ways.get_by_text("Tiles").tap()
    turned = club.locator(".layout use[href='#fx']").first.evaluate(
        "half => [half.getScreenCTM().a, half.getScreenCTM().b]"
    )
    assert turned[0] > 0
    assert turned[1] == pytest.approx(0)
