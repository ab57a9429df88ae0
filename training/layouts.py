"""Arrangements of tiles on a table: scattered, side by side as a hand, in a chain, or in a block."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

# The middle of a tile and its turn, in lengths of a tile and radians.
Places = NDArray[np.float64]


def _thrown(rng: Generator, count: int) -> Places:
    room = np.sqrt(count) * rng.uniform(0.8, 1.4)
    return np.column_stack([rng.uniform(-room / 2, room / 2, (count, 2)), rng.uniform(0, 2 * np.pi, count)])


def _tidy(rng: Generator, count: int) -> Places:
    """Rows and columns, with a gap or touching, each tile a little askew."""
    down = int(rng.integers(1, 4)) if rng.random() < 0.6 else 1
    across = -(-count // down)
    step_x, step_y = 0.5 + _gap(rng), 1.0 + _gap(rng)
    upright = rng.random() < 0.75
    places = []
    for i in range(count):
        x, y = (i % across) * step_x, (i // across) * step_y
        places.append((x, y, np.pi / 2) if upright else (y, x, 0.0))
    made = np.array(places) + rng.normal(0, 1, (count, 3)) * (0.01, 0.02, 0.03) * rng.uniform(0, 2)
    made[:, 2] += np.pi * rng.integers(0, 2, count)
    return made


def _gap(rng: Generator) -> float:
    return float(rng.uniform(0.005, 0.03) if rng.random() < 0.5 else rng.uniform(0.03, 0.4))


def _chain(rng: Generator, count: int) -> Places:
    """End to end with corners and doubles laid across, as tiles are played."""
    x, y, turn = 0.0, 0.0, 0.0
    places = []
    gap = rng.uniform(0.0, 0.05) if rng.random() < 0.5 else rng.uniform(0.0, 0.012)
    reach = 0.0
    for _ in range(count):
        across = rng.random() < 0.2
        half = 0.25 if across else 0.5
        step = reach + half + gap if places else 0.0
        x, y = x + np.cos(turn) * step, y + np.sin(turn) * step
        places.append((x, y, turn + (np.pi / 2 if across else 0) + np.pi * rng.integers(0, 2)))
        reach = half
        if not across and rng.random() < 0.3:
            bend = float(rng.choice([-1, 1])) * np.pi / 2
            x, y = x + np.cos(turn) * 0.25, y + np.sin(turn) * 0.25
            turn, reach = turn + bend, 0.25
    return np.array(places) + rng.normal(0, 0.01, (count, 3))


KINDS: tuple[Callable[[Generator, int], Places], ...] = (_thrown, _thrown, _tidy, _tidy, _chain, _chain)


def lay(rng: Generator, count: int) -> Places:
    """Places of up to `count` tiles about the middle of the table, none lying on another."""
    places = KINDS[int(rng.integers(len(KINDS)))](rng, count)
    places[:, :2] -= places[:, :2].mean(axis=0)
    turn = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05)
    )
    cos, sin = np.cos(turn), np.sin(turn)
    places[:, :2] = places[:, :2] @ np.array([[cos, sin], [-sin, cos]])
    places[:, 2] += turn
    kept: list[int] = []
    for i in range(len(places)):
        if not any(_overlap(places[i], places[j]) for j in kept):
            kept.append(i)
    return places[kept]


def outline(place: NDArray[np.float64], proportion: float = 0.5) -> NDArray[np.float64]:
    """A tile's four corners, going round: from the first to the second runs its length."""
    cos, sin = np.cos(place[2]), np.sin(place[2])
    along, across = np.array([cos, sin]) / 2, np.array([-sin, cos]) * proportion / 2
    return place[:2] + np.array([-along - across, along - across, along + across, -along + across])


def _overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two tiles, a shade smaller than they are, share ground (by the separating axis theorem)."""
    one, other = outline(a, 0.48), outline(b, 0.48)
    for shape in (one, other):
        for p, q in pairwise(shape[:3]):
            axis = (q - p) / np.linalg.norm(q - p)
            first, second = one @ axis, other @ axis
            if first.max() - 0.02 < second.min() or second.max() - 0.02 < first.min():
                return False
    return True
