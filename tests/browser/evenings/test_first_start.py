"""From the link on the terminal to an open club, on the phone that scanned it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import Complaints, open_club
from tests.serving import ServerProcess


def test_the_printed_link_opens_one_club_only(
    new_phone: Callable[[], Page], server: ServerProcess, complaints: Complaints
) -> None:
    link, phone = server.start_link, new_phone()
    open_club(phone, server)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("The Crown")
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
