"""Where a running score stood after a round, so that a replay can go on from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.matches.events import Leg, Step
from scorekeeper.rules.matches.scoring import Running


class Mark(NamedTuple):
    """What stood after a round; of legs and steps, how many there were."""

    totals: tuple[int, ...]
    legs_won: tuple[int, ...]
    legs: int
    steps: int
    rounds_in_leg: int
    leg_over: bool
    winner: int | None
    drawn: bool


def mark_of(running: Running) -> Mark:
    """Where the score stands now."""
    return Mark(
        tuple(running.totals),
        tuple(running.legs_won),
        len(running.legs),
        len(running.steps),
        running.rounds_in_leg,
        running.leg_over,
        running.winner,
        running.drawn,
    )


def go_on_from(running: Running, mark: Mark, legs: Sequence[Leg], steps: Sequence[Step]) -> None:
    """Let the score stand at the mark; ``legs`` and ``steps`` are all those of the replay that made it."""
    running.totals, running.legs_won = list(mark.totals), list(mark.legs_won)
    running.legs, running.steps = list(legs[: mark.legs]), list(steps[: mark.steps])
    running.rounds_in_leg, running.leg_over = mark.rounds_in_leg, mark.leg_over
    running.winner, running.drawn = mark.winner, mark.drawn
