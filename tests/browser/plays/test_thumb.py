"""A thumb aims at a spot: nothing it aims at moves because of its own tap, and one spot stays one key."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import end_round, expect_totals
from tests.browser.phone import Complaints, box
from tests.browser.table import form_at_hand, sit_down
from tests.serving import ServerProcess, until

SIZES = TALL, SHORT, NARROW = [{"width": w, "height": h} for w, h in ((390, 844), (360, 664), (320, 640))]
ON_ITS_SIDE = {"width": 844, "height": 390}
Spot = tuple[float, float]
# Everything that moves on the page without being put there anew.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) window.shifts.push(
      [shift.value, ...shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)]);
  }).observe({ type: 'layout-shift', buffered: true });
}"""

# What is to be seen and not met where it is aimed at.
MISSED = """all => all.filter(key => {
  const box = key.getBoundingClientRect();
  return box.width && key.checkVisibility({ visibilityProperty: true }) && (box.bottom > innerHeight
    || ![box.top + box.height / 2, box.bottom - 3].every(
      y => key.contains(document.elementFromPoint(box.left + box.width / 2, y))));
}).map(key => key.ariaLabel || key.textContent)"""
SHINES_THROUGH = """thumb => [...thumb.querySelectorAll(':scope > :not(.over, .tabs), :scope > form *')]
  .filter(each => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width)
  .map(each => each.outerHTML.slice(0, 80))"""


def spot(key: Locator) -> Spot:
    """The middle of a key, where it stands now."""
    there = box(key)
    return there["x"] + there["width"] / 2, there["y"] + there["height"] / 2


def key(page: Page, side: int, points: int) -> Locator:
    return page.locator(f".keys form:nth-child({side + 1}) button[value='{points}']")


@pytest.mark.parametrize("names", [*(pytest.param(names, marks=pytest.mark.long) for names in (2, 3)), 4])
def test_every_key_is_in_sight_and_stays_where_it_is(phone: Page, pub: ServerProcess, names: int) -> None:
    """The next tap on one spot is the same play again."""
    sit_down(phone, pub, "fives_250", *("Maureen", "Nobby", "Cy", "Old Frank")[:names])
    keys = [key(phone, side, points) for side in range(names) for points in (5, 10, 15, 20)]
    total = 0
    for size in (*SIZES, ON_ITS_SIDE):
        phone.set_viewport_size({**size})
        before = [spot(each) for each in keys]
        for each in keys:
            expect(each).to_be_in_viewport(ratio=1)
        for _ in range(3):
            phone.touchscreen.tap(*before[-1])
            total += 20
            expect_totals(phone, *([0] * (names - 1)), total)
        assert [spot(each) for each in keys] == before, size


def test_on_its_side_a_result_has_the_whole_width(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob", "Cy", target=5, legs=2)
    phone.set_viewport_size({**ON_ITS_SIDE})
    for result in (".slip.leg", ".slip:not(.leg)"):
        phone.touchscreen.tap(*spot(key(phone, 0, 5)))
        expect(phone.locator(result)).to_be_visible()
        assert box(phone.locator(result))["width"] > 800
        phone.wait_for_timeout(1000)  # what has arrived under the thumb is heard by now
        if result == ".slip.leg":
            phone.locator("[data-begin-leg]").tap()
            phone.wait_for_timeout(1000)


@pytest.mark.parametrize("size", [TALL, {"width": 1280, "height": 800}])
def test_nothing_moves_in_an_evening_of_plays(phone: Page, pub: ServerProcess, size: dict[str, int]) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    phone.set_viewport_size({**size})
    phone.reload()  # what the new size moved is over
    phone.evaluate(WATCH_SHIFTS)
    phone.evaluate(
        "scrollTo(0, document.documentElement.scrollHeight)"
    )  # no shift tells where the page gets shorter
    foot = phone.evaluate("scrollY")
    for side, points in ((0, 5), (1, 20), (0, 35), (1, 10)):
        before = phone.locator("#state").get_attribute("data-version") or ""
        phone.touchscreen.tap(*spot(key(phone, side, points)))
        expect(phone.locator("#state")).not_to_have_attribute("data-version", before)
    expect_totals(phone, 40, 30)
    assert phone.evaluate("scrollY") == foot
    phone.locator(".over summary").tap()
    expect(phone.get_by_role("link", name="Blocked")).to_be_visible()
    phone.locator(".over summary").tap()
    phone.get_by_role("button", name="Undo").tap()
    expect_totals(phone, 40, 20)
    assert phone.evaluate("shifts") == []
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    phone.touchscreen.tap(*spot(key(phone, 0, 5)))
    expect_totals(phone, 45, 20)
    form_at_hand(phone)
    phone.locator(".over summary").tap()
    phone.get_by_role("link", name="Bob", exact=True).tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert phone.evaluate("document.body.style.minHeight") == ""  # the form is as high as it is


def test_without_signal_three_taps_on_one_spot_are_three_plays(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    phone.set_viewport_size({**NARROW})
    phone.touchscreen.tap(*(where := spot(key(phone, 0, 5))))
    expect_totals(phone, 5, 0)
    title = box(phone.locator(".sign"))
    phone.context.set_offline(True)
    for _ in range(3):
        phone.touchscreen.tap(*where)
        phone.wait_for_timeout(900)  # what waits is shown after 0.8 s
        assert spot(key(phone, 0, 5)) == where
        assert box(phone.locator(".sign")) == title  # where what waits is said below it
    phone.context.set_offline(False)
    expect_totals(phone, 20, 0)


def test_who_chipped_out_is_asked_below_the_button_that_asks(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250", "Ann", "Bob")
    opens = box(phone.locator(".over summary"))
    phone.locator(".over summary").tap()
    for name in ("Ann", "Bob", "Blocked"):
        there = box(phone.get_by_role("link", name=name))
        assert there["y"] >= opens["y"] + opens["height"]
    end_round(phone, out="Ann", pips={"Bob": 20})
    expect_totals(phone, 20, 0)
    expect(key(phone, 0, 5)).to_be_visible()  # of the next round
    until(lambda: not phone.locator(".over").evaluate("over => over.open"))


@pytest.mark.parametrize("pairs", [pytest.param(False, marks=pytest.mark.long), True])
def test_ends_are_entered_and_saved_without_scrolling(phone: Page, pub: ServerProcess, pairs: bool) -> None:
    names, card = ("Ann", "Bob"), {}
    if pairs:
        names, card = ("Ann", "Bob", "Cy", "Di"), {"sides": "pairs"}
    match = sit_down(phone, pub, "threes_fives_61", *names, **card)
    phone.goto(f"{match}?way=ends")
    parts = [phone.locator(each) for each in ("[data-slot='0']", "[data-end]", ".made button")]
    shown = [each for part in parts for each in part.all()]
    for size in SIZES:
        phone.set_viewport_size({**size})
        phone.wait_for_timeout(1000)  # what has just come under a thumb is deaf
        before = [spot(each) for each in shown]
        for end in ("6d", "3"):
            phone.touchscreen.tap(*spot(phone.locator(f"[data-end='{end}']")))
        expect(phone.locator(".made .gain").first).to_have_text("+8")
        expect(phone.locator("#count")).to_be_in_viewport(ratio=1)
        assert [spot(each) for each in shown] == before, size
        for each in shown:
            expect(each).to_be_in_viewport(ratio=1)
        hidden = phone.locator(".over").evaluate("over => getComputedStyle(over).visibility")
        assert hidden == "hidden"
        phone.get_by_role("button", name="Clear ends").tap()
        assert [slot.input_value() for slot in phone.locator("[data-slot]").all()] == ["", ""]
        expect(phone.locator(".over summary")).to_be_visible()


@pytest.mark.parametrize(
    ("players", "sides", "size"),
    [
        pytest.param(players, sides, size, marks=() if players == 4 and size is NARROW else pytest.mark.long)
        for players, sides in ((2, "singles"), (4, "pairs"), (3, "singles"), (4, "singles"))
        for size in (TALL, SHORT, NARROW)
    ],
)
def test_the_ways_to_enter_stand_in_one_place_and_the_names_lie_over_nothing(
    phone: Page, pub: ServerProcess, players: int, sides: str, size: dict[str, int]
) -> None:
    names = ("Ann", "Bob", "Cy", "Di")[:players]
    match = sit_down(phone, pub, "threes_fives_61", *names, sides=sides)
    phone.set_viewport_size({**size})
    places = []
    for way in ("keys", "ends", "tiles"):
        phone.goto(f"{match}?way={way}")
        places.append((box(phone.locator(".tabs")), box(phone.locator(".over summary"))))
        keys = phone.locator(".thumb :is(button, .tick, .turn .choice)")
        assert keys.count() > 3
        assert keys.evaluate_all(MISSED) == []
        phone.locator(".over summary").tap()
        expect(phone.locator(".tabs a")).to_have_count(3)
        assert phone.locator(".tabs a").evaluate_all(MISSED) == [], "a name lies over it"
        for name in (*names, "Blocked"):
            expect(phone.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
        assert phone.locator(".thumb").evaluate(SHINES_THROUGH) == []
    assert places == [places[0]] * 3


def test_more_checks_open_below_all_that_is_aimed_at(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy", "Di")
    for size in (TALL, NARROW):
        phone.set_viewport_size({**size})
        phone.goto(f"{match}/rounds/new?out=0")
        phone.wait_for_timeout(1000)  # the same spot once more is no second half of a double tap
        checks = phone.locator(".checks summary")
        aimed_at = [*phone.locator(".hand input, #keypad button, #save").all(), checks]
        before = [spot(each) for each in aimed_at if each.is_visible()]
        phone.touchscreen.tap(*spot(checks))
        expect(phone.locator(".checks")).to_have_attribute("open", "")
        assert [spot(each) for each in aimed_at if each.is_visible()] == before, size
