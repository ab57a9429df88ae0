"""Every page of a large club and of a large league: its cost cached and after a change, and its bytes.

The club has 1,000 players, 500 matches being played and a match of 500 rounds; its league has 25 teams and
600 fixtures, all of them played. A change is made in the file by another connection, as another worker does.
"""

import gzip
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.clubs import AUTHOR, BigClub
from bench.leagues import league_of
from bench.requests import grant
from bench.servers import Served
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.card_events import BoardEntry, Sent, add_card_events
from scorekeeper.store.leagues.leagues import find_fixture, fixtures

_PLAYERS, _RUNNING, _ROUNDS = 1_000, 500, 500
_CARDS = 5_400  # boards of 600 fixtures
_TURNS, _REPEATED = 5, 6
_LARGEST = 60_000  # bytes of a page as the browser reads it
_LONGEST = 60  # ms of CPU of a page after a change
_OF_OWN, _ELSEWHERE, _OF_CARD = "a round of its own", "a round elsewhere", "a card of its own"

Change = Callable[[], object]


class Cost(NamedTuple):
    """What a page costs: cached, in bare pages; after a change, in ms; and its bytes."""

    name: str
    changed: str
    kept: float
    anew: float
    wire: int
    raw: int


class LargeClub:
    """The club in a fresh copy inside ``folder``, and the changes that can be made in it."""

    def __init__(self, folder: Path) -> None:
        self.club, self.league = league_of(_CARDS, folder)
        db, club = self.club.db, self.club.id
        with writing(db, club):
            ensure_device(db, club, AUTHOR.device, AUTHOR.at)
            for n in range(_PLAYERS):
                add_player(db, club, f"Guest {n}", AUTHOR.at)
        self.running = self.club.open_matches(_RUNNING)
        self.long = self.club.open_match(_ROUNDS)
        self.fixture = fixtures(db, club, self.league)[300].id

    def round_here(self, match: str) -> Change:
        return lambda: self.club.play_on(match)

    def round_elsewhere(self) -> None:
        """A round in a match that the page is not about."""
        self.club.play_on(self.running[0])

    def card(self) -> None:
        """Another result on the card of one fixture."""
        db, club = self.club.db, self.club.id
        with writing(db, club):
            fixture = find_fixture(db, club, self.fixture)
            assert fixture is not None
            sent = BoardEntry(1, None, (), (), (1, 0) if fixture.version % 2 else (0, 1))
            add_card_events(db, club, fixture, [sent], Sent(new_id(), "bench"), AUTHOR)


def page_costs(bare: Served, ours: Served, large: LargeClub) -> list[Cost]:
    """Every page's costs; the bare page is measured in the same turns."""
    grant(ours, large.club)
    return [_cost(bare, ours, *subject) for subject in _subjects(large)]


def _subjects(large: LargeClub) -> list[tuple[str, str, str, Change]]:
    club: BigClub = large.club
    home, match = f"/c/{club.id}", large.running[-1]
    league, table = f"{home}/leagues/{large.league}", f"{home}/matches/{match}"
    of_match = [("match", ""), ("its part that is polled", "/state?way=keys"), ("keypad", "/rounds/new")]
    of_league = [
        *(
            ("league: table", "/"),
            ("league: fixtures", "/fixtures/"),
            ("league: overdue", "/fixtures/overdue"),
        ),
        *(("league: record", "/record"), ("league: players", "/players"), ("league: desk", "/desk")),
        *(("league: sheet", "/sheet"), ("league: pairs", "/pairs"), ("league: teams", "/teams/")),
    ]
    of_club = [
        *(("club", "/"), ("table", "/table"), ("players", "/players"), ("player", f"/players/{club.player}")),
        *(("new match", "/matches/new?game=draw_100"), ("settings", "/settings"), ("TV", "/tv")),
    ]
    card = ("league: a card", "its own card", f"{home}/fixtures/{large.fixture}/", large.card)
    return [
        *((name, _OF_OWN, f"{table}{rest}", large.round_here(match)) for name, rest in of_match),
        ("match of 500 rounds", _OF_OWN, f"{home}/matches/{large.long}", large.round_here(large.long)),
        ("match", _ELSEWHERE, table, large.round_elsewhere),
        *((name, _ELSEWHERE, f"{home}{rest}", large.round_elsewhere) for name, rest in of_club),
        *((name, _OF_CARD, f"{league}{rest}", large.card) for name, rest in of_league),
        ("league: table", _ELSEWHERE, f"{league}/", large.round_elsewhere),
        card,
    ]


def _cost(bare: Served, ours: Served, name: str, changed: str, path: str, change: Change) -> Cost:
    _, headers, body = ours.ask(path)
    raw = gzip.decompress(body) if headers["Content-Encoding"] == "gzip" else body
    yardstick, kept, anew = [], [], []
    for _ in range(_TURNS):
        change()
        yardstick.append(_cpu(bare, "/", _REPEATED))
        anew.append(_cpu(ours, path, 1))
        kept.append(_cpu(ours, path, _REPEATED))
    in_bare = statistics.median(kept) / statistics.median(yardstick)
    return Cost(name, changed, in_bare, statistics.median(anew) * 1000, len(body), len(raw))


def _cpu(server: Served, path: str, times: int) -> float:
    before = server.cpu()
    for _ in range(times):
        status = server.ask(path)[0]
        if status != 200:
            raise RuntimeError(f"{path} answered {status}")
    return (server.cpu() - before) / times


def cost_rows(costs: list[Cost], beside: Callable[[str, str], str]) -> list[list[str]]:
    """The table's rows, its head first; ``beside`` tells what the same cost was last time."""
    head = ["page", "kept", "changed by", "the first view after it", "last time", "bytes on the wire"]
    return [[*head, "raw", ""], *(_row(cost, beside) for cost in costs)]


def _row(cost: Cost, beside: Callable[[str, str], str]) -> list[str]:
    kept, anew = f"{cost.kept:.2f}x", f"{cost.anew:.1f} ms"
    before = beside(f"{cost.name}, {cost.changed}", f"{kept}, {anew}")
    missed = cost.raw > _LARGEST or cost.anew > _LONGEST
    return [
        *(cost.name, kept, cost.changed, anew, before),
        *(f"{cost.wire:,}", f"{cost.raw:,}", "missed" if missed else ""),
    ]
