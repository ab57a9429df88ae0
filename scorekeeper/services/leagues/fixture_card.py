"""A fixture with its match card: its boards, what counts of them, and what the rules need to know of it."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from scorekeeper.rules.fixtures import FixtureFacts
from scorekeeper.rules.leagues.match_card import (
    Legs,
    Lineup,
    MatchCard,
    Signing,
    first_signed,
    has_named,
    late_by,
)
from scorekeeper.rules.leagues.points import FixtureResult
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.services.leagues.board import Board
from scorekeeper.store.leagues.card_events import (
    MARK,
    BoardEntry,
    CardEvent,
    Forfeit,
    Live,
    Protest,
    Reopening,
    Signature,
)
from scorekeeper.store.leagues.leagues import Fixture
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.timestamps import club_day_of

_EVENING = "20:00"  # where a fixture has no time of its own

Who = tuple[str, ...]  # one player, or a pair in the order of their ids


@dataclass(frozen=True, slots=True)
class Appearance:
    """One board from the view of one side of it."""

    fixture: Fixture
    teams: tuple[str, str]  # the names of home and away
    at: str  # the day and time, for its place among matches
    board: Board
    side: int  # 0 at home
    own: Who
    other: Who  # whom they met
    legs: Legs  # won and lost
    won: bool


@dataclass(frozen=True)
class FixtureCard:
    """A fixture with all that was entered for it.

    Until both have named everybody, in a league that says so, line-ups are ``sealed``: ``boards`` are without
    players, and ``sealed`` the same boards with them. So whatever shows a card shows none of them, unless it
    says to whom: ``shown_to`` a captain, or ``whole`` to the secretary and to the acts on the card.
    """

    fixture: Fixture
    rules: LeagueRules
    teams: tuple[Squad, Squad]
    events: tuple[CardEvent, ...]
    boards: tuple[Board, ...]
    forfeited_by: int | None  # the side that did not fulfil it
    superseded: bool = False  # of a cup: others meet now, since a result before it was corrected
    sealed: tuple[Board, ...] = ()

    @cached_property
    def whole(self) -> "FixtureCard":
        """The card as the secretary sees it."""
        return replace(self, boards=self.sealed) if self.sealed else self

    def shown_to(self, side: int | None) -> "FixtureCard":
        """The card as the captain of this side sees it; None: anybody else."""
        if not self.sealed:
            return self
        hides = (0, 1) if side is None else (1 - side,)
        return replace(self, boards=tuple(board.hiding(*hides) for board in self.sealed))

    @cached_property
    def has_named(self) -> tuple[bool, bool]:
        boards = self.sealed or self.boards
        given = {board.number for board in boards if board.conceded}
        return has_named(self.rules.card, {board.number: board.lineup for board in boards}, given)

    @cached_property
    def day(self) -> date | None:
        return date.fromisoformat(self.fixture.day) if self.fixture.day else None

    @cached_property
    def names(self) -> tuple[str, str]:
        return self.teams[0].name, self.teams[1].name

    @cached_property
    def place(self) -> str:
        return self.fixture.place or self.teams[0].place

    @cached_property
    def done(self) -> int:
        return sum(board.legs is not None for board in self.boards)

    @cached_property
    def live(self) -> tuple[MatchResult, ...]:
        return tuple(board.live for board in self.boards if board.live)

    @cached_property
    def differing(self) -> list[Board]:
        return [board for board in self.boards if board.differ]

    @property
    def dispute(self) -> str:
        """On which boards the captains disagree, in words without a full stop; empty where they agree."""
        numbers = ", ".join(str(board.number) for board in self.differing)
        return f"The captains disagree on board {numbers}" if numbers else ""

    @cached_property
    def brought(self) -> Legs | None:
        """The result that came with a spreadsheet; none once anything is entered on the card itself."""
        home, away = self.fixture.home_legs, self.fixture.away_legs
        known = not self.events and self.day
        return (home, away) if known and home is not None and away is not None else None

    @cached_property
    def complete(self) -> bool:
        """The card counts: every board has a result that stands, or all of it was forfeited or brought."""
        settled = self.forfeited_by is not None or self.brought is not None
        return settled or self.done == len(self.boards)

    def ahead_of(self, today: date) -> bool:
        return self.day is not None and self.day > today

    @cached_property
    def begun(self) -> bool:
        """Something was entered for the fixture, or its result came with it."""
        return bool(self.events) or self.brought is not None

    @cached_property
    def legs(self) -> Legs:
        if self.forfeited_by is not None:
            return self.rules.points.forfeit_legs(self.forfeited_by)
        if self.brought:
            return self.brought
        return self.rules.card.total([board.legs for board in self.boards if board.legs])

    def means_the_same_on(self, match_card: MatchCard) -> bool:
        """Whether what was entered on its boards would be the same match on the boards of this one."""
        if self.brought:
            return match_card.can_total(self.brought)
        boards, known = match_card.boards, self.sealed or self.boards
        if self.done == len(known) != len(boards):
            return False
        return all(
            board.number <= len(boards) and boards[board.number - 1].seats == board.kind.seats
            for board in known
            if board.entered
        )

    def side_of(self, team: str | None) -> int | None:
        """Whether this team is at home (0) or away (1), None for neither."""
        teams = self.facts.teams
        return teams.index(team) if team in teams else None

    @property
    def progress(self) -> str:
        return f"{self.done} of {counted(len(self.boards), 'board')}"

    @cached_property
    def wording(self) -> str:
        """What a captain signs for: the score, and a fingerprint of every board and who played on it."""
        return f"{self.legs[0]}–{self.legs[1]} {self._mark}"

    @cached_property
    def _mark(self) -> str:
        shown = self.shown_to(None).boards
        boards = [(b.number, b.legs, b.conceded, *b.lineup) for b in shown]
        return hashlib.sha256(repr((self.forfeited_by, boards)).encode()).hexdigest()[:MARK]

    @cached_property
    def signatures(self) -> tuple[CardEvent | None, CardEvent | None]:
        """The signature of each captain, if it is for the card as it stands.

        It stands by its boards: how the rules count them may have changed since.
        """
        since = max((e.version for e in self.events if isinstance(e.body, Reopening)), default=0)
        signed: list[CardEvent | None] = [None, None]
        for event in self.events:
            if isinstance(event.body, Signature) and event.version > since:
                signed[event.body.side] = event if event.body.signed[-MARK:] == self._mark else None
        return signed[0], signed[1]

    @cached_property
    def locked(self) -> bool:
        """Both captains have signed for what stands, or it came as a result that nobody signs any more."""
        return self._signed(0) and self._signed(1)

    @cached_property
    def protest(self) -> tuple[str, str] | None:
        """Which team protests and why, until the secretary opens the card again or decides that it stands."""
        for event in reversed(self.events):
            match event.body:
                case Protest(side=int(side)):
                    return self.names[side], event.reason or ""
                case Protest() | Reopening():
                    return None
        return None

    @cached_property
    def due(self) -> date | None:
        """The last day on which the signed card is in time."""
        return self.day + timedelta(days=self.rules.points.late_days) if self.day else None

    @cached_property
    def late_by(self) -> int | None:
        if self.forfeited_by is not None or not self.complete or self.fixture.stage == "play_off":
            return None
        return late_by(first_signed(self._signings), self.due)

    @cached_property
    def facts(self) -> FixtureFacts:
        fixture = self.fixture
        return FixtureFacts(
            teams=(fixture.home, fixture.away),
            round=fixture.round,
            day=self.day,
            complete=self.complete,
            differs=bool(self.differing),
            signatures=(self._signed(0), self._signed(1)),
            forfeited_by=self.forfeited_by,
            superseded=self.superseded,
        )

    def _signed(self, side: int) -> bool:
        return self.brought is not None or self.signatures[side] is not None

    @property
    def _signings(self) -> Iterator[Signing]:
        for event in self.events:
            match event.body:
                case Signature(side=side, signed=wording):
                    yield Signing(side, wording[-MARK:], club_day_of(event.entered_at))
                case Reopening():
                    yield Signing(None)

    @cached_property
    def result(self) -> FixtureResult | None:
        if not self.complete:
            return None
        made = [board.points for board in self.boards]
        return FixtureResult(
            home=self.fixture.home,
            away=self.fixture.away,
            legs=self.legs,
            day=self.played_on,
            ref=self.fixture.id,
            points=(sum(home for home, _ in made), sum(away for _, away in made)),
            forfeited_by=self.forfeited_by,
            play_off=self.fixture.stage == "play_off",
        )

    @cached_property
    def appearances(self) -> tuple[Appearance, ...]:
        """Every board that was played out, once for each side; none that was conceded or forfeited."""
        if not self.complete or self.forfeited_by is not None:
            return ()
        when = f"{self.played_on.isoformat()}T{self.fixture.starts or _EVENING}"
        found = []
        for board in self.boards:
            if board.legs and not board.conceded:
                home, away = (tuple(sorted(side)) for side in board.lineup)
                won, lost = board.legs
                shared = (self.fixture, self.names, when, board)
                found.append(Appearance(*shared, 0, home, away, (won, lost), won > lost))
                found.append(Appearance(*shared, 1, away, home, (lost, won), lost > won))
        return tuple(found)

    def played_for(self, side: int) -> tuple[str, ...]:
        """Who is down for this side, by board."""
        return tuple(dict.fromkeys(player for board in self.boards for player in board.lineup[side]))

    @cached_property
    def players(self) -> frozenset[str]:
        return frozenset(player for board in self.boards for side in board.lineup for player in side)

    @cached_property
    def played_on(self) -> date:
        """The fixture's day; one postponed to no day counts from when it was last entered."""
        return self.day or club_day_of(self.events[-1].entered_at)


def fixture_card_of(
    fixture: Fixture,
    rules: LeagueRules,
    teams: tuple[Squad, Squad],
    events: Sequence[CardEvent],
    matches: Mapping[str, MatchResult],
) -> FixtureCard:
    """The card of this fixture; ``matches`` holds at least those that were started on its boards."""
    reported: dict[int, tuple[BoardEntry | None, BoardEntry | None]] = {}
    newest: dict[int, BoardEntry] = {}
    live: dict[int, str] = {}
    ruled: dict[int, bool] = {}
    forfeited_by: int | None = None
    sealing = rules.names == "sealed" and rules.entrants == "teams" and fixture.home_legs is None
    for event in events:
        match event.body:
            case BoardEntry(board=board, side=side) as one:
                home, away = reported.get(board, (None, None))
                reported[board] = (home if side == 1 else one, away if side == 0 else one)
                newest[board], ruled[board] = one, event.reason is not None
                sealing = sealing and _stay_sealed(rules.card, newest)
            case Live(board, match):
                live[board], sealing = match, False
            case Forfeit(side):
                forfeited_by = side
    boards = tuple(
        Board(
            *(n, kind, reported.get(n, (None, None)), newest.get(n), matches.get(live.get(n, ""))),
            ruled=ruled.get(n, False),
        )
        for n, kind in enumerate(rules.card.boards, 1)
    )
    card = FixtureCard(
        fixture, rules, teams, tuple(events), boards, forfeited_by, sealed=boards if sealing else ()
    )
    return card.shown_to(None)


def _stay_sealed(match_card: MatchCard, newest: Mapping[int, BoardEntry]) -> bool:
    """Whether line-ups stay sealed with these entries: not once both have named, or a board was played."""
    if any(one.legs and not one.conceded for one in newest.values()):
        return False
    given = {number for number, one in newest.items() if one.conceded}
    return not all(has_named(match_card, {n: Lineup(one.home, one.away) for n, one in newest.items()}, given))
