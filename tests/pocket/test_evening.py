"""An evening in the pocket, offline from the first tap, and the browser's own buttons."""

import re

from playwright.sync_api import expect

from tests.browser.evening import end_round, expect_totals, go, sit_down, undo
from tests.pocket.phone import Phone

FOUR = ("Ann", "Bob", "Cy", "Di")


def test_evening_with_the_network_cut(phone: Phone) -> None:
    phone.cut()
    phone.open_club()
    app = phone.app
    sit_down(app, "English pub Block", *FOUR, pairs=True)
    end_round(app, "Ann", {"Bob": 9, "Cy": 4, "Di": 12})
    end_round(app, None, {"Ann": 9, "Bob": 4, "Cy": 8, "Di": 12})
    expect_totals(app, 1, 1)
    undo(app)
    expect_totals(app, 1, 0)
    match = app.url
    expect(phone.shell).to_have_url(re.compile(r"/pocket/#/c/.+/matches/"))
    go(app, "Players")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    go(app, "Table")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    phone.shell.go_forward()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    app.wait_for_url("**/players**")
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")
    phone.shell.goto(match)  # a link to a page of the app, opened at the top
    phone.wait_for_the_app()
    assert phone.app.url == match
    expect_totals(phone.app, 1, 0)
    assert not phone.errors
