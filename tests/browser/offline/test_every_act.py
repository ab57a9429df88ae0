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
    """``page`` is where it is done, below the match; ``waits``: the phone keeps it, and sends no form.

    Not ``repeats``: whoever goes back sees that it was done.
    """

    name: str
    page: str
    tap: Tap
    waits: bool = True
    repeats: bool = True


def button(name: str, **how: str) -> Tap:
    def tap(phone: Page, _: str) -> None:
        for field, value in how.items():
            phone.locator(f"[name={field}]").fill(value)
        phone.get_by_role("button", name=name, exact=True).first.tap()

    return tap


def first(*selectors: str) -> Tap:
    """One after the other, of each the first that there is."""

    def tap(phone: Page, _: str) -> None:
        for selector in selectors:
            phone.locator(selector).first.tap()

    return tap


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


def tile(name: str) -> Tap:
    return first(f".pick[data-tile='{name}']")


def by_tiles(phone: Page, _: str) -> None:
    phone.get_by_role("button", name="Tiles", exact=True).tap()
    for held in ("3-2", "5-1"):
        phone.locator(f".pad[data-seat='1'] label:has([value='{held}'])").tap()
    phone.locator("#save").tap()


def forgotten_knock(phone: Page, _: str) -> None:
    form = phone.locator("form.round")
    form.locator("[name=seat][value='1']").check(force=True)
    form.locator("[name=act]").select_option("knock")
    form.get_by_role("button", name="Add the play").tap()


def blocked(phone: Page, _: str) -> None:
    fill_hand(phone, 0, 5)
    fill_hand(phone, 1, 9)
    phone.locator("#save").tap()


def checked(field: str, value: str, then: Tap) -> Tap:
    def tap(phone: Page, match: str) -> None:
        phone.locator(f"[name={field}][value='{value}']").check(force=True)
        then(phone, match)

    return tap


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
NEW = "/../new?game=fives_250"
CHANGED = "[aria-label=Changed] button"
BY_TILES = [
    Act("the first tile", "?way=tiles", tile("6-6")),
    Act("a second tile", "?way=tiles", tile("6-4")),
    Act("undo of a tile", "?way=tiles", button("Undo")),
    Act("redo of a tile", "?way=tiles", button("Put it back")),
    Act("a tile drawn", "?way=tiles", button("Draws a tile")),
    Act("a tile that fits twice", "?way=tiles&tile=6-1", first("[name=place]")),
    Act("a forgotten knock", "/plays/round/1?way=tiles", forgotten_knock, waits=False),
]
KNOCKING = [
    Act("a tile", "?way=tiles", tile("6-6")),
    Act("a knock", "?way=tiles", button("Knocks")),
    Act("its undo", "?way=tiles", button("Undo")),
    Act("its redo", "?way=tiles", button("Put it back")),
]
ROUNDS = [
    Act("a round by tiles", "/rounds/new?out=0", by_tiles),
    Act("its undo", "", button("Undo")),
    Act("its redo", "", button("Put it back")),
    Act(
        "a correction by tiles",
        "/rounds/1",
        first("#mode [data-mode=tiles]", ".pad[data-seat='1'] label:has([value='4-4'])", "#save"),
    ),
    Act("a blocked round", "/rounds/new?out=blocked", blocked),
    Act("a deletion of a round", "/rounds/1", button("Delete round")),
]
BY_ENDS = [
    Act("a play by ends", "?way=ends", by_ends),
    Act("its undo", "?way=ends", button("Undo")),
    Act("the last tile", "/rounds/new?out=0", first(".last-tile .choice:has([value='8'])", "#save")),
    Act(
        "who is out corrected",
        "/rounds/4",
        first("#who-fold summary", "#who .choice:has([value='1'])", "#save"),
    ),
]
CHANGES = [
    Act("another target", "/change", button("Save changes", target="9"), waits=False),
    Act("its undo", "", first(CHANGED), waits=False, repeats=False),
    Act("a target that was reached", "/change", button("Save changes", target="1"), waits=False),
    Act("a rematch", "", first(".act button"), waits=False),
    Act("a new match", NEW, button("Start", seat_0="Ann", seat_1="Bob"), waits=False),
]
IN_PAIRS = [
    Act("a play", "", button("15 for Bob")),
    Act("pairs", "/change", checked("sides", "pairs", button("Save changes")), waits=False),
    Act("their undo", "", first(CHANGED), waits=False, repeats=False),
    Act("pairs again", "/change", checked("sides", "pairs", button("Save changes")), waits=False),
    Act("partners", "/change", checked("partners", "1", button("Save changes")), waits=False),
    Act("a pair's play", "", first(".keys button")),
    Act("its undo", "", button("Undo")),
]

# Each is followed by a play of the second phone.
BEFORE_ANOTHER = [
    Act("a play", "", button("15 for Bob")),
    Act("its undo", "", button("Undo")),
    Act("own hand", "/hands/own", own_hand),
    FORGOTTEN,
    Act("a penalty", "/plays/penalty", points(10, "Add penalty", reason="a wrong knock"), waits=False),
    Act("the end of a round", "/rounds/new?out=0", pips(37)),
    Act("a correction", "/rounds/10", pips(22)),
    Act("a change of a play", "/plays/1", points(10, "Save the play"), waits=False),
    Act("a deletion of a play", "/rounds/10", first("[aria-label^='Delete: ']")),
    Act("a deletion of a round", "/rounds/10", button("Delete round")),
    Act("another target", "/change", button("Save changes", target="300"), waits=False),
    Act("abandoned", "/call-off", button("Abandon match"), waits=False),
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


def lost(phone: Page, way: FaultyWay, act: Act, left: str, match: str, at: str) -> Page:
    """The answer did not come: what the user does then; the page that he looks at."""
    if not act.waits:  # the browser tries a second time by itself, then its own page says that nobody answers
        phone.wait_for_timeout(NOBODY_ANSWERS)
        assert phone.url.startswith("chrome-error:")
        way.fates = []
    if left == "goes back" and not act.waits:
        phone.go_back()
        # A page of the same address has taken the form's place: then the match shows what was done.
        if phone.url == at and act.repeats:
            act.tap(phone, match)
    elif left == "loads it again":
        with suppress(PlaywrightError):  # it is just going on to another page
            phone.reload()
    elif left == "closes it":
        context = phone.context
        phone.close(run_before_unload=True)  # as a hand does it: it is not waited for
        phone = context.new_page()
        phone.goto(match)
    return phone


class Table(NamedTuple):
    """Who sits down to what, and what they do then, one act after the other."""

    game: str
    names: tuple[str, ...]
    acts: list[Act]
    leader: str = "rule"


KEYS = Table("fives_250", ("Ann", "Bob"), ALL)
SHARED = Table("fives_250", ("Ann", "Bob"), BEFORE_ANOTHER)
TABLES = {
    "keys": KEYS,
    "tiles": Table("fives_250", ("Ann", "Bob"), BY_TILES, "0"),
    "knocks": Table("threes_fives_61", ("Ann", "Bob"), KNOCKING, "0"),
    "rounds": Table("draw_100", ("Ann", "Bob"), ROUNDS),
    "ends": Table("threes_fives_61", ("Ann", "Bob"), BY_ENDS),
    "changes": Table("threes_fives_61", ("Ann", "Bob"), [Act("a play", "", first(".keys button")), *CHANGES]),
    "pairs": Table("fives_250", ("Ann", "Bob", "Cy", "Di"), IN_PAIRS),
    "two phones": SHARED,
}


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


def meanwhile(other: Page, match: str) -> None:
    """A second phone makes a play, if there is one to make."""
    other.goto(match)
    if (key := other.locator(".keys button")).count():
        key.first.tap()
        other.wait_for_timeout(300)
        nothing_waits(other)


@pytest.mark.parametrize(
    ("left", "table"),
    [
        pytest.param(
            "goes back", KEYS._replace(acts=[ALL[0], FORGOTTEN, *CHANGES[:2]]), id="goes back-shortly"
        ),
        *(
            pytest.param(left, table, id=f"{left}-{name}", marks=pytest.mark.long)
            for left in ("goes back", "loads it again", "closes it")
            for name, table in TABLES.items()
        ),
    ],
)
def test_an_act_whose_answer_was_lost_counts_once(
    new_phone: Callable[..., Page], way: FaultyWay, left: str, table: Table
) -> None:
    phone, other = new_phone(), new_phone() if table is SHARED else None
    match, plain = (sit_down(phone, way, table.game, *table.names, leader=table.leader) for _ in "12")
    for act in table.acts:
        for address in (plain, match):
            phone.goto(address + act.page)
            at = phone.url
            expect(phone.locator("html.js")).to_have_count(1)
            phone.wait_for_timeout(300)
            way.acts.clear()
            if address == match:
                way.fates = ["cut after the commit"] * (1 if act.waits else 30)
            act.tap(phone, address)
            until(lambda: bool(way.acts))
            if other:
                other.context.add_cookies(phone.context.cookies())
                meanwhile(other, address.replace(way.url, way.server.url))
            if address == match:
                phone = lost(phone, way, act, left, address, at)
            settle(phone, way)
        assert gist(way, match) == gist(way, plain), act.name
