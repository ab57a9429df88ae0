"""The page of a match on small screens: nothing overlaps; and the moment a match is won."""

from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import WHO, end_round, expect_totals, last_change, open_round, score, undo
from tests.browser.phone import (
    Complaints,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    box,
    broken_words,
    shot,
)
from tests.browser.table import club_of, form_at_hand, from_menu, sit_down
from tests.serving import ServerProcess, until

NARROW = {"width": 320, "height": 640}

WHOLE = """all => all.every(
  one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight)"""


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
    expect(club.locator("#reason-error")).to_have_text("Say why: it goes in the record.")
    club.get_by_label("Why").fill("late")
    with club.expect_navigation():
        club.get_by_role("button", name="Add penalty").tap()
    expect_totals(club, 30, 0, 0)
    expect(last_change(club)).to_be_in_viewport()
    expect(last_change(club)).to_contain_text("Maureen −5, late")
    from_menu(club, "Add penalty")
    club.get_by_role("radio", name="Nobby").check(force=True)
    club.get_by_label("Why").fill("late")
    asked = club.get_by_text("More than the whole game to 100: is that right?")
    for points in ("100", "820"):
        expect(asked).to_be_hidden()
        club.get_by_label("Points").fill(points)
    expect(asked).to_be_in_viewport()
    club.get_by_role("button", name="Add penalty").tap()
    expect(last_change(club)).to_contain_text("Nobby −820, late")


def test_what_happened_last_has_its_words_whole_on_the_narrowest_phones(
    club: Page, pub: ServerProcess
) -> None:
    club.set_viewport_size({"width": 320, "height": 640})
    sit_down(club, pub, "draw_100", "Ann", "Maureen")
    end_round(club, out="Maureen", pips={"Ann": 24})
    words = club.locator(".last .words b")
    expect(words).to_have_text("Maureen chipped out")
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight")


def test_five_names_and_the_round_can_be_read_on_a_narrow_phone(club: Page, pub: ServerProcess) -> None:
    names = ("Maureen", "Nobby", "Big Dave", "Winston", "Old Frank")
    match = sit_down(club, pub, "fives_250", *names, set=9)
    for width in (320, 360, 390):
        club.set_viewport_size({"width": width, "height": 640})
        club.goto(f"{match}?way=keys")
        for shown in (".whose", ".board .name"):
            assert broken_words(club.locator(shown)) == [], width
            assert club.locator(shown).evaluate_all(WHOLE), (shown, width)
        expect(club.locator(".top .sub")).to_have_text("Round 1")
        assert club.locator(".top .sub").evaluate("sub => getComputedStyle(sub).visibility") == "visible"
        club.locator(".more summary").first.tap()
        name, key = box(club.locator(".whose").first), box(club.locator(".more button").first)
        assert key["y"] >= name["y"] + name["height"]
        assert_no_sideways_scroll(club)
        club.get_by_role("link", name="Ends", exact=True).tap()
        expect(club.locator(".made bdi").last).to_be_visible()
        assert broken_words(club.locator(".made bdi")) == [], width
        assert club.locator(".made bdi").evaluate_all(WHOLE), width


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


WATCH_FOR_CONFETTI = """() => new MutationObserver(changes => {
  const made = changes.flatMap(change => [...change.addedNodes]);
  if (made.some(node => node.className === 'confetti')) sessionStorage.setItem('confetti', 'fell');
}).observe(document, {childList: true, subtree: true})"""
SEEN = "() => sessionStorage.getItem(`played: ${location.pathname}`)"
FELL = "() => sessionStorage.getItem('confetti')"


def test_the_menu_offers_what_can_be_done_now(phone: Page, pub: ServerProcess) -> None:
    """Also where the match was won, or is played again, since the page was loaded."""

    def offers() -> list[str]:
        phone.wait_for_timeout(300)
        phone.locator("#menu summary").tap()
        words = phone.locator("#menu a:visible").all_inner_texts()
        phone.locator("#menu summary").tap()
        return [said.strip() for said in words]

    match = sit_down(phone, pub, "fives_250", target=10)
    playing = offers()
    assert {"Enter just my hand", "Add penalty", "Abandon match"} <= {*playing}
    phone.get_by_role("button", name="10 for Ann", exact=True).tap()
    expect(phone.locator("#slip")).to_contain_text("Ann won")
    over = offers()
    assert over == playing[:3]
    phone.goto(match)
    assert offers() == over
    undo(phone)
    expect_totals(phone, 0, 0)
    assert offers() == playing


@pytest.fixture
def winner(phone: Page) -> Page:
    phone.add_init_script(f"({WATCH_FOR_CONFETTI})()")
    return phone


def win(phone: Page, pub: ServerProcess, knock: str = "on") -> str | None:
    """Win a match of one round; whether confetti fell."""
    sit_down(phone, pub, "draw_100", "Ann", "Bob", target=10)
    until(lambda: phone.evaluate(SEEN) == "yes")
    if knock == "off":
        phone.get_by_text("Match", exact=True).tap()
        phone.get_by_role("button", name="Knock and buzz").tap()
        expect(phone.get_by_role("button", name="Knock and buzz")).to_have_attribute("aria-pressed", "false")
        phone.locator("#menu summary").tap()
    end_round(phone, out="Ann", pips={"Bob": 12})
    expect(phone.locator("#slip")).to_contain_text("1st")
    until(lambda: phone.evaluate(SEEN) is None)
    return cast("str | None", phone.evaluate(FELL))


def test_confetti_falls_at_a_win_unless_motion_is_reduced_or_the_knock_is_off(
    winner: Page, pub: ServerProcess
) -> None:
    winner.emulate_media(reduced_motion="reduce")
    assert win(winner, pub) is None
    winner.emulate_media(reduced_motion="no-preference")
    assert win(winner, pub) == "fell"
    assert box(winner.get_by_role("button", name="Undo"))["y"] < 200
    winner.evaluate("sessionStorage.removeItem('confetti')")
    assert win(winner, pub, knock="off") is None


def test_a_won_leg_stays_until_the_next_is_begun_also_without_signal(
    winner: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    sit_down(winner, pub, "draw_100", "Ann", "Bob", target=10, legs=2)
    end_round(winner, out="Ann", pips={"Bob": 12})
    expect(winner.get_by_role("article", name="Leg 1")).to_contain_text("Ann wins the leg")
    expect(winner.get_by_role("region", name="Score")).to_be_hidden()
    # The part of the script that is loaded later has arrived.
    expect(winner.locator("#menu .sound")).not_to_have_attribute("hidden", "")
    winner.context.set_offline(True)
    winner.get_by_role("link", name="Leg 2 · Ann goes first").tap()
    expect_totals(winner, 0, 0)
    expect(winner.get_by_role("group", name=WHO)).to_be_visible()
    expect(winner.get_by_role("article", name="Leg 1")).to_be_hidden()
    winner.context.set_offline(False)
    winner.reload()
    expect_totals(winner, 0, 0)
    undo(winner)
    expect_totals(winner, 0, 0)
    end_round(winner, out="Bob", pips={"Ann": 11})
    expect(winner.get_by_role("article", name="Leg 1")).to_contain_text("Bob wins the leg")


def test_what_waits_is_named_by_its_leg(winner: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    sit_down(winner, pub, "draw_100", "Ann", "Bob", target=10, legs=2)
    form_at_hand(winner)
    winner.context.set_offline(True)
    for pips, bar in ((12, "Leg 2, round 1"), (3, "Leg 2, round 2")):
        end_round(winner, out="Ann", pips={"Bob": pips})
        expect(winner.get_by_role("group", name=f"{bar} over")).to_be_visible()
        expect(winner.locator(".top .sub")).to_have_text(bar)
    open_round(winner, "Bob")
    expect(winner.get_by_role("heading", level=1)).to_have_text("Leg 2, round 2")


BOTTOMS = "keys => keys.map(key => key.getBoundingClientRect()).map(box => [box.bottom, box.right])"
TICK_IS_CLEAR = """choice => {
  const words = document.createRange();
  words.selectNodeContents(choice.querySelector('span'));
  const tick = getComputedStyle(choice, '::before');
  const foot = choice.getBoundingClientRect().top + parseFloat(tick.top) + parseFloat(tick.height);
  return [...words.getClientRects()].every(line => line.top + 2 >= foot);
}"""


MANY_EVENINGS = """start => {
  const evenings = document.createElement('div');
  evenings.style.height = '800px';
  start.before(evenings);
}"""
BESIDE_START = """() => {
  const top = document.querySelector('.start .button').getBoundingClientRect().top;
  const foot = document.querySelector('.foot').getBoundingClientRect().top;
  const found = [];
  for (let y = top; y < foot; y += 2)
    for (const x of [3, innerWidth / 2, innerWidth - 3]) {
      const met = document.elementFromPoint(x, y);
      if (!met.closest('.start, .foot')) found.push(`${y}: ${met.textContent.trim().slice(0, 30)}`);
    }
  return found;
}"""


def test_the_keys_of_a_side_fill_their_last_row(phone: Page, pub: ServerProcess) -> None:
    """The rare plays of three are behind one more key."""
    for game, names, count, widths in (
        ("fives_250", ("Ann", "Bob"), 7, (320, 390)),
        ("fives_250", ("Ann", "Bob", "Cy"), 4, (320, 390)),
        ("threes_fives_61", ("Ann", "Bob"), 6, (1280,)),
    ):
        sit_down(phone, pub, game, *names)
        for width in widths:
            phone.set_viewport_size({"width": width, "height": 844})
            keys = phone.locator(".keys form:first-child .keyrow button").locator("visible=true")
            expect(keys).to_have_count(count)
            row, boxes = box(phone.locator(".keyrow").first), keys.evaluate_all(BOTTOMS)
            last_row = max(right for bottom, right in boxes if bottom == boxes[-1][0])
            assert last_row == pytest.approx(max(right for _, right in boxes), abs=0.5)
            assert last_row == pytest.approx(row["x"] + row["width"], abs=0.5)
            assert_targets_big_enough(phone)
            shot(phone, "keys", "dark")


def test_names_of_five_are_not_broken_inside_a_word(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    page = new_phone()
    names = ("Bartholomew", "Maximilian", "Josephine", "Christopher", "Old Wilhelmina")
    match = sit_down(page, pub, "block", *names)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        outs = page.locator(".thumb .choice")
        expect(outs).to_have_count(6)
        assert broken_words(outs) == [], width
    page.goto(f"{match}/tv")
    for size in ({"width": 1366, "height": 768}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        shown = page.locator(".tv-name")
        expect(shown).to_have_text(list(names))
        assert broken_words(shown) == [], size


def test_the_tick_of_a_choice_lies_on_no_word(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    phone.goto(f"{club_of(phone)}matches/new?game=draw_100")
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        shown = [choice for choice in phone.locator(".choice:has(:checked)").all() if choice.is_visible()]
        assert shown
        for choice in shown:
            assert choice.evaluate(TICK_IS_CLEAR), choice.inner_text()
        shot(phone, "ticks", "dark")


def test_no_line_shows_between_start_and_the_foot(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    page = new_phone()
    sit_down(page, pub)
    page.goto(club_of(page))
    expect(page.get_by_role("link", name="Start a match")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator(".start").evaluate(MANY_EVENINGS)
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight + 200")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(BESIDE_START) == []
    shot(page, "start", "dark")


def test_of_many_sides_what_is_to_go_is_whole_and_no_name_goes_on_in_the_next_line(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    page = new_phone(viewport={"width": 320, "height": 640})
    sit_down(page, pub, "block", "Ann", "Bob", "Cy", "Di", "Eve", legs=3)
    for line in page.locator(".to-go").all():
        assert line.evaluate("line => line.scrollWidth <= line.clientWidth")
    expect(page.locator(".to-go").first).to_have_text("5 to go0 legs")
    sit_down(page, pub, "fives_250", "Ann", "Bob", "Cy", legs=3)
    assert page.locator(".to-go").evaluate_all(WHOLE)
    undo = box(page.locator(".last"))
    assert undo["y"] + undo["height"] / 2 < box(page.locator(".thumb"))["y"], "its middle is in sight"
    sit_down(page, pub, "draw_100", "Bartholomew Fox", "Bob", "Cy", "Di")
    lines = "name => new Set([...name.getClientRects()].map(({ y }) => y)).size"
    assert page.locator(".board .name bdi").first.evaluate(lines) == 2
