"""Every page of a club, walked by its links in a browser that reaches nobody else's server."""

from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Page, Route

from tests.browser.evening import sit_down
from tests.browser.phone import (
    Complaints,
    assert_accessible,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    open_club,
)
from tests.serving import ServerProcess

# Downloads are not opened as pages; a page is opened once, whatever its query string.
NOT_PAGES = (".json", ".jsonl", ".csv", ".svg", ".ics", ".txt")
FEWEST = 8


def crawl(phone: Page, start: str) -> set[str]:
    """The paths of all pages that can be reached from here by links."""
    host, seen, waiting = urlsplit(start).netloc, set[str](), [start]
    while waiting:
        address = urldefrag(waiting.pop())[0]
        path = urlsplit(address).path
        if path in seen or urlsplit(address).netloc != host or path.endswith(NOT_PAGES):
            continue
        seen.add(path)
        answer = phone.goto(address)
        assert answer is not None, address
        assert answer.status < 400, address
        waiting += phone.evaluate("[...document.links].map(link => link.href)")
    return seen


def test_no_page_asks_anybody_else_for_anything(
    phone: Page, server: ServerProcess, complaints: Complaints
) -> None:
    foreign: list[str] = []

    def let_through(route: Route) -> None:
        url = route.request.url
        if url.startswith((server.url + "/", "data:")):
            route.continue_()
        else:
            foreign.append(url)
            route.abort()

    phone.context.route("**/*", let_through)
    open_club(phone, server)
    sit_down(phone, "Draw to 100", "Ann", "Bob")
    phone.go_back()
    seen = crawl(phone, server.url + "/")
    assert len(seen) >= FEWEST, seen
    assert any(path.endswith("/privacy") for path in seen)
    assert foreign == []
    assert complaints.scored == [], "the content security policy would be heard here"


def test_the_privacy_pages_pass_on_a_phone(phone: Page, server: ServerProcess) -> None:
    open_club(phone, server)
    sit_down(phone, "Draw to 100", "Ann", "Bob")
    club = server.url + "/".join(urlsplit(phone.url).path.split("/")[:3])
    for address in (f"{server.url}/privacy", f"{club}/data"):
        phone.goto(address)
        assert_no_sideways_scroll(phone)
        assert_targets_big_enough(phone)
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")  # what is under the foot comes out from it
        assert_accessible(phone)
    phone.get_by_label("Type the club’s name").fill("The Crown")
    phone.get_by_role("button", name="Delete the club").tap()
    phone.get_by_role("heading", name="The Crown is deleted").wait_for()
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Restore club").tap()
    phone.wait_for_url("**/c/*/")
