"""A night without the club's server: taken along and handed over again, in one browser."""

from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import expect

from scorekeeper.services.matches.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import MATCH, end_round, expect_totals, go, sit_down
from tests.browser.phone import open_club
from tests.pocket.phone import START, Phone
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("built")


def test_night_without_the_server_comes_home(new_phone: Callable[[], Phone], server: ServerProcess) -> None:
    phone = new_phone()
    club = phone.shell
    open_club(club, server)
    sit_down(club, "English pub Block", "Ann", "Bob")
    end_round(club, "Ann", {"Bob": 9})
    begun = club.url.rpartition("/")[2].partition("?")[0]
    home = club.url.partition("matches/")[0]
    go(club, "Club")
    club.get_by_role("link", name="An evening without this server").tap()
    club.get_by_role("link", name="Copy it to this browser").tap()
    phone.wait_for_the_app()
    expect(phone.app.locator("#along input[type=file]")).to_have_value("C:\\fakepath\\take-along.jsonl")
    phone.app.get_by_role("button", name="Copy to this phone").tap()
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown", timeout=START)
    server.kill()
    phone.cut()
    phone.app.locator(f"a[href*='{begun}']").first.tap()
    phone.app.wait_for_url(MATCH)
    end_round(phone.app, "Bob", {"Ann": 4})
    sit_down(phone.app, "English pub Block", "Ann", "Cy")
    end_round(phone.app, "Cy", {"Ann": 3})
    expect_totals(phone.app, 0, 1)
    phone.cut(off=False)
    server.start()
    hand_over = "This phone only, not handed over yet"
    go(phone.app, "Club")
    phone.app.get_by_role("link", name="Bring this phone and the club up to date").tap()
    expect(phone.app.get_by_text("not handed over yet: 2")).to_be_visible()
    beside = phone.context.new_page()
    beside.goto(home)
    sit_down(beside, "English pub Block", "Bob", "Dot")  # at the club, while the phone was away
    end_round(beside, "Dot", {"Bob": 8})
    phone.app.get_by_role("button", name="Bring both up to date").tap()
    expect(phone.app.get_by_text("Everything on this phone is with the club.")).to_be_visible(timeout=START)
    expect(phone.app.get_by_text(hand_over)).to_have_count(0)
    with closing(open_store(server.database)) as db:
        (there,) = clubs(db)
        states = [load_match(db, there.id, match.id) for match in matches(db, there.id)]
    assert sorted([*state.score.totals] for state in states if state) == [[0, 1], [0, 1], [1, 1]]
    phone.app.get_by_role("link", name="Players").tap()
    expect(phone.app.get_by_text("Dot").first).to_be_visible()
