"""Every page of leagues, cups, groups and ladders, by its links: accessible, and large enough to tap."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page

from scorekeeper.app import create_app
from tests.browser.conftest import EVERY
from tests.browser.phone import (
    PHONE,
    assert_accessible,
    assert_it_fits,
    assert_no_sideways_scroll,
    box,
    broken_words,
)
from tests.serving import ServerProcess
from tests.web.captains import enter_card, select, sign
from tests.web.cast import Pub, open_pub, won
from tests.web.cups.test_cups import date as set_round
from tests.web.cups.test_cups import draw, knockout
from tests.web.cups.test_groups import draw_groups, groups_cup, play_all
from tests.web.league_evening import begin_a_league
from tests.web.page import Page as Opened
from tests.web.secretary import draw_up, enter, league, three_teams, withdraw

ID = re.compile(r"[0-9a-z]{22}")
ROOMS = re.compile(r"/(leagues|fixtures|cards)(/|$)")
FITS = "rooms => rooms.scrollWidth <= rooms.clientWidth"
HREFS = "[...document.querySelectorAll('main a[href], nav a[href]')].map(a => a.getAttribute('href'))"


def season(pub: Pub) -> None:
    """A league that has begun, groups that were played, a ladder and an empty cup of pairs."""
    begin_a_league(pub, desk=True)
    groups = groups_cup(pub)
    draw_groups(pub, groups)
    play_all(pub, groups)
    ladder = league(pub, "ladder", name="Ladder", reach=2)
    for name in ("Ann", "Bob", "Cy"):
        enter(pub, ladder, "", name)
    league(pub, "pairs_cup", name="Pairs")


@pytest.fixture
def crown(pub: ServerProcess) -> Pub:
    """The Crown on the pub's server; what is done there in this process costs no page."""
    return open_pub(create_app({"DATABASE": pub.database}), "The Crown")


def test_everybody_can_use_every_page_of_a_league(phone: Page, pub: ServerProcess, crown: Pub) -> None:
    season(crown)
    phone.goto(pub.url + crown.link("manage"))
    ways, seen = [f"{crown.home}leagues/", f"{crown.home}leagues/honours"], set()
    while ways:
        path = ways.pop()
        page = re.sub(ID, "ID", path.partition("?")[0])
        # A league of each format has a front page and a desk of its own.
        kind = path if page.endswith(("/leagues/ID/", "/cup/", "/desk")) else page
        if kind in seen or not ROOMS.search(path) or page.endswith((".csv", ".ics", ".svg", ".xml")):
            continue
        seen.add(kind)
        phone.goto(pub.url + path)
        assert_it_fits(phone)
        assert_accessible(phone, *(("dark", "light") if EVERY else ("dark",)))
        phone.set_viewport_size({"width": 320, "height": 640})
        assert_no_sideways_scroll(phone)
        for rooms in phone.locator(".tabs").all():
            assert rooms.evaluate(FITS), f"{path}: {rooms.text_content()} has more to the side"
        phone.set_viewport_size(PHONE["viewport"])
        ways += phone.evaluate(HREFS)
    assert len(seen) > 30, seen


def test_the_names_of_a_match_that_does_not_count_are_struck_through(
    phone: Page, pub: ServerProcess, crown: Pub
) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    withdraw(crown, at, "Lion")
    phone.goto(f"{pub.url}{at}fixtures/")
    struck = "all => all.map(one => getComputedStyle(one).textDecorationLine)"
    assert {*phone.locator(".line.void bdi").evaluate_all(struck)} == {"line-through"}
    assert phone.locator(".line.void small").evaluate_all(struck) == ["none"] * 4


def test_print_is_shown_only_where_a_script_can_do_it(
    new_phone: Callable[..., Page], pub: ServerProcess, crown: Pub
) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    for script in (True, False):
        phone = new_phone(java_script_enabled=script)
        for path in (f"{at}sheet", f"{at}fixtures/paper"):
            phone.goto(pub.url + path)
            assert phone.get_by_text("Print", exact=True).is_visible() == script, path


def four_teams(pub: Pub) -> tuple[str, str]:
    """A league whose first match was put off; the addresses of it and of a card begun the same night."""
    at = league(pub, "hdddcl", name="Winter")
    for name in ("Crown", "Lion", "Railway", "Swan"):
        enter(pub, at, name, "\n".join(f"{name} {n}" for n in range(1, 7)))
    draw_up(pub, at, first=(date.today() - timedelta(days=10)).isoformat())
    links = pub.manager.open(f"{at}fixtures/").links
    first, second, *_ = dict.fromkeys(href for words, href in links if " v " in words and at not in href)
    move = pub.manager.open(pub.manager.open(first).link_saying("Move or postpone"))
    later = (date.today() + timedelta(days=100)).isoformat()
    pub.manager.send(move.form_with("day", "reason"), day=later, reason="darts final")
    seats = seats_of(pub.manager.open(second))
    enter_card(pub.manager, second, b1_legs="2-1", b2_legs="0-2", **seats)
    return at, second


def seats_of(page: Opened, boards: tuple[int, ...] = (1,)) -> dict[str, str]:
    """Players of both teams for these boards: the first two on board 1, the next two on board 2."""
    ids = re.findall(r'aria-label="Board 1, ([^"]+), player 1"', page.html)
    return {
        f"b{board}_{side}_{seat}": select(page, f"Board {board}, {team}, player {seat + 1}")[
            2 * board - 1 + seat
        ][0]
        for board in boards
        for side, team in zip(("home", "away"), ids, strict=True)
        for seat in (0, 1)
    }


def printed(phone: Page, address: str) -> str:
    """The text of this page as printed: one A4 page, black on white, without the screen's controls."""
    phone.goto(address)
    phone.emulate_media(media="print")
    assert len(re.findall(rb"/Type\s*/Page\b", phone.pdf(prefer_css_page_size=True))) == 1, address
    for part in ("nav", "form", "button", ".chips", "textarea", "input:not([type=hidden])"):
        for found in phone.locator(part).all():
            assert not found.is_visible(), (address, part)
    ground = "[document.body, document.documentElement].map(e => getComputedStyle(e).backgroundColor)"
    assert "rgb(255, 255, 255)" in phone.evaluate(ground), address
    words = phone.locator("main").inner_text()
    phone.emulate_media(media="screen")
    return words


def test_a_printed_page_fits_a4_and_shows_no_controls(phone: Page, pub: ServerProcess, crown: Pub) -> None:
    at, card = four_teams(crown)
    cup = knockout(crown, [f"P{n:02}" for n in range(1, 15)])
    draw(crown, cup)
    set_round(crown, cup)
    phone.goto(pub.url + crown.link("manage"))
    filled, blank = (printed(phone, f"{pub.url}{card}paper{rest}") for rest in ("", "?blank=yes"))
    assert ("1 &" in filled, "2–1" in filled) == (True, True), filled
    assert ("1 &" in blank, "2–1" in blank) == (False, False), blank
    assert len(re.findall(r"tables, \w+ drop", blank)) == 3, blank
    sheet = printed(phone, f"{pub.url}{at}sheet")
    assert re.search(r"\w+ v \w+ \(\w{3} \d+ \w{3}\)", sheet), sheet
    assert re.search(r"Cards not in yet\s+\w+ v \w+", sheet), sheet
    bracket = printed(phone, f"{pub.url}{cup}")
    assert bracket.count("at home") == 6, bracket
    printed(phone, f"{pub.url}{crown.home}leagues/finals/")
    links = f"{crown.home}leagues/captains"
    assert crown.manager.post(links).status_code == 303
    handed_out = printed(phone, pub.url + links)
    assert (handed_out.count("/captain/"), "as one text" in handed_out) == (4, False), handed_out
    phone.goto(f"{pub.url}{cup}")
    shown = phone.locator(".bracket").inner_text()
    assert ("6 ties, 2 byes" in shown, "4 ties" in shown) == (True, True), shown
    assert phone.locator(".tie:visible").count() == 8 + 2 + 2 + 1, "on a phone not whom nobody knows yet"
    phone.set_viewport_size({"width": 1280, "height": 900})
    assert phone.locator(".tie:visible").count() == 8 + 4 + 2 + 1
    assert phone.locator(".bracket").evaluate("bracket => bracket.clientWidth") > 1000, "as wide as a desk"


DIVIDED = """all => all.filter(one => new Set([...one.getClientRects()].map(box => box.top)).size > 1)
  .map(one => one.textContent)"""


def test_the_record_says_days_in_words_and_divides_none(phone: Page, pub: ServerProcess, crown: Pub) -> None:
    at, _ = four_teams(crown)
    phone.goto(f"{pub.url}{at}record")
    lines = phone.locator(".record li").all_inner_texts()
    day = r"\d{1,2} \w{3} \d{4}"
    assert [line for line in lines if re.search(f"day: {day} → {day} · “darts final”", line)], lines
    assert all(re.search(f"{day} \\d\\d:\\d\\d$", line) for line in lines), (
        "the script tells the hour beside its day"
    )
    for width in range(320, 440, 10):
        phone.set_viewport_size({"width": width, "height": 640})
        assert phone.locator(".record .whole").evaluate_all(DIVIDED) == [], width


def test_signatures_and_finals_keep_to_their_room(phone: Page, pub: ServerProcess, crown: Pub) -> None:
    cup = knockout(crown, ["Cyril Featherstonehaugh", "Bartholomew Cholmondeley"])
    draw(crown, cup)
    card = set_round(crown, cup).link_saying("at home")
    enter_card(crown.manager, card, b1_legs="2-0")
    for _ in range(2):
        sign(crown.manager, card)
    phone.goto(pub.url + crown.link("manage"))
    phone.goto(f"{pub.url}{crown.home}leagues/finals/")
    assert box(phone.locator(".tie"))["height"] < 250, "as high as what is in it"
    phone.goto(f"{pub.url}{cup.removesuffix('cup/')}players")
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        over = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
        assert phone.locator("table.league th").evaluate_all(over) == [], "no name lies over its figures"
    phone.goto(pub.url + card)
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        for part in phone.locator(".signatures, .signed").all():
            assert box(part)["x"] + box(part)["width"] <= width
            assert part.evaluate("one => one.scrollWidth <= one.clientWidth"), width


def test_long_names_keep_to_their_keys(phone: Page, pub: ServerProcess, crown: Pub) -> None:
    teams = "Llanfairpwllgwyngyllgogerychwy", "Featherstonehaughs Arms"
    at = league(crown, "hdddcl", name="Winter")
    for name in teams:
        enter(crown, at, name, "\n".join(f"{name[:20]} {n}" for n in range(1, 7)))
    draw_up(crown, at)
    card = crown.manager.open(f"{at}fixtures/").link_saying(" v ")
    table = crown.at(won(crown, *teams), "/table")
    cup = knockout(crown, [*teams, "Bartholomew Cholmondeley"])
    draw(crown, cup, teams[0])
    phone.goto(pub.url + crown.link("manage"))
    spills = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.goto(pub.url + card)
        phone.locator(".concede").evaluate_all("all => all.map(one => { one.open = true; })")
        assert phone.locator(".boards .card, [aria-label='Who enters'] a").evaluate_all(spills) == [], width
        phone.goto(pub.url + cup)
        assert box(phone.locator(".bye"))["width"] <= box(phone.locator(".bracket"))["width"], "a bye’s chip"
        phone.goto(pub.url + table)
        for undo in phone.get_by_role("button", name="Undo").all():
            at_thumb = box(undo)
            assert (at_thumb["x"] >= 0, at_thumb["x"] + at_thumb["width"] <= width) == (True, True)
            assert at_thumb["height"] < 70, "its word is whole"


BESIDE = """board => ['.board-seats', '.results', '.board-foot']
  .map(part => board.querySelector(part).getBoundingClientRect())
  .map((box, at, all) => at === 0 || all[at - 1].right <= box.left && box.top < all[at - 1].bottom)"""
CUT_NAMES = """all => all.filter(name => {
  const own = name.getBBox(), chart = name.ownerSVGElement.viewBox.baseVal;
  return own.x + own.width > chart.x + chart.width;
}).map(name => name.textContent)"""


def test_a_desk_shows_a_month_a_card_and_the_places_at_full_width(
    new_phone: Callable[..., Page], pub: ServerProcess, crown: Pub
) -> None:
    at = league(crown, "hdddcl", name="Winter")
    for name in ("Flying Horse", "Roebuck", "Quiet Woman", "Swan with Two Necks"):
        enter(crown, at, name, "\n".join(f"{name} {n}" for n in range(1, 7)))
    draw_up(crown, at, first="2026-12-01")
    links = crown.manager.open(f"{at}fixtures/").links
    cards = [href for words, href in links if " v " in words and at not in href]
    for card in cards[0], cards[2]:
        seats = seats_of(crown.manager.open(card), (1, 2, 3))
        enter_card(crown.manager, card, b1_legs="2-1", b2_legs="2-0", b3_legs="2-0", **seats)
        for _ in range(2):  # a card of a later day counts once it is signed for both
            sign(crown.manager, card)
    desk = new_phone(viewport={"width": 1280, "height": 900})
    desk.goto(pub.url + crown.link("manage"))
    desk.goto(f"{pub.url}{at}desk?month=2026-12")
    grid = desk.get_by_role("region", name="Who plays whom, by day")
    assert grid.locator("thead th").count() == 6
    assert grid.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    cut = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"
    assert grid.locator("th, td, .meeting").evaluate_all(cut) == []
    change = crown.manager.open(f"{at}fixtures/").link_saying("Change Quiet Woman v Flying Horse")
    moved = crown.manager.open(change).form_with("day", "reason")
    crown.manager.send(moved, day="2026-12-09", reason="snow")
    desk.reload()
    assert grid.locator("thead th").count() == 7
    assert broken_words(grid.locator("th, .meeting")) == []
    desk.goto(f"{pub.url}{cards[3]}")
    assert desk.locator(".board-card").evaluate_all(f"all => all.map({BESIDE})") == [[True, True, True]] * 3
    desk.goto(f"{pub.url}{at}")
    assert desk.locator(".places text").count() == 4
    assert desk.locator(".places text").evaluate_all(CUT_NAMES) == []
    assert "Quiet Woman" in desk.locator(".places").inner_text()
    desk.goto(f"{pub.url}{at}players")
    lefts = "all => [...new Set(all.map(one => one.getBoundingClientRect().left))].length"
    assert desk.locator(".table-card tbody th").evaluate_all(lefts) == 2
