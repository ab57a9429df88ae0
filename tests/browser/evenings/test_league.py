"""The secretary's way on a phone: a league from its preset to the sheet on the wall."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERY
from tests.browser.phone import (
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    broken_words,
    come_in,
    shot,
)
from tests.serving import ServerProcess

TEAMS = {"Crown": "Ann, Bob", "Red Lion": "Cy, Dee", "Railway": "Eve, Fay"}
FIRST_DAY = date.today() - timedelta(days=10)

# Pixels between the nearest neighbours of a team's figures, were each as long as it gets.
CLOSEST_FIGURES = """row => {
  for (const head of document.querySelectorAll('table.league .narrow')) head.classList.add('two');
  for (const head of document.querySelectorAll('table.league .wide')) head.classList.add('big');
  const widest = ['28', '28', '28', '28', '\u2212109', '179'];
  const boxes = [...row.rows[0].cells].slice(2).map((cell, n) => {
    const was = cell.textContent;
    cell.textContent = widest[n];
    const words = document.createRange();
    words.selectNodeContents(cell);
    const box = words.getBoundingClientRect();
    cell.textContent = was;
    return box;
  });
  return Math.min(...boxes.slice(1).map((box, n) => box.left - boxes[n].right));
}"""


# What pages/test_league_pages.py does not come by; `make test-long` looks at all.
LOOKED_AT = {
    *("league-rules", "league-draw-up", "league-card", "league-card-differs", "league-card-signed"),
    *("league-table", "league-sheet"),
}


def passes(page: Page, name: str) -> None:
    """The screen is accessible, and large enough for a thumb also at 320 px."""
    shot(page, name)
    if not EVERY and name not in LOOKED_AT:
        return
    assert_it_fits(page)
    assert_accessible(page)
    page.set_viewport_size({"width": 320, "height": 568})
    assert_no_sideways_scroll(page)
    page.set_viewport_size({"width": 390, "height": 844})


def tap(page: Page, words: str, role: str = "link") -> None:
    """Tap a link or a button and wait for the page that it leads to."""
    with page.expect_navigation():
        page.get_by_role(role, name=words, exact=False).first.click()  # type: ignore[arg-type]


def make_league(page: Page) -> None:
    """A league like Leek's, with two singles and one doubles board a night."""
    tap(page, "Leagues")
    tap(page, "Start a league")
    page.wait_for_url("**/leagues/new")
    passes(page, "league-presets")
    tap(page, "Leek")
    for number, (words, count) in enumerate(
        (("6 singles to 61, one game", 2), ("3 doubles to 121, one game", 1))
    ):
        page.get_by_text(words).click()
        page.locator(f"#kind_{number}_count").fill(str(count))
    passes(page, "league-rules")
    tap(page, "Create league", "button")


def enter_teams(page: Page) -> None:
    players = page.get_by_label("Players, one per line")
    assert players.evaluate("box => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight)") > 4
    for name, names in TEAMS.items():
        page.get_by_label("Team", exact=True).fill(name)
        players.fill(names)
        tap(page, "Enter this team", "button")
        expect(page.get_by_role("link", name=name).first).to_be_visible()
    passes(page, "league-teams")


def draw_up(page: Page) -> None:
    tap(page, "Draw up the fixtures")
    page.get_by_label("First night").fill(FIRST_DAY.isoformat())
    passes(page, "league-draw-up")
    tap(page, "Draw up the fixtures", "button")
    expect(page.get_by_role("heading", name="Round 6")).to_be_visible()
    passes(page, "league-fixtures")


def assert_names_are_whole(page: Page) -> None:
    """A long team's name on the card, on the narrowest phone: no word of it is broken."""
    name = page.locator(".fixture-score bdi").first
    was = name.inner_text()
    name.evaluate("(element, long) => { element.textContent = long; }", "Conservative Club")
    page.set_viewport_size({"width": 320, "height": 568})
    assert broken_words(name) == []
    page.set_viewport_size({"width": 390, "height": 844})
    name.evaluate("(element, was) => { element.textContent = was; }", was)


def assert_figures_are_whole(page: Page) -> None:
    """However long the team's name is, no figure beneath a player is divided between two lines."""
    for letters in range(8, 33):
        name = "Conservative Club and Institute A"[:letters]
        page.locator("tr.more bdi").first.evaluate("(element, name) => { element.textContent = name; }", name)
        assert broken_words(page.locator("tr.more .muted").first) == []


def seat_everybody(page: Page) -> None:
    """The first two players of each team on the singles, both on the doubles."""
    for board, seats in ((1, (0,)), (2, (1,)), (3, (0, 1))):
        for side in ("home", "away"):
            for seat, player in enumerate(seats):
                page.locator(f"select[name=b{board}_{side}_{seat}]").select_option(index=player + 1)


def score_board_one_live(page: Page) -> None:
    """61 for the home player, eight at a time."""
    tap(page, "Keep score here on board 1", "button")
    page.wait_for_url(re.compile("/matches/"))
    name = page.locator(".side .name").first.inner_text()
    total = 0
    for points in (8, 8, 8, 8, 8, 8, 8, 4):
        total += points
        page.get_by_role("button", name=f"{points} for {name}").click()
        expect(page.locator(".side .total").first).to_have_text(str(total))
    page.get_by_role("button", name=f"1 for {name}").click()
    expect(page.locator(".verdict")).to_have_text(f"{name} won 61–0")
    tap(page, "Board 1 of the match card")


def result(page: Page, board: int, winner: str) -> None:
    teams = [words.strip() for words in page.locator(".fixture-score bdi").all_inner_texts()]
    results = page.get_by_role("radiogroup", name=f"Board {board}, result").locator("label")
    results.nth(teams.index(winner)).click()


def sign(page: Page, team: str) -> None:
    page.get_by_role("button", name=f"Sign for {team}").click()
    expect(page.get_by_role("region", name="Signatures")).to_contain_text(f"{team} signed")


@pytest.mark.usefixtures("complaints")
def test_the_secretarys_way(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    page = new_phone()
    come_in(page, pub)
    make_league(page)
    enter_teams(page)
    draw_up(page)
    fixtures = page.url

    # The first card: one board live, the others as results; both captains sign at one phone.
    with page.expect_navigation():
        page.locator("a.line").first.click()
    card = page.url
    home, away = (words.strip() for words in page.locator(".fixture-score bdi").all_inner_texts())
    assert_names_are_whole(page)
    seat_everybody(page)
    score_board_one_live(page)
    for board, winner in ((2, away), (3, home)):
        result(page, board, winner)
    passes(page, "league-card")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    tap(page, "Save the card", "button")
    expect(page.locator(".fixture-score .legs")).to_have_text("2–1")
    expect(page.get_by_role("button", name=f"Sign for {home}")).to_be_in_viewport()
    sign(page, home)
    sign(page, away)
    expect(page.locator(".status")).to_contain_text("Signed for both teams")
    expect(page.get_by_label("For the group chat")).to_have_value(re.compile(f"{home} 2–1 {away}"))
    page.evaluate("delete Navigator.prototype.clipboard")  # as over plain http
    page.get_by_role("button", name="Send or copy the result").click()
    expect(page.locator("#shared")).to_have_text("Copied.")
    passes(page, "league-card-signed")

    # The second: results only, entered differently by two captains on two phones, then agreed.
    page.goto(fixtures)
    with page.expect_navigation():
        page.locator("a.line").nth(1).click()
    first, second = (words.strip() for words in page.locator(".fixture-score bdi").all_inner_texts())
    for captain, winner in ((first, first), (second, second)):
        with page.expect_navigation():
            page.get_by_label("Who enters").get_by_role("link", name=captain).click()
        for board in (1, 2, 3):
            result(page, board, winner)
        tap(page, "Save the card", "button")
    expect(page.locator(".status")).to_contain_text("The captains disagree")
    passes(page, "league-card-differs")
    for board in (1, 2, 3):
        result(page, board, first)
    tap(page, "Save the card", "button")
    expect(page.locator(".fixture-score .legs")).to_have_text("3–0")
    passes(page, "league-card-unsigned")
    sign(page, first)  # its day is still to come, so it counts once it is signed for both
    sign(page, second)
    expect(page.locator(".status")).to_contain_text("Signed for both teams")

    # The table moves, and is the same for somebody who only watches.
    page.locator("h1 a").click()
    expect(page.locator("table.league tbody")).to_have_count(3)
    expect(page.get_by_text("without both captains’ signatures")).to_have_count(0)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")  # else a chip is half under the bar
    passes(page, "league-table")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator("table.league tbody").first.evaluate(CLOSEST_FIGURES) >= 8, width
    page.set_viewport_size({"width": 390, "height": 844})
    strokes = page.locator(".places polyline").evaluate_all("all => all.map(e => getComputedStyle(e).stroke)")
    assert (len(strokes), "none" in strokes) == (3, False)
    table = page.url
    for room in ("Players", "Pairs"):
        with page.expect_navigation():
            page.get_by_label("League", exact=True).get_by_role("link", name=room).click()
        passes(page, f"league-{room.lower()}")
        assert_figures_are_whole(page)
    page.goto(table)
    tap(page, "Record")
    passes(page, "league-record")

    page.goto(fixtures)
    tap(page, "still to come in")
    page.get_by_text("A reminder to send").first.click()
    expect(page.get_by_label("The reminder for").first).to_have_value(re.compile("we still need"))
    passes(page, "league-overdue")

    # A signed card is locked; the manager reopens it with a reason, which stays in the audit log.
    page.goto(card)
    page.get_by_text("Manage this fixture").click()
    page.get_by_label("Why reopen it?").fill("board 2 was turned round")
    tap(page, "Reopen the card", "button")
    expect(page.locator(".status")).to_contain_text("to sign")

    page.goto(table)
    tap(page, "Notice board")
    passes(page, "league-sheet")
