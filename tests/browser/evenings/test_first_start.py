"""From the link on the terminal to an open club, on the phone that scanned it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import (
    Complaints,
    assert_accessible,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    open_club,
    shot,
)
from tests.serving import ServerProcess


def test_the_printed_link_opens_a_club(phone: Page, server: ServerProcess) -> None:
    open_club(phone, server, name="The Crown")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("The Crown")


def test_the_first_start_passes_on_a_phone(phone: Page, shared_server: ServerProcess) -> None:
    assert shared_server.start_link is not None
    phone.goto(shared_server.start_link)
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    shot(phone, "first-start")


def test_the_link_opens_one_club_only(
    new_phone: Callable[[], Page], server: ServerProcess, complaints: Complaints
) -> None:
    link = server.start_link
    open_club(new_phone(), server)
    complaints.expect("status of 404")
    answer = new_phone().goto(str(link))
    assert answer is not None
    assert answer.status == 404


def test_a_restart_prints_the_plain_address_and_keeps_the_manager(
    phone: Page, server: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("ERR_CONNECTION_REFUSED")  # what the open page loads later
    open_club(phone, server)
    server.restart()
    assert server.start_link is None
    answer = phone.reload()
    assert answer is not None
    assert answer.status == 200
    expect(phone.get_by_role("link", name="Club")).to_be_visible()
