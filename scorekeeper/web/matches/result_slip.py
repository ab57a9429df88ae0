"""The slip of a match that is over: who won, round by round, and where everybody ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.table_moves import TableMove
from scorekeeper.services.matches.match_state import MatchState


class Place(NamedTuple):
    """A line of the final standing; ``share`` is the total in percent of the highest."""

    place: int
    name: str
    total: int
    share: int


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """``rounds`` says of each round whether the winner of the match took it, ``moves`` how they moved."""

    headline: str
    score: str
    rounds: list[tuple[int, bool]]
    standing: list[Place]
    moves: list[str]

    @classmethod
    def of(cls, state: MatchState, moves: Sequence[TableMove]) -> "ResultSlip | None":
        """The slip; None where the match has no result."""
        score = state.score
        if not score.finished or state.abandoned:
            return None
        ends = [step for step in score.steps if step.kind == "round" and step.counted]
        rounds = [(step.round, step.side is not None and step.side == score.winner) for step in ends]
        headline, _, result = verdict_of(state).rpartition(" ")
        return cls(headline, result, rounds, _standing(state), _moves_in_words(state, moves))


def rounds_played(state: MatchState) -> str:
    """``8 rounds``."""
    played = len({step.round for step in state.score.steps if step.counted})
    return counted(played, "round")


def verdict_of(state: MatchState) -> str:
    """One line where the match is over, else nothing."""
    score = state.score
    if state.abandoned:
        return "Abandoned"
    if not score.finished:
        return ""
    counted = _final(state)
    if score.winner is None:
        return f"Level, {'–'.join(map(str, counted))}"
    rest = [points for side, points in enumerate(counted) if side != score.winner]
    how = " by retirement" if state.given_to is not None else ""
    return f"{state.sides[score.winner]} won{how} {counted[score.winner]}–{'–'.join(map(str, rest))}"


def _moves_in_words(state: MatchState, moves: Sequence[TableMove]) -> list[str]:
    """``Ann goes up from 3rd to 2nd``: who moved in the table, or the winner who stays; the best first."""
    said = []
    for side, move in sorted(enumerate(moves), key=lambda found: found[1].after):
        one = sum(seat.side == side for seat in state.match.seats) == 1
        before, after = move.before and ordinal(move.before), ordinal(move.after)
        if before is None:
            said.append(f"{state.sides[side]} {'comes' if one else 'come'} in {after}")
        elif move.before != move.after:
            up = move.after < (move.before or 0)
            verb = ("goes up" if one else "go up") if up else ("drops" if one else "drop")
            said.append(f"{state.sides[side]} {verb} from {before} to {after}")
        elif side == state.score.winner:
            said.append(f"{state.sides[side]} {'stays' if one else 'stay'} {after}")
    return said


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def _final(state: MatchState) -> tuple[int, ...]:
    return state.score.legs_won if state.card.legs > 1 else state.score.totals


def _standing(state: MatchState) -> list[Place]:
    final = _final(state)
    most = max(1, *final)
    order = sorted(range(len(final)), key=lambda side: (side != state.score.winner, -final[side]))
    return [
        Place(
            1 + sum(1 for other in order if _rank(state, other) < _rank(state, side)),
            state.sides[side],
            final[side],
            max(0, 100 * final[side] // most),
        )
        for side in order
    ]


def _rank(state: MatchState, side: int) -> tuple[bool, int]:
    return (side != state.score.winner, -_final(state)[side])


def rounds_of_leg(state: MatchState) -> int:
    """Rounds of the leg being played that have ended and count."""
    leg = len(state.score.legs) + 1
    return sum(1 for step in state.score.steps if step.kind == "round" and step.counted and step.leg == leg)
