"""Save on a round's form shows the new total in the next frame; a round that is refused costs one request."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.offline.test_what_became_of_it import FULL
from tests.browser.table import expect_counted, fill_hand, form_at_hand, open_round, save, sit_down
from tests.serving import ServerProcess, until

pytestmark = pytest.mark.usefixtures("faulty_network")

NewPhone = Callable[..., Page]
# The board in the first frame after the tap, if it stands there.
NEXT_FRAME = """() => new Promise(done => {
  document.getElementById("save").click();
  const totals = () => [...document.querySelectorAll(".board.counted .total")].map(each => each.textContent);
  requestAnimationFrame(() => done(totals()));
})"""

# Whether the total and the list of rounds stand there: in the first frame after the tap, then in the next.
TWO_FRAMES = """() => new Promise(done => {
  document.getElementById("save").click();
  const shown = () => [".board.counted", ".rounds .waits"].map(
    each => Boolean(document.querySelector(each)?.getClientRects().length));
  requestAnimationFrame(() => {
    const first = shown();
    setTimeout(() => requestAnimationFrame(() => done([first, shown()])));
  });
})"""


def with_form_at_hand(phone: Page) -> None:
    phone.reload()
    form_at_hand(phone)
    expect(phone.locator("#badge")).to_have_text("live")


def open_form(phone: Page, out: str = "Ann") -> None:
    phone.locator(".ends-round").get_by_role("link", name=out, exact=True).click()
    expect(phone.locator("#save")).to_be_visible()


def asked_but_for_polls(phone: Page) -> list[str]:
    """Method and the end of the address of every request from here on, but for polls."""
    asked: list[str] = []

    def note(request: Request) -> None:
        last = urlsplit(request.url).path.rsplit("/", 1)[-1]
        if (request.method, last) not in {("GET", "state"), ("GET", "hands")}:
            asked.append(f"{request.method} {last}")

    phone.context.on("request", note)
    return asked


def misread_ends(phone: Page) -> None:
    """Open ends that no tile of the set shows: only the server sees that."""
    phone.locator(".checks > summary").click()
    phone.locator("input[name=ends]").fill("7 9")


def test_the_new_total_stands_in_the_next_frame(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    with_form_at_hand(phone)
    open_form(phone)
    fill_hand(phone, 1, 37)
    with way.held():
        assert phone.evaluate(NEXT_FRAME) == ["37", "0"]
        expect(phone.locator(".last .words")).to_contain_text("Not confirmed yet.")
        assert phone.url == match
        assert state(way, match).events == ()
    expect_totals(phone, 37, 0)
    assert [event.round for event in state(way, match).events] == [1]
    nothing_waits(phone)


def test_the_list_of_rounds_comes_a_frame_after_the_total(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    with_form_at_hand(phone)
    open_form(phone)
    fill_hand(phone, 1, 37)
    way.delay = 1
    assert phone.evaluate(TWO_FRAMES) == [[True, False], [True, True]]
    phone.go_back()
    expect(phone.locator("#save")).to_be_visible()
    phone.go_back()
    expect(phone.locator(".rounds")).to_be_visible()
    assert phone.url == match


def test_two_rounds_are_saved_before_the_first_is_answered(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    with_form_at_hand(phone)
    way.delay = 1.5
    for out, seat, pips in (("Ann", 1, 37), ("Bob", 0, 12)):
        open_form(phone, out)
        fill_hand(phone, seat, pips)
        phone.wait_for_timeout(1000)  # no double tap
        save(phone)
    expect_counted(phone, 37, 12)
    way.delay = 0
    expect_totals(phone, 37, 12)
    assert [event.round for event in state(way, match).events] == [1, 2]


def test_behind_plays_on_a_slow_way_a_form_on_its_own_page_leads_to_the_new_total(
    new_phone: NewPhone, way: FaultyWay
) -> None:
    phone = new_phone(service_workers="allow")
    match = sit_down(phone, way, "fives_250")
    phone.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    way.delay = 1
    for points in (5, 10, 15, 20, 15):  # more than are answered until the form is filled in
        phone.get_by_role("button", name=f"{points} for Ann", exact=True).click()
    open_round(phone, match, out=0)
    fill_hand(phone, 1, 9)
    assert waiting(phone) > 1
    save(phone)
    expect_counted(phone, 75, 0)
    assert phone.url == match
    way.delay = 0
    expect_totals(phone, 75, 0)
    nothing_waits(phone)
    assert len(state(way, match).events) == 6


def test_a_round_that_the_server_refuses_comes_back_as_it_was_typed(phone: Page, pub: ServerProcess) -> None:
    """And leads back to the match when it is left."""
    match = sit_down(phone, pub)
    with_form_at_hand(phone)
    open_form(phone)
    fill_hand(phone, 1, 188)
    save(phone)
    expect(phone.locator(".round > .error")).to_have_text("Bob cannot have 188 pips. Count the hand again.")
    phone.go_back()
    expect_totals(phone, 0, 0)
    assert phone.url == match
    asked = asked_but_for_polls(phone)
    open_form(phone)
    fill_hand(phone, 1, 37)
    misread_ends(phone)
    save(phone)
    expect(phone.locator(".round .error:visible")).to_contain_text("double-six")
    assert asked == ["POST rounds"]
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(phone.locator("input[name=pips_1]")).to_have_value("37")
    expect(phone.locator("input[name=ends]")).to_have_value("7 9")
    assert phone.url == f"{match}/rounds/new"
    nothing_waits(phone)
    phone.locator("input[name=ends]").fill("")
    save(phone)
    expect_totals(phone, 37, 0)
    until(lambda: len(state(pub, match).events) == 1)


def test_a_form_on_its_own_page_is_refused_by_one_request(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    open_round(phone, match, out=0)
    asked = asked_but_for_polls(phone)
    phone.locator("#who-fold > summary").click()
    phone.locator("#who .choice", has_text="Bob").click()
    fill_hand(phone, 0, 188)
    save(phone)
    expect(phone.locator(".round > .error")).to_have_text("Ann cannot have 188 pips. Count the hand again.")
    expect(phone.locator("#who-said")).to_contain_text("Bob")
    assert asked == ["POST rounds"]
    fill_hand(phone, 0, 18)
    save(phone)
    expect_totals(phone, 0, 18)


def test_a_refusal_leaves_the_next_form_alone_that_is_open_by_then(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way)
    with_form_at_hand(phone)
    open_form(phone)
    fill_hand(phone, 1, 37)
    misread_ends(phone)
    way.delay = 1.5
    save(phone)
    phone.wait_for_timeout(1000)  # no double tap
    open_form(phone, "Bob")
    fill_hand(phone, 0, 12)
    expect(phone.locator("#outbox .refused")).to_contain_text("Not saved")
    expect(phone.locator("input[name=pips_0]")).to_have_value("12")
    expect(phone.locator("input[name=ends]")).to_have_value("")
    way.delay = 0
    phone.get_by_role("button", name="Discard").click()
    save(phone)
    expect_totals(phone, 0, 12)
    assert [event.round for event in state(way, match).events] == [1]


def test_a_round_that_was_neither_kept_nor_answered_comes_back(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub)
    with_form_at_hand(phone)
    open_form(phone)
    fill_hand(phone, 1, 37)
    phone.evaluate(f"() => {{ {FULL} }}")
    phone.context.set_offline(True)
    save(phone)
    expect(phone.locator("#notice")).to_contain_text("Not known yet whether it was saved")
    expect(phone.locator("input[name=pips_1]")).to_have_value("37")
    phone.context.set_offline(False)
    phone.wait_for_timeout(1000)  # no double tap
    save(phone)
    expect_totals(phone, 37, 0)
    assert len(state(pub, match).events) == 1


def test_what_lay_on_the_table_is_not_sent_with_the_next_round(phone: Page, pub: ServerProcess) -> None:
    match = sit_down(phone, pub, "fives_250")
    phone.goto(f"{match}?way=ends")
    for end in ("6", "4"):
        phone.locator(f"[data-end='{end}']").click()
    phone.locator("#ends-form [name=side][value='0']").click()
    expect_totals(phone, 10, 0)
    with_form_at_hand(phone)
    phone.wait_for_timeout(1000)
    phone.context.set_offline(True)
    for ends in ("6 4", ""):
        phone.locator("details.over > summary").click()
        open_form(phone)
        expect(phone.locator("input[name=ends]")).to_have_value(ends)
        fill_hand(phone, 1, 13)
        save(phone)
    expect_counted(phone, 40, 0)
    phone.context.set_offline(False)
    expect_totals(phone, 40, 0)
