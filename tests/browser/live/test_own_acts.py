"""What a phone's own act does to its page: announced once, focus stays, nothing covers anything."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.live.test_live import WATCH
from tests.browser.offline.faulty_way import faulty_way
from tests.browser.phone import Complaints, box
from tests.browser.table import (
    enter_round,
    expect_totals,
    fill_hand,
    form_comes,
    link_of,
    open_round,
    save,
    sit_down,
)
from tests.serving import ServerProcess

NO_PART_OF_IT = ("", "Kept on this phone.")  # cleared; said where an answer takes long
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"
COVERED = """() => Math.max(0, ...[...document.querySelectorAll('.bar')]
  .filter(bar => getComputedStyle(bar).position === 'sticky').map(bar => bar.offsetHeight)) / innerHeight"""


def said(page: Page) -> list[str]:
    """What was announced since the last call, after one more poll without news."""
    with page.expect_response("**/state*"):
        pass
    words = page.evaluate("window.said.splice(0)")
    return [line for line in words if line not in NO_PART_OF_IT]


def with_form_ready(page: Page) -> None:
    with form_comes(page):
        page.reload()
    page.evaluate(WATCH)


def test_a_play_and_its_undo_are_each_announced_once(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250")
    phone.evaluate(WATCH)
    key = phone.get_by_role("button", name="15 for Ann")
    key.click()
    expect_totals(phone, 15, 0)
    (phrase,) = said(phone)
    assert phrase.startswith("Ann scores 15")
    expect(key).to_be_focused()
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 0)
    (phrase,) = said(phone)
    assert "Ann 0" in phrase
    assert phone.evaluate("document.activeElement !== document.body")


def test_a_round_is_announced_once_and_focus_returns(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    with_form_ready(phone)
    phone.get_by_role("link", name="Ann", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_be_focused()
    fill_hand(phone, 1, 37)
    save(phone)
    expect_totals(phone, 37, 0)
    (phrase,) = said(phone)
    assert "Ann chipped out" in phrase
    assert phone.evaluate(FOCUSED) == "Ann"
    enter_round(phone, match, 12)  # on the round's own page
    expect(phone.locator("#said")).to_contain_text("Ann 49")


def test_a_round_that_both_phones_have_open_is_agreed_or_asked_about(
    new_phone: Callable[[], Page], pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect("status of 409")
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub)
    second.goto(link_of(first, "score"))
    first.goto(match)
    second.goto(match)
    for phone in (first, second):
        with_form_ready(phone)
    said, hand = second.get_by_role("alert"), second.locator("input[name=pips_1]")
    for number, (theirs, mine) in enumerate(((37, 37), (20, 12)), 1):
        for phone, pips in ((first, theirs), (second, mine)):
            phone.get_by_role("link", name="Ann", exact=True).click()
            fill_hand(phone, 1, pips)
        before = box(hand)
        save(first)
        expect_totals(first, 37 if number == 1 else 57, 0)
        expect(said).to_contain_text(f"Round {number} has been entered on another phone")
        expect(second.get_by_text("Is this one more round?")).to_have_count(0)
        assert box(hand) == before
        second.get_by_role("button", name="Save", exact=True).click()
        if number == 1:
            expect_totals(second, 37, 0)
            expect(second.locator(".round-line")).to_have_count(1)
    second.get_by_role("button", name="Keep theirs").click()
    expect_totals(second, 57, 0)
    open_round(second, match)
    enter_round(first, match, 63)
    expect(said).to_contain_text("This match is over: another phone has ended it.")


def test_at_twice_the_text_size_bars_leave_two_thirds_of_the_screen(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "draw_100", "Ann", "Bob", "Cy")
    for page in ("", "/rounds/new?out=0"):
        phone.goto(match + page)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        phone.evaluate("dispatchEvent(new Event('resize'))")
        assert phone.evaluate(COVERED) <= 1 / 3


def test_without_script_what_is_watched_reloads_itself(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    scorer, watcher = new_phone(), new_phone(java_script_enabled=False)
    match = sit_down(scorer, pub)
    for address, seconds in ((match, "30"), (f"{match}/tv", "15")):
        watcher.goto(address)
        expect(watcher.locator("meta[http-equiv=refresh]")).to_have_attribute("content", seconds)
    expect(scorer.locator("meta[http-equiv=refresh]")).to_have_count(0)


def test_an_update_that_was_asked_for_before_a_play_and_comes_after_it_takes_nothing_away(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    phone, other = new_phone(), new_phone()
    with faulty_way(pub) as way:
        match = sit_down(phone, way, "fives_250")
        other.goto(link_of(phone, "score").replace(way.url, pub.url))
        other.goto(match.replace(way.url, pub.url))
        phone.goto(match)
        way.delay = 2
        with phone.expect_request("**/state*"):
            pass
        other.get_by_role("button", name="5 for Ann", exact=True).click()
        expect_totals(other, 5, 0)
        phone.wait_for_timeout(2500)  # its answer is on its way
        way.delay = 0
        phone.get_by_role("button", name="20 for Bob").click()
        expect_totals(phone, 5, 20)
        for _ in range(30):
            phone.wait_for_timeout(100)
            assert phone.locator(".board .total").all_inner_texts() == ["5", "20"]
