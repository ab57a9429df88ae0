"""Every screen of a club in the middle of an evening, and how to get there."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from scorekeeper.app import create_app
from scorekeeper.demo.command import fill
from scorekeeper.store import open_store
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import choose, enter_pips, enter_tiles, hand_of, preview
from tests.serving import ServerProcess
from tests.web.cast import Pub, record, sit_down, tap

# The browser's own console message for a page with status 4xx.
REFUSALS = "status of 4(03|04|22)"


@dataclass(frozen=True)
class Screen:
    """``name`` also names its screenshot; ``at`` begins with the name of an address of the evening."""

    name: str
    at: str
    then: Callable[[Page], None] | None = None
    outsider: bool = False

    def show(self, phone: Page, places: dict[str, str]) -> None:
        """Open it on a phone that may, and do what it takes to see it."""
        phone.goto(self.address(places))
        if self.then:
            self.then(phone)

    def address(self, places: dict[str, str]) -> str:
        place, _, rest = self.at.partition("|")
        return places[place] + rest


def play_an_evening(server: ServerProcess) -> dict[str, str]:
    """Matches of every family at the demo's club, some running; the addresses of what there is to see.

    They go by name; ``in`` is the link by which a phone comes in.
    """
    with closing(open_store(server.database)) as db:
        pub = Pub(create_app({"DATABASE": server.database}), fill(db))
        known = [each.id for each in matches(db, pub.id)]  # newest first
    over = {match: pub.state(match).score.finished for match in known}
    threes = next(match for match in known if not over[match])
    tap(pub, threes, 0, 8)
    draw = sit_down(pub, "draw_100", "Maureen", "Nobby", "Old Frank")
    record(pub, draw, 0, {1: 14, 2: 21})
    record(pub, draw, "blocked", {0: 20, 1: 3, 2: 15})
    straight = sit_down(pub, "fives_250", "Dot", "Terry")
    tap(pub, straight, 0, 15)
    record(pub, straight, 1, {0: 33})
    tap(pub, straight, 0, 10)
    tap(pub, straight, 1, 20)
    block = sit_down(pub, "block", "Sheila", "Big Dave", "Winston", "Dot", sides="pairs")
    record(pub, block, 0)
    at = {
        "server": "/",
        "in": pub.link("manage"),
        "club": pub.home,
        "threes": pub.at(threes),
        "won": pub.at(next(match for match in known if over[match])),
        "draw": pub.at(draw),
        "straight": pub.at(straight),
        "drawn": pub.at(sit_down(pub, "draw_100", "Winston", "Sheila", "Dot", leader="lot", seating="drawn")),
        "block": pub.at(block),
        "player": pub.manager.open(f"{pub.home}players").link_saying("Maureen"),
        "pair": pub.manager.open(f"{pub.home}table").link_saying("Frank’s Bones"),
    }
    return {name: server.url + path for name, path in at.items()}


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
