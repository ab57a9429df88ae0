"""An act is one request: its answer brings all that changed, and nothing is fetched that the phone knows."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.evening import expect_totals
from tests.browser.offline.test_links_end import READY
from tests.browser.offline.test_offline import COPIES, COPY_SAYS
from tests.browser.table import form_at_hand, save, sit_down
from tests.serving import ServerProcess, until

MOST_RECEIVED = 3000  # bytes
MOST_IN_THIRTY = 120_000  # bytes, of thirty rounds
QUIET = 2500  # ms in which whatever follows an act would have been asked for


def asked_of(phone: Page) -> list[str]:
    """Method and the end of the address of every request from here on, but for polls that bring nothing.

    Nor for a poll that was under way at the same time as an act: it may bring what the act's answer brings.
    """
    asked: list[str] = []
    acts: list[Request] = []  # under way
    polls: list[Request] = []  # as well
    beside_an_act: list[Request] = []

    def is_poll(request: Request) -> bool:
        return urlsplit(request.url).path.endswith("/state")

    def begin(request: Request) -> None:
        if request.method == "POST":
            acts.append(request)
            beside_an_act.extend(polls)
        elif is_poll(request):
            polls.append(request)
            if acts:
                beside_an_act.append(request)

    def note(request: Request) -> None:
        answer = request.response()
        for under_way in (acts, polls):
            if request in under_way:
                under_way.remove(request)
        brings_nothing = request in beside_an_act or (answer is not None and answer.status == 304)
        if not (is_poll(request) and brings_nothing):
            asked.append(f"{request.method} {urlsplit(request.url).path.rsplit('/', 1)[-1]}")

    phone.context.on("request", begin)
    phone.context.on("requestfinished", note)
    return asked


def received_by(phone: Page, *methods: str) -> list[int]:
    """Bytes of every answer to these methods from here on, its headers included, as they travel."""
    received: list[int] = []
    asked: set[str] = set()
    session = phone.context.new_cdp_session(phone)
    session.send("Network.enable")

    def begin(event: dict[str, Any]) -> None:
        if event["request"]["method"] in methods:
            asked.add(event["requestId"])

    def end(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            received.append(int(event["encodedDataLength"]))

    session.on("Network.requestWillBeSent", begin)
    session.on("Network.loadingFinished", end)
    return received


def ready(phone: Page, pub: ServerProcess, game: str, *names: str) -> str:
    """A match whose page, form and worker have all they need."""
    match = sit_down(phone, pub, game, *names)
    phone.evaluate(READY)
    phone.reload()
    form_at_hand(phone)
    until(lambda: phone.evaluate(COPIES, [match, f"{match}/rounds/new"]))
    phone.wait_for_timeout(QUIET)
    return match


def end_round(phone: Page, others: int, pips: int) -> None:
    """Ann chips out, and each of the others holds as much."""
    phone.get_by_role("link", name="Ann", exact=True).click()
    for hand in range(others):
        if hand:
            phone.locator("#keypad [data-next]").click()
        phone.locator(f"#keypad [data-digit='{pips}']").click()
    save(phone)


@pytest.mark.parametrize(
    "names", [("Ann", "Bob", "Cy"), pytest.param(("Ann", "Bob"), marks=pytest.mark.long)]
)
def test_a_round_by_keypad_is_one_request(phone: Page, pub: ServerProcess, names: tuple[str, ...]) -> None:
    match = ready(phone, pub, "draw_100", *names)
    others = len(names) - 1
    end_round(phone, others, 1)
    expect(phone.locator(".board .total").first).to_have_text(str(others))
    phone.wait_for_timeout(QUIET)  # the first round of a new phone is asked its name
    asked, received = asked_of(phone), received_by(phone, "POST")
    for total in (3, 5):
        end_round(phone, others, 2)
        expect(phone.locator(".board .total").first).to_have_text(str(total * others))
    phone.wait_for_timeout(QUIET)
    assert asked == ["POST rounds"] * 2
    assert max(received) <= MOST_RECEIVED
    until(lambda: phone.evaluate(COPY_SAYS, [match, f">{5 * others}<"]))


@pytest.mark.long
def test_thirty_rounds_are_little(phone: Page, pub: ServerProcess) -> None:
    ready(phone, pub, "draw_150")
    asked, received = asked_of(phone), received_by(phone, "GET", "POST")
    for number in range(1, 31):
        end_round(phone, 1, 4)
        expect_totals(phone, 4 * number, 0)
        phone.wait_for_timeout(3000)  # polls, too
    print(f"{len(asked)} requests beside polls, {len(received)} answers, {sum(received):,} bytes")
    assert asked.count("POST rounds") == 30
    assert sum(received) <= MOST_IN_THIRTY


def test_a_play_is_one_request_and_so_is_undo(phone: Page, pub: ServerProcess) -> None:
    ready(phone, pub, "fives_250")
    phone.get_by_role("button", name="10 for Bob", exact=True).click()
    expect_totals(phone, 0, 10)
    phone.wait_for_timeout(QUIET)
    asked = asked_of(phone)
    phone.get_by_role("button", name="15 for Ann").click()
    expect_totals(phone, 15, 10)
    phone.get_by_role("button", name="Undo").click()
    expect_totals(phone, 0, 10)
    phone.wait_for_timeout(QUIET)
    assert asked == ["POST keys", "POST undo"]
