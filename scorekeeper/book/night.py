"""A fixture's night: what was told of its match card, and what that comes to.

A board's result may be told by the home captain, by the away captain, by both at one phone, and by the
match that was scored live on it. It stands where all who told it say the same; where they differ, every
telling is shown and none counts.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scorekeeper.book.results import MatchResult
from scorekeeper.rules.league_rules import LeagueRules
from scorekeeper.rules.league_table import FixtureResult, points_of
from scorekeeper.rules.match_card import BoardKind, Legs, Lineup
from scorekeeper.store.card_entries import Board, CardEntry, Forfeit, Live, Reopening, Signature
from scorekeeper.store.fixtures import Fixture
from scorekeeper.store.squads import Squad

SIDES = (0, 1)


@dataclass(frozen=True, slots=True)
class BoardBook:
    """One board: ``told`` by home and by away, ``newest`` of those, ``live`` the match last started on it."""

    number: int
    kind: BoardKind
    told: tuple[Board | None, Board | None]
    newest: Board | None
    live: MatchResult | None

    @property
    def lineup(self) -> Lineup:
        """Who plays, as told last by a captain; the match on it knows best."""
        told = self.newest
        if self.live:
            seats = self.live.match.seats
            home, away = (tuple(seat.player for seat in seats if seat.side == side) for side in SIDES)
            return Lineup(home, away)
        return Lineup(told.home, told.away) if told else Lineup()

    @property
    def live_legs(self) -> Legs | None:
        """The result of the match on this board, once it is over."""
        if self.live is None or self.live.result is None:
            return None
        home, away = self.live.result.legs
        return home, away

    @property
    def tellings(self) -> tuple[Legs, ...]:
        """Every different result that was told, the home captain's first."""
        by_captains = [told.legs for told in self.told if told and told.legs]
        return tuple(dict.fromkeys([*by_captains, *([self.live_legs] if self.live_legs else [])]))

    @property
    def differ(self) -> bool:
        """Not everybody says the same of this board: its result, or who played for it."""
        home, away = self.told
        if home and away and home.legs and away.legs and home[2:4] != away[2:4]:
            return True
        return len(self.tellings) > 1

    @property
    def legs(self) -> Legs | None:
        """The result that stands."""
        return self.tellings[0] if self.tellings and not self.differ else None

    @property
    def points(self) -> Legs:
        """Pips or pegs made, home first; none where nobody told them."""
        if self.live and self.live.result:
            home, away = self.live.result.points
            return home, away
        return next((told.points for told in self.told if told and told.points), (0, 0))

    def seen_by(self, side: int | None) -> Board:
        """The board as the captain of this side has it, else as it was told by anybody."""
        own = self.told[side] if side is not None else None
        told = own if own and own.legs else self.newest
        lineup, legs = self.lineup, told.legs if told else None
        home, away = (told.home, told.away) if told and not self.live else (lineup.home, lineup.away)
        return Board(self.number, side, home, away, legs or self.live_legs, told.points if told else None)


@dataclass(frozen=True, slots=True)
class Night:
    """A fixture with all that was told of it. ``forfeited_by``: the side that did not fulfil it."""

    fixture: Fixture
    rules: LeagueRules
    teams: tuple[Squad, Squad]
    entries: tuple[CardEntry, ...]
    boards: tuple[BoardBook, ...]
    forfeited_by: int | None

    @property
    def names(self) -> tuple[str, str]:
        """Home and away."""
        return self.teams[0].name, self.teams[1].name

    @property
    def done(self) -> int:
        """Boards whose result stands."""
        return sum(board.legs is not None for board in self.boards)

    @property
    def differing(self) -> list[BoardBook]:
        """Boards of which not everybody says the same."""
        return [board for board in self.boards if board.differ]

    @property
    def complete(self) -> bool:
        """The card counts: every board has a result that stands, or the fixture was forfeited."""
        return self.forfeited_by is not None or self.done == len(self.boards)

    @property
    def begun(self) -> bool:
        """Something was told of the fixture."""
        return bool(self.entries)

    @property
    def legs(self) -> Legs:
        """The legs of the match as far as it is known."""
        if self.forfeited_by is not None:
            return self.rules.points.forfeit_legs(self.forfeited_by)
        return self.rules.card.total([board.legs for board in self.boards if board.legs])

    @property
    def league_points(self) -> Legs:
        """League points of home and away, once the card is complete."""
        result = self.result
        return points_of(result, self.rules.points) if result else (0, 0)

    @property
    def wording(self) -> str:
        """What a captain signs for: the score, and a fingerprint of every board and who played on it."""
        boards = [(b.number, b.legs, b.lineup.home, b.lineup.away) for b in self.boards]
        mark = hashlib.sha256(repr((self.forfeited_by, boards)).encode()).hexdigest()[:12]
        return f"{self.legs[0]}–{self.legs[1]} {mark}"

    @property
    def signatures(self) -> tuple[CardEntry | None, CardEntry | None]:
        """The signature of each captain, if it is for the card as it stands."""
        since = max((e.version for e in self.entries if isinstance(e.told, Reopening)), default=0)
        signed: list[CardEntry | None] = [None, None]
        for entry in self.entries:
            if isinstance(entry.told, Signature) and entry.version > since:
                signed[entry.told.side] = entry if entry.told.signed == self.wording else None
        return signed[0], signed[1]

    @property
    def locked(self) -> bool:
        """Both captains have signed for what stands."""
        return None not in self.signatures

    @property
    def due(self) -> date | None:
        """The last day on which the signed card is in time."""
        day = self.fixture.day
        return date.fromisoformat(day) + timedelta(days=self.rules.points.late_days) if day else None

    @property
    def late(self) -> bool:
        """The second signature came after the card was due."""
        if not self.locked or self.due is None:
            return False
        return max(entry.entered_at[:10] for entry in self.signatures if entry) > self.due.isoformat()

    @property
    def result(self) -> FixtureResult | None:
        """What the fixture adds to the table, None while it is not complete."""
        if not self.complete:
            return None
        made = [board.points for board in self.boards]
        return FixtureResult(
            home=self.fixture.home,
            away=self.fixture.away,
            legs=self.legs,
            day=self._day.toordinal(),
            ref=self.fixture.id,
            points=(sum(home for home, _ in made), sum(away for _, away in made)),
            forfeited_by=self.forfeited_by,
            late=self.late,
            play_off=self.fixture.stage == "play_off",
        )

    @property
    def _day(self) -> date:
        """The fixture's day; one postponed to no day counts from when it was last told of."""
        return date.fromisoformat(self.fixture.day or self.entries[-1].entered_at[:10])


def night_of(
    fixture: Fixture,
    rules: LeagueRules,
    teams: tuple[Squad, Squad],
    entries: Sequence[CardEntry],
    matches: Mapping[str, MatchResult],
) -> Night:
    """The night of this fixture; ``matches`` holds at least those that were started on its boards."""
    told: dict[int, list[Board | None]] = {}
    newest: dict[int, Board] = {}
    live: dict[int, str] = {}
    forfeited_by = None
    for entry in entries:
        match entry.told:
            case Board(board=board, side=side) as one:
                sides = told.setdefault(board, [None, None])
                newest[board] = one
                for each in SIDES if side is None else (side,):
                    sides[each] = one
            case Live(board, match):
                live[board] = match
            case Forfeit(side):
                forfeited_by = side
    boards = tuple(
        BoardBook(
            number, kind, _pair(told.get(number)), newest.get(number), matches.get(live.get(number, ""))
        )
        for number, kind in enumerate(rules.card.boards, 1)
    )
    return Night(fixture, rules, teams, tuple(entries), boards, forfeited_by)


def _pair(told: list[Board | None] | None) -> tuple[Board | None, Board | None]:
    return (told[0], told[1]) if told else (None, None)
