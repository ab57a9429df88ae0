"""Several phones look at one match: each sees what another enters, soon, quietly and without a tap."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.phone import Complaints
from tests.browser.table import enter_round, expect_totals, link_of, sit_down
from tests.serving import ServerProcess

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
