"""Averages as leagues print them: by the share of boards won, for who has played enough of them.

Ledbury crib 1.8: “Each registered player must play five or more league matches to qualify for an individual
trophy.” The others stand below.
"""

from collections.abc import Iterable
from typing import TypeVar

from scorekeeper.rules.matches.standings import Record

Line = TypeVar("Line", bound=Record)


def ranked(lines: Iterable[Line], least: int) -> tuple[list[Line], list[Line]]:
    """Who has played at least so many boards, by average, and the others; who come level stay as they came.

    Where a league asks for none, all are ranked by the boards that they have won.
    """
    best = sorted(lines, key=lambda line: (-line.won, -line.leg_difference, line.played))
    if not least:
        return best, []
    best.sort(key=lambda line: -line.won / line.played)
    return [line for line in best if line.played >= least], [line for line in best if line.played < least]
