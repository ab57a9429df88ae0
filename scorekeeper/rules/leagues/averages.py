"""Averages as leagues print them: by the share of boards won, for who has played enough of them.

Ledbury crib 1.8: “Each registered player must play five or more league matches to qualify for an individual
trophy.” The others stand below.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

Who = TypeVar("Who")


class Average(NamedTuple):
    played: int
    won: int
    legs: int


def ranked(averages: Iterable[tuple[Who, Average]], least: int) -> tuple[list[Who], list[Who]]:
    """Who has played at least so many boards, by average, and the others; who come level stay as they came.

    Where a league asks for none, all are ranked by the boards that they have won.
    """
    lines = sorted(averages, key=lambda line: (-line[1].won, -line[1].legs, line[1].played))
    if not least:
        return [who for who, _ in lines], []
    lines.sort(key=lambda line: -line[1].won / line[1].played)
    enough = [who for who, average in lines if average.played >= least]
    return enough, [who for who, average in lines if average.played < least]
