"""A thumb aims at a spot: nothing it aims at moves because of its own tap, and one spot stays one key."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import end_round, sit_down
from tests.browser.offline.faulty_way import until
from tests.browser.phone import Complaints, come_in
from tests.browser.table import club_of, start
from tests.browser.thumb import expect_totals
from tests.serving import ServerProcess

TALL, SHORT, NARROW = ({"width": w, "height": h} for w, h in ((390, 844), (360, 664), (320, 640)))
Spot = tuple[float, float]
# Everything that moves on the page without being put there anew.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) window.shifts.push(
      [shift.value, ...shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)]);
  }).observe({ type: 'layout-shift', buffered: true });
}"""

# Whether what is aimed at is met there.
MET = """key => {
  const box = key.getBoundingClientRect();
  return box.bottom <= innerHeight
    && key.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""
SHINES_THROUGH = """thumb => [...thumb.querySelectorAll(':scope > :not(.over, .tabs), :scope > form *')]
  .filter(each => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width)
  .map(each => each.outerHTML.slice(0, 80))"""


@pytest.fixture
def club(phone: Page, pub: ServerProcess) -> Page:
    come_in(phone, pub)
    return phone


def spot(key: Locator) -> Spot:
    """The middle of a key, where it stands now."""
    box = key.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def key(page: Page, side: int, points: int) -> Locator:
    return page.locator(f".keys form:nth-child({side + 1}) button[value='{points}']")


@pytest.mark.parametrize("size", [TALL, SHORT, NARROW])
@pytest.mark.parametrize(("game", "points"), [("fives_250", 5), ("threes_fives_61", 2)])
def test_the_second_tap_on_one_spot_is_the_same_play_again(
    club: Page, size: dict[str, int], game: str, points: int
) -> None:
    start(club, club_of(club), game, "Ann", "Bob")
    club.set_viewport_size({**size})
    where = spot(key(club, 0, points))
    for total in (points, 2 * points, 3 * points):
        club.touchscreen.tap(*where)
        expect_totals(club, total, 0)


@pytest.mark.parametrize(
    ("names", "size"),
    [
        pytest.param(names, size, marks=() if size is NARROW or names == 4 else pytest.mark.long)
        for names in (2, 3, 4)
        for size in (TALL, SHORT, NARROW)
    ],
)
def test_every_key_is_in_sight_and_stays_where_it_is(club: Page, names: int, size: dict[str, int]) -> None:
    start(club, club_of(club), "fives_250", *("Maureen", "Nobby", "Cy", "Old Frank")[:names])
    club.set_viewport_size({**size})
    keys = [key(club, side, points) for side in range(names) for points in (5, 10, 15, 20)]
    before = [spot(each) for each in keys]
    for each in keys:
        expect(each).to_be_in_viewport(ratio=1)
    club.touchscreen.tap(*before[-1])
    expect_totals(club, *([0] * (names - 1)), 20)
    assert [spot(each) for each in keys] == before


@pytest.mark.parametrize("size", [TALL, {"width": 1280, "height": 800}])
def test_nothing_moves_in_an_evening_of_plays(club: Page, size: dict[str, int]) -> None:
    sit_down(club, "Straight dominoes to 250", "Ann", "Bob")
    club.set_viewport_size({**size})
    club.reload()  # what the new size moved is over
    club.evaluate(WATCH_SHIFTS)
    for side, points in ((0, 5), (1, 20), (0, 35), (1, 10)):
        before = club.locator("#state").get_attribute("data-version") or ""
        club.touchscreen.tap(*spot(key(club, side, points)))
        expect(club.locator("#state")).not_to_have_attribute("data-version", before)
    expect_totals(club, 40, 30)
    club.locator(".over summary").tap()
    expect(club.get_by_role("link", name="Blocked")).to_be_visible()
    club.locator(".over summary").tap()
    club.get_by_role("button", name="Undo").tap()
    expect_totals(club, 40, 20)
    assert club.evaluate("shifts") == []


def test_without_signal_five_taps_on_one_spot_are_five_plays(club: Page, complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    start(club, club_of(club), "fives_250", "Ann", "Bob")
    club.touchscreen.tap(*(where := spot(key(club, 0, 5))))
    expect_totals(club, 5, 0)
    club.context.set_offline(True)
    for _ in range(5):
        club.touchscreen.tap(*where)
        club.wait_for_timeout(900)  # what waits is shown after 0.8 s
        assert spot(key(club, 0, 5)) == where
    club.context.set_offline(False)
    expect_totals(club, 30, 0)


def test_who_chipped_out_is_asked_below_the_button_that_asks(club: Page) -> None:
    start(club, club_of(club), "fives_250", "Ann", "Bob")
    opens = club.locator(".over summary").bounding_box()
    club.locator(".over summary").tap()
    for name in ("Ann", "Bob", "Blocked"):
        there = club.get_by_role("link", name=name).bounding_box()
        assert opens is not None
        assert there is not None
        assert there["y"] >= opens["y"] + opens["height"]
    end_round(club, out="Ann", pips={"Bob": 20})
    expect_totals(club, 20, 0)
    expect(key(club, 0, 5)).to_be_visible()  # of the next round
    until(lambda: not club.locator(".over").evaluate("over => over.open"))


@pytest.mark.parametrize("size", [TALL, SHORT, NARROW])
@pytest.mark.parametrize("pairs", [False, True])
def test_ends_are_entered_and_saved_without_scrolling(club: Page, size: dict[str, int], pairs: bool) -> None:
    names, card = ("Ann", "Bob"), {}
    if pairs:
        names, card = ("Ann", "Bob", "Cy", "Di"), {"sides": "pairs"}
    start(club, club_of(club), "threes_fives_61", *names, **card)
    club.goto(f"{club.url.split('?')[0]}?way=ends")
    club.set_viewport_size({**size})
    shown = [
        club.locator("[data-slot='0']"),
        *club.locator("[data-end]").all(),
        *club.locator(".made button").all(),
    ]
    before = [spot(each) for each in shown]
    for end in ("6d", "3"):
        club.touchscreen.tap(*spot(club.locator(f"[data-end='{end}']")))
    expect(club.locator(".made .gain").first).to_have_text("+8")
    expect(club.locator("#count")).to_be_in_viewport(ratio=1)
    assert [spot(each) for each in shown] == before
    for each in shown:
        expect(each).to_be_in_viewport(ratio=1)
    assert club.locator(".over").evaluate("over => getComputedStyle(over).visibility") == "hidden"
    club.get_by_role("button", name="Clear ends").tap()
    assert [slot.input_value() for slot in club.locator("[data-slot]").all()] == ["", ""]
    expect(club.locator(".over summary")).to_be_visible()


@pytest.mark.parametrize(
    ("players", "sides", "size"),
    [
        pytest.param(players, sides, size, marks=() if size is NARROW else pytest.mark.long)
        for players, sides in ((2, "singles"), (4, "pairs"), (3, "singles"), (4, "singles"))
        for size in (TALL, SHORT, NARROW)
    ],
)
def test_the_ways_to_enter_stand_in_one_place_and_the_names_lie_over_nothing(
    club: Page, players: int, sides: str, size: dict[str, int]
) -> None:
    names = ("Ann", "Bob", "Cy", "Di")[:players]
    match = start(club, club_of(club), "threes_fives_61", *names, sides=sides)
    club.set_viewport_size({**size})
    places = []
    for way in ("keys", "ends", "tiles"):
        club.goto(f"{match}?way={way}")
        places.append((club.locator(".tabs").bounding_box(), club.locator(".over summary").bounding_box()))
        for each in club.locator(".thumb :is(button, .tick, .turn .choice)").all():
            assert not each.is_visible() or each.evaluate(MET), each.get_attribute("aria-label")
        club.locator(".over summary").tap()
        for tab in club.locator(".tabs a").all():
            assert tab.evaluate(MET), f"a name lies over {tab.text_content()}"
        for name in (*names, "Blocked"):
            expect(club.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
        assert club.locator(".thumb").evaluate(SHINES_THROUGH) == []
    assert places == [places[0]] * 3


@pytest.mark.parametrize("size", [TALL, SHORT, NARROW])
def test_more_checks_open_below_all_that_is_aimed_at(club: Page, size: dict[str, int]) -> None:
    match = start(club, club_of(club), "draw_100", "Ann", "Bob", "Cy", "Di")
    club.set_viewport_size({**size})
    club.goto(f"{match}/rounds/new?out=0")
    checks = club.locator(".checks summary")
    aimed_at = [*club.locator(".hand input, #keypad button, #save").all(), checks]
    before = [spot(each) for each in aimed_at if each.is_visible()]
    club.touchscreen.tap(*spot(checks))
    expect(club.locator(".checks")).to_have_attribute("open", "")
    assert [spot(each) for each in aimed_at if each.is_visible()] == before
