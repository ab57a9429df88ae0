"""Tiles and the sets they come from.

A double-N set is the complete graph on 0..N with a loop at every number: (N+1)(N+2)/2 tiles,
N(N+1)(N+2)/2 pips, every number on N+1 tiles and N+2 halves.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorekeeper.rules.errors import RuleError

SETS = (6, 9, 12, 15, 18)
SET_NAMES = {
    n: f"double-{word}"
    for n, word in zip(SETS, ("six", "nine", "twelve", "fifteen", "eighteen"), strict=True)
}
WRITTEN = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino; unordered, so ``Tile.of(5, 2) == Tile.of(2, 5)``.

    A tile knows nothing of its set: whether 7-0 belongs to the game is for validation to say.
    """

    low: int
    high: int

    @staticmethod
    def of(a: int, b: int) -> "Tile":
        return Tile(a, b) if a <= b else Tile(b, a)

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """The tile written ``6-4``; ``str(tile)`` writes it back. RuleError where it is no tile."""
        match = WRITTEN.fullmatch(text.strip())
        if match is None:
            raise RuleError("not_a_tile", f"“{text}” is not a tile: write it like 6-4.")
        return cls.of(int(match[1]), int(match[2]))

    @property
    def pips(self) -> int:
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        return self.low == self.high

    def has(self, number: int) -> bool:
        return number in (self.low, self.high)

    def other(self, number: int) -> int:
        """The end across from ``number``, which for a double is the same number."""
        return self.high if number == self.low else self.low

    def __str__(self) -> str:
        """High end first, as players say it."""
        return f"{self.high}-{self.low}"


@dataclass(frozen=True)
class TileSet:
    """The double-``highest`` set; RuleError for a set that is not made."""

    highest: int

    def __post_init__(self) -> None:
        if self.highest not in SETS:
            raise RuleError("no_such_set", f"There is no double-{self.highest} set: 6, 9, 12, 15 or 18.")

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile once, lightest numbers first."""
        top = self.highest + 1
        return tuple(Tile.of(low, high) for low in range(top) for high in range(low, top))

    @cached_property
    def size(self) -> int:
        return (self.highest + 1) * (self.highest + 2) // 2

    @property
    def pips(self) -> int:
        return self.highest * self.size


TILE_SETS = {highest: TileSet(highest) for highest in SETS}


@lru_cache(maxsize=256)
def reachable_sums(highest: int, excluding: frozenset[int], double_blank: int = 0) -> tuple[int, ...]:
    """Which pip totals n different tiles can show, for every n: bit t of entry n is set if total t occurs.

    ``excluding``: tiles that carry one of these numbers are left out, as in a block, where no hand may
    hold a playable number. ``double_blank``: what 0-0 counts under that house rule.
    """
    sums = [1]
    for tile in TILE_SETS[highest].tiles:
        if tile.low in excluding or tile.high in excluding:
            continue
        value = double_blank if tile.high == 0 else tile.pips
        shifted = [total << value for total in sums]
        sums = [a | b for a, b in zip([*sums, 0], [0, *shifted], strict=True)]
    return tuple(sums)


def pip_range(highest: int, tiles: int, excluding: Iterable[int] = ()) -> tuple[int, int]:
    """The fewest and the most pips ``tiles`` different tiles can show; every total between occurs
    unless numbers are excluded. RuleError if there are not that many tiles.
    """
    TileSet(highest)
    sums = reachable_sums(highest, frozenset(excluding))
    if not 0 <= tiles < len(sums):
        raise RuleError("too_many_tiles", f"Only {len(sums) - 1} tiles are left to choose from, not {tiles}.")
    low_bit = sums[tiles] & -sums[tiles]
    return low_bit.bit_length() - 1, sums[tiles].bit_length() - 1
