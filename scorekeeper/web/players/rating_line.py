"""A player's rating over their matches, as a drawn line."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating over their matches, drawn as a line of 300 by 60."""

    values: list[int]

    @property
    def now(self) -> int:
        """The rating after the last match."""
        return self.values[-1]

    @property
    def first(self) -> int:
        """The rating before the first match."""
        return self.values[0]

    @property
    def matches(self) -> int:
        """How many matches were rated."""
        return len(self.values) - 1

    @property
    def gain(self) -> int:
        """How far the rating has risen since the first match."""
        return self.now - self.first

    @property
    def _places(self) -> list[tuple[float, float]]:
        low, high = min(self.values), max(self.values)
        step = 290 / max(1, len(self.values) - 1)
        return [
            (round(5 + n * step, 1), round(54 - 48 * (value - low) / max(1, high - low), 1))
            for n, value in enumerate(self.values)
        ]

    @property
    def line(self) -> str:
        """The points of the polyline."""
        return " ".join(f"{x},{y}" for x, y in self._places)

    @property
    def end(self) -> tuple[float, float]:
        """Where the line ends."""
        return self._places[-1]
