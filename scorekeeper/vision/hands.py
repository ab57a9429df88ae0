"""The reading of a photo of a hand: tiles with their place, and how far to trust them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist

Tile = tuple[int, int]  # the higher half first
Point = tuple[float, float]
Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Known:
    """What the game in play says before anybody looks: the highest half, and tiles that lie elsewhere."""

    highest: int = 12
    elsewhere: frozenset[Tile] = frozenset()
    most: int = 28  # tiles that one hand can hold
    spot: Point | None = (
        None  # where somebody sees a tile, in widths and heights of the photo: it alone is read
    )


@dataclass(frozen=True)
class SeenTile:
    """One tile in a photo. Its corners are in pixels of the picture as given, its angle in degrees.

    Of either half, that between the first corner and the last before the other, `likely` are the numbers
    that it may be, the likeliest first; `doubted` says whether it could be another than the first.
    """

    halves: Tile
    corners: tuple[Point, Point, Point, Point]
    angle: float
    confidence: float
    sure: bool
    likely: tuple[Numbers, Numbers]
    doubted: tuple[bool, bool]

    @property
    def length(self) -> float:
        """The length of the tile's first edge, in pixels."""
        return dist(self.corners[0], self.corners[1])

    @property
    def place(self) -> Point:
        """The tile's middle."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


@dataclass(frozen=True)
class Reading:
    """All tiles of a photo; `doubts` says in words why the whole is not sure."""

    tiles: tuple[SeenTile, ...]
    width: int
    height: int
    doubts: tuple[str, ...] = field(default=())

    @property
    def sure(self) -> bool:
        """Whether every tile was read beyond doubt, and nothing tile-like was left unread."""
        return not self.doubts

    @property
    def pips(self) -> int:
        """The sum of all pips."""
        return sum(sum(tile.halves) for tile in self.tiles)
