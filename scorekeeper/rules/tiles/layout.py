"""The tiles on the table: a line with two ends, or a cross whose arms run outward from a spinner.

A place is written as the case files write it: ``lead``; ``L`` or ``R`` until the spinner lies; from then on
an arm's number from ``0`` (the line that led up to the spinner is arm 0) or ``new``, the next arm opened.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rules.errors import IllegalPlay, RuleError
from scorekeeper.rules.tiles.tile import SET_NAMES, Tile

Half = tuple[int, int]
MOST_ARMS = 4
_LEAD_ALONE = ("lead_double_only", "any_lead")  # a double is the spinner only if it led
# “The first player can play any tile. This domino is called the spinner and may have other dominoes played to
# all four of its sides”: which number the long sides of one that is no double take, it does not say.
LEAD_IS_NO_DOUBLE = (
    "The first tile is the spinner and no double: enter this round by points or open ends, not by tiles."
)


@dataclass(frozen=True, slots=True)
class End:
    """An open end: the number to match, and whether the tile there is a double, which counts twice."""

    number: int
    double: bool

    @property
    def value(self) -> int:
        return 2 * self.number if self.double else self.number


@dataclass(frozen=True)
class Layout:
    """The layout as values: ``line`` from left to right while there is no spinner, then ``arms``.

    Each laid tile is a pair of numbers in the order it is read: left to right, or outward. ``spinner`` is
    the number of the double that lies as spinner. Finished layouts may be built directly from a record;
    whether such a record could lie on a table is checked by ``topology.layout_problems``.
    """

    highest: int
    spinner_rule: str = "none"
    line: tuple[Half, ...] = ()
    spinner: int | None = None
    arms: tuple[tuple[Half, ...], ...] = ()

    @classmethod
    def empty(cls, highest: int, spinner_rule: str = "none") -> "Layout":
        """A bare table. RuleError for the game where every double is a spinner: its layout is not kept."""
        if spinner_rule == "all_doubles":
            raise RuleError("no_layout", "With every double a spinner the points are kept by hand.")
        return cls(highest, spinner_rule)

    @classmethod
    def from_line(cls, highest: int, tiles: Iterable[Sequence[int]]) -> "Layout":
        return cls(highest, line=tuple((t[0], t[1]) for t in tiles))

    @classmethod
    def from_cross(cls, highest: int, spinner: int, arms: Iterable[Iterable[Sequence[int]]]) -> "Layout":
        """A finished cross, every arm read outward from the spinner."""
        laid = tuple(tuple((t[0], t[1]) for t in arm) for arm in arms)
        return cls(highest, "first_double", spinner=spinner, arms=laid)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        laid = [Tile.of(*half) for half in (*self.line, *(half for arm in self.arms for half in arm))]
        return (*(() if self.spinner is None else (Tile.of(self.spinner, self.spinner),)), *laid)

    @property
    def ends(self) -> tuple[End, ...]:
        """The ends of the line, left and right, or of each arm; the spinner's bare sides are not ends."""
        if self.spinner is not None:
            return tuple(End(arm[-1][1], arm[-1][0] == arm[-1][1]) for arm in self.arms if arm)
        if not self.line:
            return ()
        first, last = self.line[0], self.line[-1]
        return (End(first[0], first[0] == first[1]), End(last[1], last[0] == last[1]))

    @property
    def ends_read(self) -> tuple[int, ...]:
        """The ends as read off the table: beside fewer than two arms the spinner is one too."""
        numbers = tuple(end.number for end in self.ends)
        return numbers if self.spinner is None else numbers + (self.spinner,) * (2 - len(numbers))

    @property
    def playable(self) -> tuple[int, ...]:
        """The numbers that can be played to, lowest first: the ends, and the spinner while a side is bare."""
        numbers = {end.number for end in self.ends}
        if self.spinner is not None and len(self.arms) < MOST_ARMS:
            numbers.add(self.spinner)
        return tuple(sorted(numbers))

    @property
    def count(self) -> int:
        """The open ends added up: an uncovered double counts both halves, a lone double them once.

        The spinner counts both halves until both long sides are covered, then nothing.
        """
        total = sum(end.value for end in self.ends)
        if self.spinner is not None:
            return total + (2 * self.spinner if len(self.arms) < 2 else 0)
        return total // 2 if len(self.line) == 1 and self.line[0][0] == self.line[0][1] else total

    def moves(self, tile: Tile) -> tuple[str, ...]:
        """Every place where the tile could lie; empty where there is none or it lies already."""
        if tile in self.tiles or not 0 <= tile.low <= tile.high <= self.highest:
            return ()
        if not self.tiles:
            return ("lead",)
        if self.spinner is None:
            return tuple(at for at, end in zip("LR", self.ends, strict=True) if tile.has(end.number))
        fitting = [str(at) for at, end in enumerate(self.ends) if tile.has(end.number)]
        opens = len(self.arms) < MOST_ARMS and tile.has(self.spinner)
        return (*fitting, *(("new",) if opens else ()))

    def play(self, tile: Tile, at: str) -> "Layout":
        """The layout with this tile laid; IllegalPlay says why it cannot lie there.

        On a bare table either side is the lead.
        """
        if not self.tiles and at in ("L", "R"):
            at = "lead"
        if at not in self.moves(tile):
            raise self._refusal(tile, at)
        if at == "lead" and self.spinner_rule == "any_lead" and not tile.is_double:
            raise RuleError("no_layout", LEAD_IS_NO_DOUBLE)
        if at == "lead":
            return self._with_line(((tile.low, tile.high),), tile)
        if self.spinner is not None:
            return self._with_arm(self.spinner, tile, at)
        if at == "L":
            number = self.line[0][0]
            return self._with_line(((tile.other(number), number), *self.line), tile)
        number = self.line[-1][1]
        return self._with_line((*self.line, (number, tile.other(number))), tile)

    def mirrored(self) -> "Layout":
        """A lone tile turned round, for a lead that is entered with its right end last."""
        return replace(self, line=tuple((b, a) for a, b in reversed(self.line)))

    def _with_line(self, line: tuple[Half, ...], tile: Tile) -> "Layout":
        laid = replace(self, line=line)
        leads = len(line) == 1
        if tile.is_double and (
            self.spinner_rule == "first_double" or (leads and self.spinner_rule in _LEAD_ALONE)
        ):
            return laid._turned_round(tile)
        return laid

    def _turned_round(self, tile: Tile) -> "Layout":
        """The line seen from its new spinner: what led up to it becomes arm 0, read outward."""
        half = (tile.low, tile.high)
        outward = (
            self.line[1:] if self.line[0] == half else tuple((b, a) for a, b in reversed(self.line[:-1]))
        )
        return replace(self, line=(), spinner=tile.low, arms=(outward,) if outward else ())

    def _with_arm(self, spinner: int, tile: Tile, at: str) -> "Layout":
        if at == "new":
            return replace(self, arms=(*self.arms, ((spinner, tile.other(spinner)),)))
        index = int(at)
        number = self.arms[index][-1][1]
        longer = (*self.arms[index], (number, tile.other(number)))
        return replace(self, arms=(*self.arms[:index], longer, *self.arms[index + 1 :]))

    def _refusal(self, tile: Tile, at: str) -> IllegalPlay:
        if not 0 <= tile.low <= tile.high <= self.highest:
            return IllegalPlay("tile_not_in_set", f"{tile} is not in a {SET_NAMES[self.highest]} set.")
        if tile in self.tiles:
            return IllegalPlay("already_played", f"{tile} is already on the table.")
        if at == "new" and len(self.arms) == MOST_ARMS:
            return IllegalPlay("fifth_arm", "All four sides of the spinner are covered.")
        if at not in self.places:
            return IllegalPlay("no_such_place", f"There is no place “{at}” on this layout now.")
        number = self.spinner if at == "new" else self.ends["LR".find(at) if at in "LR" else int(at)].number
        return IllegalPlay("end_does_not_match", f"{tile} does not match the {number} that is open there.")

    @property
    def places(self) -> tuple[str, ...]:
        """The places that exist now, whether or not a tile fits them."""
        if not self.tiles:
            return ("lead",)
        if self.spinner is None:
            return ("L", "R")
        opens = ("new",) if len(self.arms) < MOST_ARMS else ()
        return (*(str(at) for at in range(len(self.arms))), *opens)
