"""The facts of a match, in order: plays, adjustments and round ends. Totals are always derived from them.

``ref`` is the caller's own handle (a row's id, a link); it is carried through to the result untouched.
"""

from dataclasses import dataclass

from scorekeeper.rules.rounds.outcome import Outcome
from scorekeeper.rules.rounds.report import RoundReport


@dataclass(frozen=True, slots=True)
class Play:
    """Points a side made inside a round.

    ``last_tile``: this was the tile that chipped out; in fives-and-threes its points hold the bonus already.
    ``down``: the tile that opened the round.
    """

    side: int
    points: int
    player: str | None = None
    last_tile: bool = False
    words: str = ""
    ref: object = None
    down: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or pegged back by agreement, with the reason that is read out."""

    side: int
    points: int
    reason: str
    ref: object = None


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round as entered; ``end`` is None while it is open.

    ``leader`` led it, where known.
    """

    number: int
    events: tuple[Play | Adjustment, ...] = ()
    end: RoundReport | None = None
    leader: str | None = None
    ref: object = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the match: a play, an adjustment or a round's end, and what it did to the totals.

    ``kind`` is ``play``, ``adjustment`` or ``round``. ``side`` made the points (None: nobody, or several);
    ``points`` are those entered or won, ``delta`` what each side's total really moved, ``totals`` where they
    stand in this leg. ``bust``: it would have passed an exact target, or won where it may not. ``counted``
    is False for what came after the leg or the match was over. ``sum`` is the sum of a round's end.
    """

    kind: str
    round: int
    leg: int
    side: int | None
    points: int
    delta: tuple[int, ...]
    bust: bool
    totals: tuple[int, ...]
    counted: bool
    words: str
    sum: str = ""
    player: str | None = None
    outcome: Outcome | None = None
    ref: object = None


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg that was played: its final totals, and its winner, None where it ended level."""

    number: int
    totals: tuple[int, ...]
    winner: int | None
