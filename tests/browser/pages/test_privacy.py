"""What is stored, on a phone; and a club that is deleted, and restored."""

from playwright.sync_api import Page

from tests.browser.phone import assert_accessible, assert_no_sideways_scroll, assert_targets_big_enough
from tests.browser.table import club_of, sit_down
from tests.serving import ServerProcess


def test_the_privacy_pages_pass_on_a_phone(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub)
    club = club_of(phone)
    for address in (f"{pub.url}/privacy", f"{club}data"):
        phone.goto(address)
        assert_no_sideways_scroll(phone)
        assert_targets_big_enough(phone)
        assert_accessible(phone)
    phone.get_by_label("Type the club’s name").fill("The Crown")
    phone.get_by_role("button", name="Delete the club").tap()
    phone.get_by_role("heading", name="The Crown is deleted").wait_for()
    assert_targets_big_enough(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Restore club").tap()
    phone.wait_for_url("**/c/*/")
