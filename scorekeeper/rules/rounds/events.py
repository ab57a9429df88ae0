"""The events that can be entered inside a round, and what each of them scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.tiles.ends_entry import Spinner
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a round. ``kind``: ``key``, ``ends``, ``tile``, ``draw`` or ``knock``.

    ``points`` belongs to a key, ``ends`` and ``spinner`` to shown ends, ``tile`` and ``at`` to a tile.
    ``last_tile``: it chipped out; ``down``: it opened the round.
    """

    kind: str
    side: int
    player: str | None = None
    points: int = 0
    ends: tuple[End, ...] = ()
    spinner: Spinner | None = None
    tile: Tile | None = None
    at: str = ""
    last_tile: bool = False
    down: bool = False


class Knock(NamedTuple):
    """A player could not go while these numbers were open, and has drawn nothing since."""

    player: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event with the points it makes and why; ``count`` is None if only points are known."""

    event: Event
    points: int
    count: int | None
    words: str
