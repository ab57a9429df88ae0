"""House rules on the form of a new match: what cannot matter is out of sight, by the stylesheet alone."""

from playwright.sync_api import Page, expect

from tests.browser.phone import come_in
from tests.browser.screens import open_rules
from tests.browser.table import club_of
from tests.serving import ServerProcess


def test_what_cannot_matter_is_hidden_until_it_can(phone: Page, pub: ServerProcess) -> None:
    come_in(phone, pub)
    phone.goto(f"{club_of(phone)}matches/new?game=block")
    open_rules(phone)
    rounding, both = phone.get_by_label("Rounding"), phone.get_by_label("Pairs: must both partners go out?")
    expect(phone.get_by_label("What does a round count?")).to_be_visible()
    expect(rounding).to_be_hidden()
    phone.get_by_label("What does a round count?").select_option("pips")
    expect(rounding).to_be_visible()
    expect(both).to_be_hidden()
    phone.locator("[name=sides][value=pairs]").check(force=True)
    expect(both).to_be_visible()
