"""The running table of a club: places computed from results, in an order everybody can check."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: its sides, the index of the winner (None: drawn), legs and points of each side."""

    sides: tuple[Hashable, ...]
    winner: int | None
    legs: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table; equal rows share their place."""

    place: int
    competitor: Hashable
    played: int
    won: int
    drawn: int
    lost: int
    legs_for: int
    legs_against: int
    points_for: int
    points_against: int

    @property
    def plays_legs(self) -> bool:
        return self.legs_for + self.legs_against > self.won + self.lost

    @property
    def leg_difference(self) -> int:
        return self.legs_for - self.legs_against


@dataclass(slots=True)
class Balance:
    """Legs or points: what a competitor made, and what those it met made against it."""

    own: int = 0
    other: int = 0

    def add(self, own: int, other: int) -> None:
        self.own += own
        self.other += other

    @property
    def difference(self) -> int:
        return self.own - self.other


@dataclass
class _Row:
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    legs: Balance = field(default_factory=Balance)
    points: Balance = field(default_factory=Balance)

    def enter(self, result: Result, index: int, times: int) -> None:
        """Add one result from the view of one of its sides; with ``times`` −1 take it out again."""
        self.played += times
        self.won += times * (result.winner == index)
        self.drawn += times * (result.winner is None)
        self.lost += times * (result.winner not in (None, index))
        for sums, values in ((self.legs, result.legs), (self.points, result.points)):
            sums.add(times * values[index], times * (sum(values) - values[index]))

    @property
    def rank(self) -> tuple[int, int, int]:
        """What places are given by: matches won, legs, points."""
        return (self.won, self.legs.difference, self.points.difference)


class RunningTable:
    """A table that results are added to, and taken out of again when a match is corrected."""

    def __init__(self) -> None:
        self._rows: dict[Hashable, _Row] = {}

    def enter(self, result: Result) -> None:
        """Count the result for each of its sides; they join with their first."""
        for index, side in enumerate(result.sides):
            self._rows.setdefault(side, _Row()).enter(result, index, 1)

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
        ranks = [row.rank for _, row in ordered]
        return tuple(
            Standing(
                ranks.index(row.rank) + 1,
                name,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.legs.own,
                row.legs.other,
                row.points.own,
                row.points.other,
            )
            for name, row in ordered
        )
