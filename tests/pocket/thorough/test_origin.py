"""A club and a pocket of one origin never mix, and no other site's page reaches into the pocket."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.pocket.phone import START, Phone
from tests.serving import ServerProcess


@pytest.mark.usefixtures("built")
def test_club_and_pocket_of_one_origin_do_not_mix(
    new_phone: Callable[[], Phone], server: ServerProcess
) -> None:
    phone = new_phone()
    assert server.start_link is not None
    page = phone.context.new_page()
    page.goto(server.start_link)
    page.locator("input[name=name]").fill("The Crown")
    page.get_by_role("button", name="Open the club").click()
    page.wait_for_url("**/c/*/", timeout=START)
    phone.open(f"{server.url}/pocket/")
    phone.open_club("The Plough")
    page.reload()
    phone.shell.wait_for_function("caches.keys().then(names => names.length > 1)", timeout=START)
    names = phone.shell.evaluate("caches.keys()")
    assert {name.split()[0] for name in names} == {"club", "pocket"}
    databases = "indexedDB.databases().then(all => all.map(each => each.name).sort())"
    phone.shell.wait_for_function(f"{databases}.then(names => names.length >= 2)", timeout=START)
    assert phone.shell.evaluate(databases) == ["scorekeeper", "scorekeeper/pocket/app"]
    expect(page.get_by_role("heading", level=1)).to_have_text("The Crown")
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Plough")
    assert phone.shell.evaluate("document.cookie") == "pocket=1"


def test_another_sites_page_changes_nothing(phone: Phone) -> None:
    """A form sent to the top frame gets no further than the service worker; other frames are forbidden."""
    phone.open_club()
    club = phone.app.url
    page = phone.context.new_page()
    page.goto("about:blank")
    page.set_content(
        f"<form method='post' action='{club}name'><input name='name' value='Mine'><button>Go</button></form>"
    )
    with page.expect_navigation():
        page.get_by_role("button").click()
    assert "That was sent by another site’s page" in page.content()
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown")
