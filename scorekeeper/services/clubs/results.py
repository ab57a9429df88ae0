"""A match in one line: what it comes to for the club's lists and tables."""

from dataclasses import dataclass, replace

from scorekeeper.rules.cards.describe import card_title
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.honours import SideHonours, honours_of
from scorekeeper.rules.matches.standings import Result
from scorekeeper.services.matches.mapping import side_members, side_name
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.matches import Match, Seat


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match in one line. ``result`` is None while it runs, and for one that was abandoned.

    ``ended_at`` is when it came to its result, or had it corrected. A side's competitor is its team's id, or
    its player's for a side of one.
    """

    match: Match
    game: Game
    sides: tuple[str, ...]
    competitors: tuple[str, ...]
    score: tuple[int, ...]
    winner: int | None
    running: bool
    result: Result | None
    honours: tuple[SideHonours, ...] = ()
    title: str = ""
    ended_at: str = ""

    @property
    def pairs(self) -> bool:
        """Whether teams met in it: one person is not compared with two."""
        return any(seat.team for seat in self.match.seats)

    def seated(self, seats: tuple[Seat, ...]) -> "MatchResult":
        """The same line with the names of today."""
        sides = tuple(side_name(side) for side in side_members(seats))
        return replace(self, match=self.match._replace(seats=seats), sides=sides)


def competitors_of(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Who meets whom: each side's team, or its player where it is a side of one."""
    return tuple(side[0].team or side[0].player for side in side_members(seats))


def result_of(state: MatchState) -> MatchResult:
    """The line that this match makes in tables and lists."""
    sides = side_members(state.match.seats)
    competitors = competitors_of(state.match.seats)
    score = state.score
    many_legs = state.card.legs > 1
    over = score.finished and not state.abandoned
    return MatchResult(
        match=state.match,
        game=state.card.game,
        sides=state.sides,
        competitors=competitors,
        score=score.legs_won if many_legs else score.totals,
        winner=score.winner,
        running=state.running,
        result=Result(competitors, score.winner, score.legs_won, _points(state)) if over else None,
        honours=tuple(honours_of(score, side) for side in range(len(sides))) if over else (),
        title=card_title(state.card),
        ended_at=state.events[-1].entered_at if over else "",
    )


def _points(state: MatchState) -> tuple[int, ...]:
    """Points made in all legs together, side by side; those of a handicap were not made."""
    starts = state.card.starts(len(state.sides))
    legs = state.score.legs
    return tuple(sum(leg.totals[side] - start for leg in legs) for side, start in enumerate(starts))
