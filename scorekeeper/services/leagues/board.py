"""One board of a match card: what was told of it, and the result that stands.

A board's result may be told by the home captain, by the away captain, by both at one phone, and by the
match that was scored live on it. It stands where all who told it say the same; where they differ, every
telling is shown and none counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules.leagues.match_card import BoardKind, Legs, Lineup
from scorekeeper.services.clubs.results import MatchResult
from scorekeeper.store.card_events import Board, CardEntry, Live


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
            home, away = (tuple(seat.player for seat in seats if seat.side == side) for side in (0, 1))
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


def boards_of(
    kinds: Sequence[BoardKind], entries: Sequence[CardEntry], matches: Mapping[str, MatchResult]
) -> tuple[BoardBook, ...]:
    """The boards of a card, one for each of ``kinds``; ``matches`` holds those that were started on them."""
    told: dict[int, tuple[Board | None, Board | None]] = {}
    newest: dict[int, Board] = {}
    live: dict[int, str] = {}
    for entry in entries:
        match entry.told:
            case Board(board=board, side=side) as one:
                home, away = told.get(board, (None, None))
                told[board] = (home if side == 1 else one, away if side == 0 else one)
                newest[board] = one
            case Live(board, match):
                live[board] = match
    return tuple(
        BoardBook(
            number,
            kind,
            told.get(number, (None, None)),
            newest.get(number),
            matches.get(live.get(number, "")),
        )
        for number, kind in enumerate(kinds, 1)
    )
