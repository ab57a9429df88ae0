"""A club begun on a phone without a server: opened on one from there, and played on in both places."""

from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import expect

from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import end_round, go, sit_down
from tests.pocket.phone import START, Phone
from tests.serving import ServerProcess

pytestmark = [pytest.mark.usefixtures("built"), pytest.mark.long]


def totals_at(server: ServerProcess) -> list[list[int]]:
    with closing(open_store(server.database)) as db:
        there = clubs(db)
        states = [load_match(db, club.id, match.id) for club in there for match in matches(db, club.id)]
    return [[*state.score.totals] for state in states if state]


def before_opening(phone: Phone, server: ServerProcess) -> Phone:
    """A round is played, and the page stands open that takes the club to the server."""
    phone.open(f"{server.url}/pocket/")
    phone.open_club()
    sit_down(phone.app, "English pub Block", "Ann", "Bob")
    end_round(phone.app, "Ann", {"Bob": 9})
    go(phone.app, "Club")
    phone.app.get_by_role("link", name="Take the club to a server").tap()
    return phone


def test_it_opens_by_the_link_of_a_first_start(new_phone: Callable[[], Phone], server: ServerProcess) -> None:
    phone = before_opening(new_phone(), server)
    link = phone.app.get_by_label("the link of its first start")
    for secret, says in (
        ("nothing", "This link opens no empty club"),
        (first_start_secret(server.database), ""),
    ):
        link.fill(f"{server.url}/start/{secret}")
        phone.app.get_by_role("button", name="Open the club there").tap()
        if says:
            expect(phone.app.locator("#handed")).to_contain_text(says)
    expect(phone.app.get_by_text("Everything on this phone is with the club.")).to_be_visible(timeout=START)
    assert totals_at(server) == [[1, 0]]


BRING = """async whole => {
  const [home] = whole.match(/\\/c\\/[^/]+/), key = "of this opening";
  localStorage.setItem(`scorekeeper sync ${home}`, JSON.stringify({ key }));
  const named = new URLSearchParams({ name: "Another", phone: "Ann", key });
  const empty = await fetch("/clubs", { method: "POST", body: named });
  const body = new FormData();
  body.set("file", new File([await (await fetch(whole)).blob()], "club.jsonl"));
  await fetch(`${new URL(empty.url).pathname}take-in`, { method: "POST", body });
}"""


def test_what_was_cut_short_once_the_club_was_there_goes_on(
    new_phone: Callable[[], Phone], open_server: ServerProcess
) -> None:
    phone = before_opening(new_phone(), open_server)
    open_server.kill()
    phone.app.get_by_role("button", name="Open the club there").tap()
    expect(phone.app.locator("#handed")).to_contain_text("The club is on this phone as it was")
    open_server.start()
    phone.app.evaluate(BRING, phone.app.locator("#open").get_attribute("data-whole"))
    assert totals_at(open_server) == [[1, 0]]
    phone.context.clear_cookies()  # the answers were lost
    phone.app.get_by_label("What to call this phone").fill("Ann’s phone")
    phone.app.get_by_role("button", name="Open the club there").tap()
    expect(phone.app.get_by_text("Everything on this phone is with the club.")).to_be_visible(timeout=START)
    assert totals_at(open_server) == [[1, 0]]
