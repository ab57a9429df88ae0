"""Every screen of a club in the middle of an evening, and how to get there."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.crown import Crown
from tests.browser.evening import (
    MATCH,
    choose,
    end_round,
    enter_pips,
    enter_tiles,
    go,
    hand_of,
    preview,
    score,
)
from tests.browser.table import club_of, start

# The browser's own console message for a page with status 4xx.
REFUSALS = "status of 4(03|04|22)"


@dataclass(frozen=True)
class Screen:
    """``name`` also names its screenshot; ``at`` begins with one of the addresses of ``Evening``."""

    name: str
    at: str
    then: Callable[[Page], None] | None = None
    outsider: bool = False

    def show(self, phone: Page, places: dict[str, str]) -> None:
        """Open it on a phone that may, and do what it takes to see it."""
        place, _, rest = self.at.partition("|")
        phone.goto(places[place] + rest)
        if self.then:
            self.then(phone)


def play_an_evening(phone: Page, crown: Crown) -> dict[str, str]:
    """Matches of every family, some running; the addresses of what there is to see, by name."""
    crown.come_in(phone)
    places = {"club": crown.home, "threes": running_match(phone), "won": finished_match(phone)}
    start(phone, club_of(phone), "draw_100", "Maureen", "Nobby", "Old Frank")
    end_round(phone, out="Maureen", pips={"Nobby": 14, "Old Frank": 21})
    end_round(phone, pips={"Maureen": 20, "Nobby": 3, "Old Frank": 15})
    places["draw"] = phone.url
    start(phone, club_of(phone), "fives_250", "Dot", "Terry")
    score(phone, "Dot", 15)
    end_round(phone, out="Terry", pips={"Dot": 33})
    score(phone, "Dot", 10)
    score(phone, "Terry", 20)
    places["straight"] = phone.url
    start(phone, club_of(phone), "draw_100", "Winston", "Sheila", "Dot", leader="lot", seating="drawn")
    places["drawn"] = phone.url.partition("?")[0].removesuffix("/seats")
    start(phone, club_of(phone), "block", "Sheila", "Big Dave", "Winston", "Dot", sides="pairs")
    end_round(phone, out="Sheila")
    places["block"] = phone.url
    go(phone, "Players")
    phone.get_by_role("link", name="Maureen").tap()
    phone.wait_for_url("**/players/*")
    places["player"] = phone.url
    go(phone, "Table")
    phone.get_by_role("row", name="Frank’s Bones").get_by_role("link").tap()
    phone.wait_for_url("**/teams/*")
    places["pair"] = phone.url
    return places


def running_match(phone: Page) -> str:
    """The match of the demo that is still being played: Fives-and-Threes, in pairs."""
    phone.get_by_text("Never finished").tap()  # the demo’s evening was long ago
    phone.locator("details.day[open] a.line").last.tap()
    phone.wait_for_url(MATCH)
    score(phone, "The Snug", 8)
    return phone.url


def finished_match(phone: Page) -> str:
    """The newest match that is over."""
    go(phone, "Tonight")
    day = phone.locator("details.day summary").first
    if day.is_visible():
        day.tap()
    phone.locator("details.day a.line").first.tap()
    phone.wait_for_url(MATCH)
    return phone.url


def in_pairs(phone: Page) -> None:
    for name in ("Maureen", "Big Dave", "Terry", "Sheila"):
        phone.get_by_role("button", name=name, exact=True).tap()
    phone.get_by_role("radio", name="Pairs", exact=True).tap()


def by_pips(phone: Page) -> None:
    enter_pips(phone, "Nobby", 14)
    enter_pips(phone, "Old Frank", 21)
    expect(preview(phone)).to_contain_text("14 + 21 = 35")


def by_tiles(phone: Page) -> None:
    enter_tiles(phone, "Nobby", ["6-6", "5-4", "2-0"])
    enter_tiles(phone, "Old Frank", ["3-3"])
    expect(preview(phone)).to_contain_text("23 + 6 = 29")


def refused(phone: Page) -> None:
    """A block with a single hand entered, and more pips in it than a hand can hold."""
    enter_pips(phone, "Nobby", 169)
    phone.get_by_role("button", name="Save", exact=True).tap()
    expect(phone.locator(".error").first).to_be_visible()
    expect(hand_of(phone, "Nobby")).to_have_value("169")


def nobody_named(phone: Page) -> None:
    choose(phone, "Draw to 100")
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator(".error").first).to_be_visible()


def unfold(phone: Page) -> None:
    """Open what is folded away."""
    for summary in phone.locator("summary:visible").all()[::-1]:  # the menu lies over others
        summary.tap()


def open_rules(phone: Page) -> None:
    """Open the house rules and each of their groups."""
    phone.locator(".rules > summary").tap()
    for group in phone.locator(".rule-group:not([open]) > summary").all()[::-1]:
        group.tap()


def turn_all(phone: Page) -> None:
    """Turn every tile that was drawn."""
    for tile in phone.locator(".lot").all():
        tile.tap()
    expect(phone.locator(".outcome")).to_be_visible()


SCREENS = [
    Screen("outsider", "server", outsider=True),
    Screen("start", "start", outsider=True),
    Screen("club", "club"),
    Screen("games", "club|matches/new?choose="),
    Screen("setup", "club|matches/new?game=draw_100"),
    Screen("setup-pairs", "club|matches/new?game=block", in_pairs),
    Screen("setup-rules", "club|matches/new?game=fives_250", open_rules),
    Screen("setup-refused", "club|matches/new?choose=", nobody_named),
    Screen("setup-marked", "club|matches/new?game=draw_quick", open_rules),
    Screen("lead-draw", "drawn|/draw"),
    Screen("lead-drawn", "drawn|/draw", turn_all),
    Screen("seats-drawn", "drawn|/seats", turn_all),
    Screen("match-block", "block"),
    Screen("match-draw", "draw"),
    Screen("match-more", "draw", unfold),
    Screen("match-straight", "straight|?way=keys"),
    Screen("match-straight-ends", "straight|?way=ends"),
    Screen("match-straight-tiles", "straight|?way=tiles"),
    Screen("match-fives-and-threes", "threes|?way=keys"),
    Screen("match-won", "won"),
    Screen("round-who", "draw|/rounds/new"),
    Screen("round-pips", "draw|/rounds/new?out=0", by_pips),
    Screen("round-tiles", "draw|/rounds/new?out=0", by_tiles),
    Screen("round-deeper", "draw|/rounds/new?out=blocked", unfold),
    Screen("round-last-tile", "threes|/rounds/new?out=0"),
    Screen("round-refused", "draw|/rounds/new?out=blocked", refused),
    Screen("round-correct", "draw|/rounds/1"),
    Screen("table", "club|table"),
    Screen("players", "club|players"),
    Screen("player", "player"),
    Screen("pair", "pair", unfold),
    Screen("settings", "club|settings"),
    Screen("links", "club|settings", unfold),
    Screen("nothing-here", "club|nothing"),
]
