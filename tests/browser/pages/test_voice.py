"""The score is called out loud by the phone's own voice, where somebody asked for it."""

from playwright.sync_api import Page, expect

from tests.browser.evening import end_round, expect_totals, undo
from tests.browser.offline.faulty_way import until
from tests.browser.table import sit_down
from tests.serving import ServerProcess

LISTEN = """window.heard = JSON.parse(sessionStorage.getItem("heard") ?? "[]");
speechSynthesis.speak = said => {
  heard.push(said.text);
  sessionStorage.setItem("heard", JSON.stringify(heard));
}"""


def test_only_new_totals_are_called_and_what_is_needed_near_the_end(phone: Page, pub: ServerProcess) -> None:
    phone.add_init_script(LISTEN)
    sit_down(phone, pub, "draw_100", "Ann", "Bob")
    end_round(phone, out="Ann", pips={"Bob": 12})
    expect_totals(phone, 12, 0)
    assert phone.evaluate("heard") == [], "off until somebody asks for it"
    phone.locator("#menu summary").tap()
    phone.get_by_role("button", name="Call the score").tap()
    phone.locator("#menu summary").tap()
    assert phone.evaluate("heard") == ["Ann 12. Bob 0"]
    end_round(phone, out="Bob", pips={"Ann": 90})
    until(lambda: phone.evaluate("heard.slice(1)") == ["Bob 90, needs 10"])
    undo(phone)
    until(lambda: phone.evaluate("heard.slice(2)") == ["Bob 0"])
    end_round(phone, out="Ann", pips={"Bob": 95})
    expect(phone.locator("#slip")).to_be_visible()
    until(lambda: phone.evaluate("heard.slice(3)") == ["Ann won 107 to 0"])
