"""A club born on a phone without a network, opened on a server the day after, and played on everywhere."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.evening import end_round, expect_totals, go, score, sit_down, undo, verdict
from tests.browser.evenings.test_league import result, seat_everybody, sign, tap
from tests.pocket.copying import copy_by_link
from tests.pocket.phone import SNAPSHOT_KEPT, START, Phone, phone_with
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("built")


def begin_a_league(app: Page) -> None:
    """Two teams that meet tonight, on three boards."""
    tap(app, "Leagues")
    tap(app, "Start a league")
    tap(app, "Leek")
    for number, (words, count) in enumerate(
        (("6 singles to 61, one game", 2), ("3 doubles to 121, one game", 1))
    ):
        app.get_by_text(words).click()
        app.locator(f"#kind_{number}_count").fill(str(count))
    tap(app, "Create league", "button")
    for name, players in (("Crown", "Ann, Bob"), ("Red Lion", "Cy, Dee")):
        app.get_by_label("Team", exact=True).fill(name)
        app.get_by_label("Players, one per line").fill(players)
        tap(app, "Enter this team", "button")
    tap(app, "Draw up the fixtures")
    app.get_by_label("First night").fill(date.today().isoformat())
    tap(app, "Draw up the fixtures", "button")


def fill_the_card(app: Page) -> None:
    """Three boards, and both captains sign on the phone that goes round."""
    go(app, "Tonight")
    tap(app, "Crown")
    seat_everybody(app)
    home, away = (words.strip() for words in app.locator(".fixture-score bdi").all_inner_texts())
    for board, winner in ((1, home), (2, away), (3, away)):
        result(app, board, winner)
    tap(app, "Save the card", "button")
    expect(app.locator(".fixture-score .legs")).to_have_text("1–2")
    sign(app, home)
    sign(app, away)


def bring_up_to_date(phone: Phone) -> None:
    go(phone.app, "Club")
    phone.app.get_by_role("link", name="Bring this phone and the club up to date").tap()
    phone.app.get_by_role("button", name="Bring both up to date").tap()
    expect(phone.app.get_by_text("Everything on this phone is with the club.")).to_be_visible(timeout=START)
    phone.app.wait_for_load_state()


def link_for_scorers(phone: Phone, settings: str) -> str:
    """Off the club's own page, where this phone manages it."""
    page = phone.context.new_page()
    page.goto(settings)
    expect(page.locator("#phones")).to_contain_text("Ann’s phone")
    card = page.locator(".card").filter(has=page.get_by_role("heading", name="Score link"))
    link = card.locator(".secret").first.text_content()
    page.close()
    return str(link)


def tables(club: Page, address: str) -> dict[str, list[str]]:
    """Every table of the club and of its league, as it is shown at this address."""
    found = {}
    for path in ("table?ratings=shown", "table?game=block", "table?game=draw"):
        club.goto(f"{address}{path}")
        found[path] = club.locator("main table").all_inner_texts()
    club.goto(f"{address}leagues/")
    tap(club, "Leek")
    found["league"] = club.locator("main table").all_inner_texts()
    club.goto(f"{address}players")
    found["players"] = [*filter(str.strip, club.locator("main bdi").all_inner_texts())]
    return found


def test_a_club_born_on_a_phone_is_played_on_by_its_friends_on_a_server(
    driver: Playwright, new_phone: Callable[[], Phone], open_server: ServerProcess, tmp_path: Path
) -> None:
    profile, pocket = tmp_path / "phone", f"{open_server.url}/pocket/"
    with phone_with(driver, profile) as phone:
        phone.open(pocket)
        phone.shell.wait_for_function(SNAPSHOT_KEPT, timeout=START)
        open_server.kill()
        phone.cut()
        phone.open_club()
        begin_a_league(phone.app)
        sit_down(phone.app, "English pub Block", "Ann", "Bob", target=2)
        end_round(phone.app, "Ann", {"Bob": 9})
        end_round(phone.app, "Bob", {"Ann": 4})
        undo(phone.app)
        end_round(phone.app, "Ann", {"Bob": 4})
        expect(verdict(phone.app)).to_have_text("Ann won 2–0")
        sit_down(phone.app, "Draw to 100", "Bob", "Cy")
        end_round(phone.app, "Cy", {"Bob": 60})
        middle = phone.shell.url
        phone.kill()
    with phone_with(driver, profile) as phone:
        phone.cut()
        phone.open(middle)
        expect_totals(phone.app, 0, 60)
        end_round(phone.app, "Cy", {"Bob": 48})
        expect(verdict(phone.app)).to_have_text("Cy won 108–0")
        fill_the_card(phone.app)
        sit_down(phone.app, "Straight dominoes to 250", "Ann", "Eve")
        score(phone.app, "Eve", 15)
        unfinished = phone.app.url.partition("/pocket/app")[2].partition("?")[0]

        open_server.start()  # the day after
        phone.cut(off=False)
        go(phone.app, "Club")
        phone.app.get_by_role("link", name="Take the club to a server").tap()
        phone.app.get_by_label("What to call this phone").fill("Ann’s phone")
        phone.app.get_by_role("button", name="Open the club there").tap()
        expect(phone.app.get_by_role("button", name="Bring both up to date")).to_be_visible(timeout=START)
        club = unfinished.partition("matches/")[0]
        join = link_for_scorers(phone, f"{open_server.url}{club}settings")

        friend = new_phone()
        copy_by_link(friend, join)
        friend.cut()
        phone.cut()
        friend.app.goto(f"{pocket}app{unfinished}")
        score(friend.app, "Ann", 10)
        sit_down(friend.app, "English pub Block", "Eve", "Dee", target=1)
        end_round(friend.app, "Dee", {"Eve": 3})
        sit_down(phone.app, "Draw to 100", "Bob", "Ann", target=20)
        end_round(phone.app, "Ann", {"Bob": 33})
        for one in (friend, phone):
            one.cut(off=False)
        beside = friend.context.new_page()
        beside.goto(join)
        sit_down(beside, "English pub Block", "Cy", "Ann", target=1)
        end_round(beside, "Cy", {"Ann": 7})
        for one in (phone, friend, phone):
            bring_up_to_date(one)
        at_the_club = tables(beside, f"{open_server.url}{club}")
        assert [len(shown) for shown in at_the_club.values()] == [1, 1, 1, 1, 5], at_the_club
        for one in (phone, friend):
            assert tables(one.app, f"{pocket}app{club}") == at_the_club
