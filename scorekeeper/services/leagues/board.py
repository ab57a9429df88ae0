"""One board of a match card: what was entered for it, what was played on it, and what of that counts."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rules.leagues.match_card import BoardKind, Legs, Lineup
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.store.leagues.card_events import BoardEntry


@dataclass(frozen=True)
class Board:
    number: int
    kind: BoardKind
    reported: tuple[BoardEntry | None, BoardEntry | None]  # by home and by away
    newest: BoardEntry | None  # of those
    live: MatchResult | None  # its latest match
    ruled: bool = False  # the secretary has given it to one side, whatever was played
    hidden: tuple[bool, bool] = (False, False)  # whether home's players, and away's, are named and not shown

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
    def entered(self) -> bool:
        """Somebody is named for it, or it has a result, or is being played."""
        return self.at_table or bool(self.reports) or any(self.lineup)

    def hiding(self, *sides: int) -> "Board":
        """The board without the players of these sides."""

        def less(one: BoardEntry | None) -> BoardEntry | None:
            hidden: dict[str, Any] = {("home", "away")[side]: () for side in sides}
            return one and one._replace(**hidden)

        home, away = (bool(named) and side in sides for side, named in enumerate(self.lineup))
        reported = (less(self.reported[0]), less(self.reported[1]))
        return replace(self, reported=reported, newest=less(self.newest), hidden=(home, away))

    @cached_property
    def conceded(self) -> bool:
        """The loser gave the board away, so that it is nobody’s own win."""
        return self.legs is not None and any(
            reported.conceded for reported in self.reported if reported and reported.legs
        )

    @cached_property
    def live_legs(self) -> Legs | None:
        if self.live is None or self.live.result is None or self.ruled:
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
        """Not everybody says the same of this board: its result, or who played where both name somebody."""
        home, away = self.reported
        if home and away and home.legs and away.legs:
            named = ((home.home, away.home), (home.away, away.away))
            if home.conceded != away.conceded or any(one and two and one != two for one, two in named):
                return True
        return len(self.reports) > 1

    @cached_property
    def legs(self) -> Legs | None:
        return self.reports[0] if self.reports and not self.differ else None

    @cached_property
    def points(self) -> Legs:
        """Pips or pegs made, home first; none where nobody entered them."""
        if self.live_legs and self.live and self.live.result:
            home, away = self.live.result.points
            return home, away
        return next((reported.points for reported in self.reported if reported and reported.points), (0, 0))

    def seen_by(self, side: int | None) -> BoardEntry:
        """The board as the captain of this side has it, else as it was entered by anybody."""
        own = self.reported[side] if side is not None else None
        reported = own if own and own.legs else self.newest
        lineup, legs = self.lineup, reported.legs if reported else None
        home, away = (reported.home, reported.away) if reported and not self.at_table else lineup
        points, conceded = (reported.points, reported.conceded) if reported else (None, False)
        return BoardEntry(self.number, side, home, away, legs or self.live_legs, points, conceded)
