"""One board of a match card: what was entered for it, and the result that stands.

A board's result may be entered by the home captain, by the away captain, by both at one phone, and by the
match that was scored live on it. It stands where all who entered it say the same; where they differ, every
version is shown and none counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules.leagues.match_card import BoardKind, Legs, Lineup
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.store.leagues.card_events import BoardEntry, CardEvent, Live


@dataclass(frozen=True)
class Board:
    """One board: ``reported`` by home and by away, ``newest`` of those, ``live`` its latest match."""

    number: int
    kind: BoardKind
    reported: tuple[BoardEntry | None, BoardEntry | None]
    newest: BoardEntry | None
    live: MatchResult | None

    @cached_property
    def lineup(self) -> Lineup:
        """Who plays, as entered last by a captain; the match on it knows best."""
        reported = self.newest
        if self.at_table and self.live:
            seats = self.live.match.seats
            home, away = (tuple(seat.player for seat in seats if seat.side == side) for side in (0, 1))
            return Lineup(home, away)
        return Lineup(reported.home, reported.away) if reported else Lineup()

    @cached_property
    def at_table(self) -> bool:
        """A match is being played, or was finished, on this board; one abandoned is neither."""
        return self.live is not None and (self.live.running or self.live.result is not None)

    @cached_property
    def conceded(self) -> bool:
        """The loser gave the board away, so that it is nobody’s own win."""
        return self.legs is not None and any(
            reported.conceded for reported in self.reported if reported and reported.legs
        )

    @cached_property
    def live_legs(self) -> Legs | None:
        """The result of the match on this board, once it is over."""
        if self.live is None or self.live.result is None:
            return None
        home, away = self.live.result.legs
        return home, away

    @cached_property
    def reports(self) -> tuple[Legs, ...]:
        """Every different result that was entered, the home captain's first."""
        by_captains = [reported.legs for reported in self.reported if reported and reported.legs]
        return tuple(dict.fromkeys([*by_captains, *([self.live_legs] if self.live_legs else [])]))

    @cached_property
    def differ(self) -> bool:
        """Not everybody says the same of this board: its result, or who played for it."""
        home, away = self.reported
        if home and away and home.legs and away.legs:
            same = (home.home, home.away, home.conceded) == (away.home, away.away, away.conceded)
            return not same or len(self.reports) > 1
        return len(self.reports) > 1

    @cached_property
    def legs(self) -> Legs | None:
        """The result that stands."""
        return self.reports[0] if self.reports and not self.differ else None

    @cached_property
    def points(self) -> Legs:
        """Pips or pegs made, home first; none where nobody entered them."""
        if self.live and self.live.result:
            home, away = self.live.result.points
            return home, away
        return next((reported.points for reported in self.reported if reported and reported.points), (0, 0))

    def seen_by(self, side: int | None) -> BoardEntry:
        """The board as the captain of this side has it, else as it was entered by anybody."""
        own = self.reported[side] if side is not None else None
        reported = own if own and own.legs else self.newest
        lineup, legs = self.lineup, reported.legs if reported else None
        home, away = (
            (reported.home, reported.away) if reported and not self.at_table else (lineup.home, lineup.away)
        )
        points, conceded = (reported.points, reported.conceded) if reported else (None, False)
        return BoardEntry(self.number, side, home, away, legs or self.live_legs, points, conceded)


def boards_of(
    kinds: Sequence[BoardKind], events: Sequence[CardEvent], matches: Mapping[str, MatchResult]
) -> tuple[Board, ...]:
    """The boards of a card, one for each of ``kinds``; ``matches`` holds those that were started on them."""
    reported: dict[int, tuple[BoardEntry | None, BoardEntry | None]] = {}
    newest: dict[int, BoardEntry] = {}
    live: dict[int, str] = {}
    for event in events:
        match event.body:
            case BoardEntry(board=board, side=side) as one:
                home, away = reported.get(board, (None, None))
                reported[board] = (home if side == 1 else one, away if side == 0 else one)
                newest[board] = one
            case Live(board, match):
                live[board] = match
    return tuple(
        Board(
            number,
            kind,
            reported.get(number, (None, None)),
            newest.get(number),
            matches.get(live.get(number, "")),
        )
        for number, kind in enumerate(kinds, 1)
    )
