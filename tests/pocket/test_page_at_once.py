"""The page that was shown last is there before Python is, and what is tapped on it is done after that."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import MATCH, end_round, expect_totals, go, sit_down
from tests.pocket.phone import KEPT, SHOWN, START, Phone
from tests.pocket.thorough.test_shell import SPOIL

# Python's worker is told to start only once the test says so.
HELD = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function postMessage(message, ...more) {
  if (message.start) window.startPython = () => post.call(this, message, ...more);
  else post.call(this, message, ...more);
};"""
FORM_AT_HAND = (
    "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/rounds/new'))"
)
COPY = "async address => (await caches.match(address)).text()"
ALTER = """async ([address, text]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name), copy = await cache.match(address);
    if (copy) await cache.put(address, new Response(text, { headers: copy.headers }));
  }
}"""
OF_ANOTHER_EDITION = """async address => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name), copy = await cache.match(address);
    if (!copy) continue;
    await cache.delete(address);
    await (await caches.open('pocket /pocket/ older')).put(address, copy);
  }
}"""


@pytest.fixture
def club(phone: Phone) -> Phone:
    """Open, after a while; the next starts wait to be told to."""
    phone.shell.wait_for_timeout(4000)  # after which pages are kept
    phone.open_club()
    phone.context.add_init_script(HELD)
    return phone


def play_a_round(phone: Phone) -> None:
    """Answered, after which no copy is left from before."""
    with phone.context.expect_event("response", lambda answer: answer.request.method == "POST"):
        end_round(phone.app, "Ann", {"Bob": 9})


def put_away(phone: Phone, *more: str) -> None:
    """Wait until the page is kept."""
    page = phone.app.url.partition("#")[0]
    phone.wait_until(KEPT, [page, *(page + way for way in more)])


def reload_shell(phone: Phone) -> None:
    """As far as it comes without Python."""
    phone.shell.reload()
    phone.shell.wait_for_function("() => window.startPython")
    assert phone.shell.evaluate("window.started") is None


def start_python(phone: Phone) -> None:
    phone.shell.evaluate("window.startPython()")
    phone.shell.wait_for_function("() => window.started", timeout=START)


def expect_only_the_start(phone: Phone) -> None:
    expect(phone.shell.locator("#message")).to_have_text("Starting…")
    phone.shell.wait_for_timeout(500)
    assert not phone.shell.evaluate(SHOWN)
    expect(phone.shell.locator("#app")).to_be_hidden()


def test_round_entered_before_python_is_there_is_stored_once(club: Phone, tmp_path: Path) -> None:
    sit_down(club.app, "English pub Block", "Ann", "Bob")
    play_a_round(club)
    put_away(club, "/rounds/new")
    reload_shell(club)
    expect_totals(club.app, 1, 0)
    club.app.wait_for_function(FORM_AT_HAND)
    end_round(club.app, "Bob", {"Ann": 4})
    club.app.wait_for_url(MATCH)
    expect(club.app.locator(".counted .total")).to_have_text(["1", "1"])
    club.app.locator(".top .back").tap()
    expect(club.app.locator(".top .back")).to_have_attribute("aria-busy", "true")
    start_python(club)
    expect(club.app.get_by_role("heading", level=1)).to_contain_text("The Crown")
    expect(club.app.locator("#badge")).not_to_contain_text("waiting")
    with closing(open_store(club.copy(tmp_path / "copy.db"))) as db:
        (there,) = clubs(db)
        states = [load_match(db, there.id, match.id) for match in matches(db, there.id)]
    assert [[*state.score.totals] for state in states if state] == [[1, 1]]
    assert not club.errors


def test_older_copy_of_a_match_is_brought_up_to_date_in_place(club: Phone) -> None:
    sit_down(club.app, "English pub Block", "Ann", "Bob")
    put_away(club)
    match = club.app.url
    older = club.shell.evaluate(COPY, match)
    play_a_round(club)
    put_away(club)
    club.shell.evaluate(ALTER, [match, older])  # as a power cut may bring it back
    reload_shell(club)
    expect_totals(club.app, 0, 0)
    club.app.evaluate("() => { window.same = true; }")
    start_python(club)
    expect_totals(club.app, 1, 0)
    assert club.app.evaluate("window.same")


def test_copy_of_yesterday_gives_way_unless_a_thumb_is_on_it(club: Phone) -> None:
    page = club.app.url
    put_away(club)
    older = club.shell.evaluate(COPY, page).replace("The Crown", "The Old Crown")
    for touched in (True, False):
        club.shell.evaluate(ALTER, [page, older])
        reload_shell(club)
        title = club.app.get_by_role("heading", level=1)
        expect(title).to_contain_text("The Old Crown")
        if touched:
            title.tap()
        start_python(club)
        if touched:
            club.shell.wait_for_timeout(1500)
        expect(title).to_contain_text("The Old Crown" if touched else "The Crown")
    expect(title).not_to_contain_text("Old")


def test_page_of_another_edition_is_not_shown(club: Phone) -> None:
    put_away(club)
    club.shell.evaluate(OF_ANOTHER_EDITION, club.app.url)
    reload_shell(club)
    expect_only_the_start(club)
    start_python(club)
    expect(club.app.get_by_role("heading", level=1)).to_contain_text("The Crown")


def test_start_that_fails_says_so_over_the_page(club: Phone) -> None:
    put_away(club)
    club.shell.goto(club.shell.url.partition("#")[0] + "icons/icon-192.png")
    club.shell.evaluate(SPOIL)
    club.shell.go_back()
    club.shell.wait_for_function("() => window.startPython")
    expect(club.app.get_by_role("heading", level=1)).to_contain_text("The Crown")
    club.shell.evaluate("window.startPython()")
    broken = "The club’s file on this phone cannot be read"
    expect(club.shell.locator("#message")).to_contain_text(broken, timeout=START)
    expect(club.shell.locator("#app")).to_be_hidden()
    reload_shell(club)
    expect_only_the_start(club)


def test_deleted_club_is_not_shown_again(club: Phone) -> None:
    page = club.app.url
    put_away(club)
    go(club.app, "Club")
    club.app.get_by_role("link", name=re.compile("delete the club")).tap()
    form = club.app.locator("form[action$='/delete']")
    form.locator("input:not([type=hidden])").first.fill("The Crown")
    form.get_by_role("button", name="Delete the club").tap()
    expect(club.app.get_by_role("heading", level=1)).to_contain_text("is deleted")
    assert not club.shell.evaluate(KEPT, [page])
    club.shell.goto("about:blank")
    club.shell.goto(page.replace("/pocket/app/", "/pocket/#/"))
    club.shell.wait_for_function("() => window.startPython")
    expect_only_the_start(club)
