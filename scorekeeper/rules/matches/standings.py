"""The running table of a club, in an order everybody can check; and the averages that leagues print."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: its sides, the index of the winner (None: drawn), legs and points of each side."""

    sides: tuple[Hashable, ...]
    winner: int | None
    legs: tuple[int, ...]
    points: tuple[int, ...]


@dataclass
class Record:
    """What a competitor, or a team of a league, has played; points are pips or pegs."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    legs_for: int = 0
    legs_against: int = 0
    points_for: int = 0
    points_against: int = 0

    @property
    def leg_difference(self) -> int:
        return self.legs_for - self.legs_against

    @property
    def points_difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def share(self) -> int:
        """What was won, in per cent of what was played."""
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """What places are given by in a club: matches won, legs, points."""
        return (self.won, self.leg_difference, self.points_difference)

    def add(self, other: "Record") -> None:
        for each in fields(Record):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def enter(self, result: Result, side: int, times: int = 1) -> None:
        """Add one result from the view of one of its sides; with ``times`` −1 take it out."""
        self.played += times
        self.won += times * (result.winner == side)
        self.drawn += times * (result.winner is None)
        self.lost += times * (result.winner not in (None, side))
        self.legs_for += times * result.legs[side]
        self.legs_against += times * (sum(result.legs) - result.legs[side])
        self.points_for += times * result.points[side]
        self.points_against += times * (sum(result.points) - result.points[side])


Line = TypeVar("Line", bound=Record)


def ranked(lines: Iterable[Line], least: int) -> tuple[list[Line], list[Line]]:
    """Who has played at least so many boards, by average, and the others; who come level stay as they came.

    Where a league asks for none, all are ranked by the boards that they have won. Ledbury crib 1.8: “Each
    registered player must play five or more league matches to qualify for an individual trophy.”
    """
    best = sorted(lines, key=lambda line: (-line.won, -line.leg_difference, line.played))
    if not least:
        return best, []
    best.sort(key=lambda line: -line.won / line.played)
    return [line for line in best if line.played >= least], [line for line in best if line.played < least]


@dataclass
class Placed(Record):
    """One line of a table; those who are level share their place, 0 is none."""

    place: int = 0


PlacedLine = TypeVar("PlacedLine", bound=Placed)


def place(lines: Sequence[PlacedLine], rank: Callable[[PlacedLine], Hashable]) -> None:
    """Give these lines, the best first, their places; those of the same rank are level."""
    first: dict[Hashable, int] = {}
    for number, line in enumerate(lines, 1):
        line.place = first.setdefault(rank(line), number)


@dataclass
class Standing(Placed):
    competitor: Hashable = None

    @property
    def plays_legs(self) -> bool:
        return self.legs_for + self.legs_against > self.won + self.lost


class RunningTable:
    """A table that results are added to, and taken out of again when a match is corrected."""

    def __init__(self) -> None:
        self._rows: dict[Hashable, Record] = {}

    def enter(self, result: Result) -> None:
        """Count the result for each of its sides; they join with their first."""
        for index, side in enumerate(result.sides):
            self._rows.setdefault(side, Record()).enter(result, index)

    def remove(self, result: Result) -> None:
        """Undo ``enter``; a competitor without any result left is removed from the table."""
        for index, side in enumerate(result.sides):
            self._rows[side].enter(result, index, -1)
            if not self._rows[side].played:
                del self._rows[side]

    def standings(self, called: Callable[[Hashable], str] = str) -> tuple[Standing, ...]:
        """The table, best first.

        Ordered by matches won, leg difference, points difference, then by what a competitor is ``called``;
        those equal in the first three share the place.
        """
        by_name = sorted(self._rows.items(), key=lambda item: called(item[0]))
        ordered = sorted(by_name, key=lambda item: item[1].rank, reverse=True)
        found = tuple(Standing(**vars(row), competitor=name) for name, row in ordered)
        place(found, lambda row: row.rank)
        return found
