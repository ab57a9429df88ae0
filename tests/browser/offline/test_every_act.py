"""Every act of a match whose answer is lost counts once: the page stays, is loaded again, or is closed."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from typing import NamedTuple

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state
from tests.browser.table import fill_hand, sit_down
from tests.serving import until

NOBODY_ANSWERS = 1500  # ms after which the browser says so
Tap = Callable[[Page, str], None]


class Act(NamedTuple):
    """``page`` is where it is done, below the match; ``waits``: the phone keeps it, and sends no form."""

    name: str
    page: str
    tap: Tap
    waits: bool = True


def button(name: str, **how: str) -> Tap:
    def tap(phone: Page, _: str) -> None:
        for field, value in how.items():
            phone.locator(f"[name={field}]").fill(value)
        phone.get_by_role("button", name=name, exact=True).first.tap()

    return tap


def first(selector: str) -> Tap:
    return lambda phone, _: phone.locator(selector).first.tap()


def pips(count: int) -> Tap:
    def tap(phone: Page, _: str) -> None:
        fill_hand(phone, 1, count)
        phone.locator("#save").tap()

    return tap


def own_hand(phone: Page, _: str) -> None:
    phone.locator("label", has_text="Bob").first.tap()
    phone.get_by_label("Your pips").fill("17")
    phone.locator("form[data-onward] button.primary").tap()


def by_ends(phone: Page, _: str) -> None:
    for end in ("6", "4"):
        phone.locator(f".number-keys [data-end='{end}']").click()
    phone.locator(".ends-form [name=side][value='0']").tap()


def points(count: int, save: str, **how: str) -> Tap:
    def tap(phone: Page, _: str) -> None:
        form = phone.locator("form.round")
        form.locator("[name=points]").fill(str(count))
        form.locator("[name=side]").first.check(force=True)
        for field, value in how.items():
            form.locator(f"[name={field}]").fill(value)
        form.get_by_role("button", name=save).tap()

    return tap


FORGOTTEN = Act("a forgotten play", "/plays/round/1", points(5, "Add the play"), waits=False)
ALL = [
    Act("a play by a key", "", button("15 for Bob")),
    Act("undo", "", button("Undo")),
    Act("redo", "", button("Put it back")),
    Act("a key of the table view", "/table", button("5 for Ann")),
    Act("undo in the table view", "/table", button("Undo")),
    Act("own hand", "/hands/own", own_hand),
    Act("the end of a round", "/rounds/new?out=0", pips(37)),
    Act("a correction", "/rounds/6", pips(22)),
    Act("a deletion of a play", "/rounds/6", first("[aria-label^='Delete: ']")),
    FORGOTTEN,
    Act("a penalty", "/plays/penalty", points(10, "Add penalty", reason="a wrong knock"), waits=False),
    Act("a change of a play", "/plays/9", points(10, "Save the play"), waits=False),
    Act("a deletion of a round", "/rounds/6", button("Delete round")),
    Act("abandoned", "/call-off", button("Abandon match"), waits=False),
    Act("undone, abandoned", "", button("Undo")),
    Act("somebody joins", "/change", button("Save changes", seat_2="Cy"), waits=False),
]


def settle(phone: Page, way: FaultyWay) -> None:
    """Wait until nothing is on its way; the page may go on to another meanwhile."""
    until(lambda: not way.fates)
    phone.wait_for_timeout(300)
    for _ in range(3):
        with suppress(PlaywrightError):
            nothing_waits(phone)
            return
        phone.wait_for_load_state()


def lost(phone: Page, way: FaultyWay, act: Act, left: str, match: str) -> Page:
    """The answer did not come: what the user does then; the page that he looks at."""
    if not act.waits:  # the browser tries a second time by itself, then its own page says that nobody answers
        phone.wait_for_timeout(NOBODY_ANSWERS)
        assert phone.url.startswith("chrome-error:")
        way.fates = []
    if left == "goes back" and not act.waits:
        phone.go_back()
        # A page of the same address has taken the form's place: then the match shows what was done.
        if phone.url == match + act.page:
            act.tap(phone, match)
    elif left == "loads it again":
        with suppress(PlaywrightError):  # it is just going on to another page
            phone.reload()
    elif left == "closes it":
        context = phone.context
        phone.close()
        phone = context.new_page()
        phone.goto(match)
    return phone


def gist(way: FaultyWay, match: str) -> object:
    at = state(way, match)
    with closing(sqlite3.connect(way.database)) as db:
        matches = db.execute("SELECT count(*) FROM matches WHERE club = ?", [at.match.club]).fetchone()
    return (
        matches,
        at.card.target,
        at.score.totals,
        at.score.round_open,
        [(event.round, type(event.body).__name__) for event in at.events],
        [seat.name for seat in at.match.seats],
        at.running,
    )


@pytest.mark.parametrize(
    ("left", "acts"),
    [
        ("goes back", [ALL[0], FORGOTTEN]),
        pytest.param("goes back", ALL, marks=pytest.mark.long),
        pytest.param("loads it again", ALL, marks=pytest.mark.long),
        pytest.param("closes it", ALL, marks=pytest.mark.long),
    ],
)
def test_an_act_whose_answer_was_lost_counts_once(
    phone: Page, way: FaultyWay, left: str, acts: list[Act]
) -> None:
    match, plain = (sit_down(phone, way, "fives_250") for _ in "12")
    for act in acts:
        for address in (plain, match):
            phone.goto(address + act.page)
            expect(phone.locator("html.js")).to_have_count(1)
            phone.wait_for_timeout(300)
            way.acts.clear()
            if address == match:
                way.fates = ["cut after the commit"] * (1 if act.waits else 30)
            act.tap(phone, address)
            until(lambda: bool(way.acts))
            if address == match:
                phone = lost(phone, way, act, left, address)
            settle(phone, way)
        assert gist(way, match) == gist(way, plain), act.name
