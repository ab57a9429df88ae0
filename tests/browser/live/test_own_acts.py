"""Several phones at one match: each sees what another enters, soon, quietly and without a tap."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.evening import expect_totals
from tests.browser.phone import Complaints, assert_accessible, box, shot
from tests.browser.table import (
    club_of,
    enter_round,
    fill_hand,
    form_at_hand,
    link_of,
    open_round,
    save,
    sit_down,
)
from tests.browser.thumb import Thumb, expect_last
from tests.serving import ServerProcess

NO_PART_OF_IT = ("", "Kept on this phone.")  # cleared; said where an answer takes long
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"
COVERED = """() => Math.max(0, ...[...document.querySelectorAll('.bar')]
  .filter(bar => getComputedStyle(bar).position === 'sticky').map(bar => bar.offsetHeight)) / innerHeight"""

# The polls that come every two seconds do not come.
NO_LATER = """const { setTimeout: soon } = window;
window.setTimeout = (work, ms, ...rest) => (ms < 1000 || !ms ? soon(work, ms, ...rest) : 0);"""


def said(page: Page) -> list[str]:
    """What was announced since the last call, after one more poll without news."""
    with page.expect_response("**/state*"):
        pass
    words = page.evaluate("window.said.splice(0)")
    return [line for line in words if line not in NO_PART_OF_IT]


def with_form_ready(page: Page) -> None:
    page.reload()
    form_at_hand(page)
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
    match = sit_down(phone, pub, "fives_250")
    other.goto(link_of(phone, "score"))
    other.goto(match)
    late: list[Route] = []
    phone.route("**/state*", lambda route: late.append(route), times=1)  # held
    phone.goto(match)
    with phone.expect_request("**/state*"):
        pass
    other.get_by_role("button", name="5 for Ann", exact=True).click()
    expect_totals(other, 5, 0)
    answer = late[0].fetch()
    phone.get_by_role("button", name="20 for Bob").click()
    expect_totals(phone, 5, 20)
    late[0].fulfill(response=answer)
    for _ in range(30):
        phone.wait_for_timeout(100)
        assert phone.locator(".board .total").all_inner_texts() == ["5", "20"]


# Collects what happens on the page: everything announced to a screen reader, and every part replaced.
WATCH = """() => {
  window.said = []; window.swapped = [];
  new MutationObserver(() => window.said.push(document.getElementById('said').textContent))
    .observe(document.getElementById('said'), {childList: true, characterData: true, subtree: true});
  new MutationObserver(all => all.forEach(one => window.swapped.push(one.target.dataset?.part)))
    .observe(document.getElementById('state'), {childList: true, subtree: true});
}"""


def test_a_watcher_sees_a_round_the_next_time_it_asks_and_hears_it_once(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    scorer, watcher = new_phone(), new_phone()
    match = sit_down(scorer, pub)
    watcher.goto(match)
    watcher.evaluate(WATCH)
    enter_round(scorer, match, 37)
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url) if "/state" in request.url else None)
    expect_totals(watcher, 37, 0)
    assert len(asked) <= 2  # one may have been on its way
    for _ in range(2):  # the second is asked once the first is dealt with, and to neither is there news
        with watcher.expect_response("**/state*"):
            pass
    said = watcher.evaluate("window.said")
    assert len(said) == 1
    assert "Ann chipped out" in said[0]
    assert "Ann 37" in watcher.title()
    assert "pegs" not in watcher.evaluate("window.swapped")
    log_in = "<h1>Welcome, log in</h1>"  # as a wifi answers
    watcher.route("**/state*", lambda route: route.fulfill(content_type="text/html", body=log_in))
    watcher.goto(match)
    with watcher.expect_request("**/state*"):
        pass
    expect_totals(watcher, 37, 0)


def test_half_entered_ends_and_the_focus_survive_an_update_of_the_board(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    first, second = new_phone(), new_phone()
    match = sit_down(first, pub, "fives_250")
    second.goto(link_of(first, "score"))
    second.goto(f"{match}?way=ends")
    second.locator("[data-end='6']").tap()
    end, undo = second.locator("[data-slot='0']"), second.get_by_role("button", name="Undo")
    expect(end).to_contain_text("6")
    first.goto(match)
    for total in (5, 10):
        first.get_by_role("button", name="5 for Ann", exact=True).tap()
        expect_totals(second, total, 0)
        expect(end).to_contain_text("6")
        if total == 10:
            expect(undo).to_be_focused()
        undo.focus()


def test_a_hidden_page_stops_polling_and_polls_at_once_when_shown(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    phone.clock.install()
    phone.goto(match)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/state" in request.url else None)
    hide = "hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    phone.evaluate(hide, True)
    asked.clear()
    phone.clock.run_for(60_000)
    assert asked == []
    with phone.expect_request("**/state*"):
        phone.evaluate(hide, False)
    assert len(asked) == 1


def test_back_to_a_match_shows_at_once_what_was_entered_meanwhile(
    new_phone: Callable[[], Page], pub: ServerProcess
) -> None:
    phone = new_phone()
    match = sit_down(phone, pub, "fives_250")
    other = new_phone()
    other.goto(link_of(phone, "score"))
    phone.goto(match)
    phone.goto(club_of(phone))
    other.goto(match)
    other.get_by_role("button", name="15 for Ann").tap()
    expect_totals(other, 15, 0)
    phone.add_init_script(NO_LATER)
    phone.go_back()
    expect_totals(phone, 15, 0)


def test_polling_obeys_retry_after(phone: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect("status of 503")
    match = sit_down(phone, pub)
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "60"}, body="")

    phone.route("**/state*", busy)
    phone.clock.install()
    phone.goto(match)
    phone.clock.run_for(2000)
    expect(phone.locator("#badge")).to_contain_text("offline since")
    phone.clock.run_for(45_000)  # a fifth less than it asks for is the least
    assert len(asked) == 1
    with phone.expect_request("**/state*"):
        phone.clock.run_for(30_000)


def test_a_pad_replaced_by_an_update_still_works(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    thumb = Thumb(new_phone())
    thumb.start(pub, "fives_250", "Ann", "Bob")
    other = Thumb(thumb.page.context.new_page())
    other.page.goto(f"{thumb.page.url}?way=ends")
    thumb.way("Ends")
    for end in ("6", "4"):
        thumb.tap(f"[data-end='{end}']")
    thumb.send("[name=side][value='0']")
    expect_totals(other.page, 10, 0)
    expect(other.page.locator("[data-slot='0']")).to_have_value("6")
    other.tap("[data-end='2']")
    expect(other.page.locator("#count")).to_have_text("2 + 4 = 6, no points")
    other.send("[name=side][value='1']")
    expect_last(other.page, 0, "Bob plays")


def test_a_phone_is_asked_its_name_below_the_keys_and_a_play_does_not_wait_for_it(
    phone: Page, pub: ServerProcess
) -> None:
    thumb = Thumb(phone)
    thumb.start(pub, "fives_250", "Ann", "Bob")
    phone.get_by_text("This phone has no name yet").tap()
    phone.get_by_label("What is this phone called?").fill("Bar phone")
    thumb.key(0, 10)
    expect(phone.get_by_label("What is this phone called?")).to_have_value("Bar phone")
    assert_accessible(phone)
    shot(phone, "phone-name")
    thumb.tap(phone.get_by_role("button", name="Done"))
    expect(phone.get_by_label("What is this phone called?")).to_have_count(0)
    expect_totals(phone, 10, 0)


def test_a_play_needs_no_script(new_phone: Callable[..., Page], pub: ServerProcess) -> None:
    thumb = Thumb(new_phone(java_script_enabled=False), script=False)
    thumb.start(pub, "fives_250", "Ann", "Bob")
    thumb.way("Tiles")
    thumb.send(".pick[data-tile='6-4']")
    expect_last(thumb.page, 10, "Ann")
    thumb.way("Ends")
    thumb.page.locator("[name=end_0]").select_option("2d")
    thumb.send("[name=side][value='0']")
    expect_last(thumb.page, 10, "Ann")
    thumb.way("Points")
    thumb.key(0, 20)
    expect_last(thumb.page, 20, "Ann")
    expect_totals(thumb.page, 40, 0)


def test_a_tap_between_the_keys_or_on_whose_turn_it_was_keeps_no_news_away(
    new_phone: Callable[..., Page], pub: ServerProcess
) -> None:
    here, there = new_phone(), new_phone()
    match = sit_down(here, pub, "fives_250", leader=0, target=20)
    there.goto(link_of(here, "score"))
    for phone in (here, there):
        phone.goto(f"{match}?way=tiles")
        expect(phone.get_by_role("radio", name="Ann 7", exact=True)).to_be_checked()
    there.locator(".pick[data-tile='6-4']").tap()
    expect(here.get_by_role("radio", name="Bob 7", exact=True)).to_be_checked()
    here.locator(".laid[data-tile='6-4']").click()  # where a tile was
    here.locator(".turn .choice", has_text="Bob").tap()
    there.get_by_role("button", name="6 1", exact=True).tap()
    expect(here.get_by_role("radio", name="Ann 6", exact=True)).to_be_checked()
    expect(here.locator(".laid[data-tile='6-1']")).to_have_count(1)
    for phone in (here, there):
        phone.goto(f"{match}?way=keys")
    here.locator(".keys .whose").first.click()
    there.get_by_role("button", name="10 for Ann").tap()
    expect(here.locator(".verdict")).to_be_visible()
    expect(here.locator(".keys")).to_be_hidden()
