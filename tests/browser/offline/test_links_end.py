"""A phone caches no page with a secret, and drops a club's pages when its link has been revoked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import club_of, enter_round, fill_hand, link_of, open_round, save, sit_down
from tests.serving import ServerProcess

pytestmark = pytest.mark.usefixtures("faulty_network")
READY = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller }"
KEPT = """async () => {
  const pages = await caches.open('club pages');
  const kept = await pages.keys();
  const texts = await Promise.all(kept.map(async page => (await pages.match(page)).text()));
  return kept.map((page, n) => [new URL(page.url).pathname, texts[n]]);
}"""


def kept(page: Page) -> dict[str, str]:
    """Path and text of every page in the service worker's cache."""
    found: list[tuple[str, str]] = page.evaluate(KEPT)
    return dict(found)


def wait_until_cached(page: Page, path: str) -> None:
    page.wait_for_function(
        "async path => (await (await caches.open('club pages')).keys())"
        ".some(kept => new URL(kept.url).pathname === path)",
        arg=path,
    )


def path_of(address: str) -> str:
    return "/" + address.split("/", 3)[3]


def close(manager: Page) -> None:
    """Let only those watch who hold a link."""
    manager.goto(f"{club_of(manager)}settings")
    with manager.expect_navigation():
        manager.locator("form:has([name=anyone]) button").dispatch_event("click")


def end_link(manager: Page, role: str) -> None:
    """Make a new link for this role: the old one ends."""
    manager.goto(f"{club_of(manager)}settings")
    with manager.expect_navigation():
        manager.locator(f"form[action$='links/{role}/revoke'] button").dispatch_event("click")


@pytest.fixture
def table(new_phone: Callable[[], Page], pub: ServerProcess) -> tuple[Page, Page, str]:
    """The manager of a closed club, a phone that scores there and keeps its pages, and the match."""
    manager, scorer = new_phone(), new_phone()
    match = sit_down(manager, pub)
    close(manager)
    scorer.goto(link_of(manager, "score"))
    scorer.evaluate(READY)
    enter_round(scorer, match, 37)
    for address in (club_of(scorer), f"{club_of(scorer)}table", match):
        scorer.goto(address)
        wait_until_cached(scorer, path_of(address))
    return manager, scorer, match


def no_page_is_left(phone: Page, match: str) -> None:
    phone.context.set_offline(True)
    for address in (match, f"{match.split('matches/')[0]}table"):
        phone.goto(address)
        expect(phone.get_by_role("heading", name="No signal")).to_be_visible()


def test_a_refused_page_clears_all_of_the_clubs_pages(
    table: tuple[Page, Page, str], pub: ServerProcess
) -> None:
    manager, scorer, match = table
    other = sit_down(scorer, pub)
    scorer.goto(other)
    wait_until_cached(scorer, path_of(other))
    scorer.goto("about:blank")
    end_link(manager, "score")
    scorer.goto(f"{match.split('matches/')[0]}players")
    expect(scorer.get_by_role("heading", name="Not from this phone")).to_be_visible()
    club = match.split("matches/")[0]
    scorer.wait_for_function(
        "async club => !(await (await caches.open('club pages')).keys())"
        ".some(page => page.url.startsWith(club))",
        arg=club,
    )
    assert path_of(other) in kept(scorer)
    no_page_is_left(scorer, match)


def test_a_refused_poll_clears_them_too(table: tuple[Page, Page, str]) -> None:
    manager, scorer, match = table
    end_link(manager, "score")
    expect(scorer.locator("#badge")).to_have_text("this phone’s link has ended")
    scorer.wait_for_function("async () => !(await (await caches.open('club pages')).keys()).length")
    no_page_is_left(scorer, match)


def test_a_phone_that_is_signed_out_in_the_middle_of_a_round_says_so(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    manager, scorer = new_phone(), new_phone()
    match = sit_down(manager, pub)
    scorer.goto(link_of(manager, "score"))
    enter_round(scorer, match, 12)
    open_round(scorer, match)
    fill_hand(scorer, 1, 30)
    manager.goto(f"{club_of(manager)}settings")
    manager.get_by_role("button", name="End Phone 2").click()
    save(scorer)
    waits = scorer.locator("#waiting summary").first
    expect(waits).to_contain_text(
        "The club’s manager has signed this phone out. Ask for the link to come in again."
    )


def test_no_page_with_a_secret_is_cached(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    phone.evaluate(READY)
    club = club_of(phone)
    secrets = [link_of(phone, role) for role in ("watch", "score", "manage")]
    phone.goto(f"{match}/code")
    (code,) = re.findall(r"http\S+/watch/\S+", phone.locator("main").text_content() or "")
    for address in (*secrets, code, f"{club}settings", f"{match}/code", f"{club}data", club, match):
        phone.goto(address)
    wait_until_cached(phone, path_of(match))
    wait_until_cached(phone, path_of(club))
    pages = kept(phone)
    assert not {path_of(f"{club}settings"), path_of(f"{match}/code")} & pages.keys()
    for address in (*secrets, code):
        secret = address.rsplit("/", 1)[1]
        assert not [path for path, text in pages.items() if secret in path + text]
