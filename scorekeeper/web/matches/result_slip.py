"""The slip of a match that is over: who won, how, and where everybody ended; and that of a won leg."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.text import counted, names_a_pair, ordinal
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.clubs.club_results import TableMove
from scorekeeper.services.match_rounds import names_by_id, tiles_of
from scorekeeper.services.match_state import MatchState
from scorekeeper.store.matches.match_events import Play, RoundEnd

_TILES = 6  # stand side by side on a slip


class Place(NamedTuple):
    """A line of the final standing."""

    place: int
    name: str
    total: int
    share: int  # the total in percent of the highest


class HeldHand(NamedTuple):
    """What somebody was left with; ``tiles`` where they were entered."""

    name: str
    tiles: tuple[Tile, ...]
    pips: int


class ResultSlip(NamedTuple):
    headline: str
    score: str
    rounds: list[tuple[int, bool]]  # of each, whether the winner of the match took it
    standing: list[Place]
    moves: list[str]  # in the club's table
    laid: tuple[Tile, ...]  # the last tiles of the last round, where they were entered
    held: list[HeldHand]  # the hands that lost it

    @classmethod
    def of(cls, state: MatchState, moves: Sequence[TableMove]) -> "ResultSlip | None":
        score = state.score
        if not score.finished or state.abandoned:
            return None
        # A play may have won the last one, which then has no end: it counts for whoever made it.
        steps = [step for step in score.steps if step.counted]
        decided = {step.round: step for step in sorted(steps, key=lambda step: step.kind == "round")}
        rounds = [
            (score.place_of(number)[1], step.side is not None and step.side == score.winner)
            for number, step in sorted(decided.items())
        ]
        headline, _, result = verdict_of(state).rpartition(" ")
        number = state.counting[-1].round if state.counting else 0
        last = [event.body for event in state.counting if event.round == number]
        laid = [Tile.parse(play.tile) for play in last if isinstance(play, Play) and play.tile]
        return cls(
            headline.rstrip(","),
            result,
            rounds,
            _standing(state),
            _moves_in_words(state, moves),
            tuple(laid[-_TILES:]),
            _held_last(state),
        )


def _held_last(state: MatchState) -> list[HeldHand]:
    """What the last round left in the hands that were entered."""
    end = state.counting[-1].body if state.counting else None
    if not isinstance(end, RoundEnd):
        return []
    names = names_by_id(state.match.seats)
    held = [(names[hand.player], tiles_of(hand.tiles or ""), hand.pips) for hand in end.hands]
    return [
        HeldHand(name, tiles, state.card.pips_in(tiles) if tiles else pips or 0)
        for name, tiles, pips in held
        if tiles or pips is not None
    ]


class LegSlip(NamedTuple):
    """A leg that has just been won, while nothing of the next one has been entered."""

    number: int
    headline: str
    score: str
    rounds: str
    onward: str

    @classmethod
    def of(cls, state: MatchState) -> "LegSlip | None":
        """The slip; None where no leg has just ended, or the match with it."""
        score = state.score
        if not score.legs or not state.running or state.progress.scored:
            return None
        leg = score.legs[-1]
        if any(step.leg > leg.number for step in score.steps):
            return None
        first = sorted(range(len(leg.totals)), key=lambda side: side != leg.winner)
        totals = [leg.totals[side] for side in first]
        winner = "" if leg.winner is None else state.sides[leg.winner]
        verb = "win" if names_a_pair(winner) else "wins"
        return cls(
            leg.number,
            f"{winner} {verb} the leg" if winner else "A level leg",
            "\N{EN DASH}".join(map(str, totals)),
            counted(len({step.round for step in score.steps if step.leg == leg.number}), "round"),
            f"Leg {leg.number + 1} · {score.lead.words}",
        )


def rounds_played(state: MatchState) -> str:
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


def _final(state: MatchState) -> tuple[int, ...]:
    return state.score.legs_won if state.card.legs > 1 else state.score.totals


def _standing(state: MatchState) -> list[Place]:
    final = _final(state)
    most = max(1, *final)
    order = sorted(range(len(final)), key=lambda side: _rank(state, side))
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
