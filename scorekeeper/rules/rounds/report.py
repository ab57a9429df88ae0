"""The report of a round's end: what was entered, before it is validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.rules.rounds.events import Knock
from scorekeeper.rules.text import OUT_WORD, side_name
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """A round's end as entered. Only the hands are needed; every further fact unlocks more checks.

    ``players``: names in seating order, each once; ``sides``: the same names as sides, one each or in
    pairs. ``event``: ``out``, ``blocked``, or None while nothing is chosen. A hand is given by ``hands``
    (its tiles) or by ``pips`` with or without ``tile_counts``; both ways may be mixed. ``ends``: the
    numbers open on the table. ``boneyard``: tiles never dealt and not drawn. ``spinner``: the number of
    the double lying as spinner. ``lead_tile``: the tile that opened this round under the card's lead
    rule, ``leader`` who laid it. ``seen``: tiles seen on the table while it was played; ``knocks``: who
    could not go at which numbers, and has drawn nothing since. ``deal``: tiles each where it
    differs from the card's. ``out_word``: the club's word for going out.
    """

    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    event: str | None = None
    out: str | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    pips: Mapping[str, int] = field(default_factory=dict)
    tile_counts: Mapping[str, int] = field(default_factory=dict)
    ends: tuple[int, ...] | None = None
    boneyard: int | None = None
    spinner: int | None = None
    layout: Layout | None = None
    seen: frozenset[Tile] = frozenset()
    knocks: tuple[Knock, ...] = ()
    leader: str | None = None
    lead_tile: Tile | None = None
    deal: int | None = None
    out_word: str = OUT_WORD

    @property
    def teams(self) -> bool:
        """Some side has partners."""
        return any(len(side) > 1 for side in self.sides)

    def side_of(self, player: str) -> int | None:
        """The index of the player's side, None for somebody who is not playing."""
        return next((index for index, side in enumerate(self.sides) if player in side), None)

    def side_with(self, player: str) -> tuple[str, ...]:
        """The player with all partners; alone where no side names the player."""
        return next((side for side in self.sides if player in side), (player,))

    def side_name(self, index: int) -> str:
        """``Ann``, or ``Ann & Cy``."""
        return side_name(self.sides[index])

    def tiles_held(self, player: str) -> int | None:
        """How many tiles the player holds, None where only pips say something about it."""
        if player in self.hands:
            return len(self.hands[player])
        return self.tile_counts.get(player)

    def is_empty(self, player: str) -> bool | None:
        """Whether the hand is empty; None where 0 pips may also be the double blank alone."""
        held = self.tiles_held(player)
        if held is not None:
            return held == 0
        return None if self.pips.get(player) == 0 else False
