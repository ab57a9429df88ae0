"""Tables drawn from random numbers: wood, cloth, leather, plain boards, and clutter on them."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


def colour(rng: Generator, low: float = 0.03, high: float = 1.0, most: float = 1.0) -> NDArray[np.float32]:
    """A colour (blue, green, red; 0 to 255) between two brightnesses, no more saturated than `most`."""
    saturation = most * rng.random() ** 1.5
    r, g, b = colorsys.hsv_to_rgb(rng.random(), saturation, rng.uniform(low, high))
    return np.array([b, g, r], np.float32) * 255


def clouds(rng: Generator, size: int, across: float, down: float, octaves: int = 4) -> Plane:
    """Smooth noise from 0 to 1, with so many lumps across and down, and finer ones over them."""
    total, weight = np.zeros((size, size), np.float32), 1.0
    for octave in range(octaves):
        cells = [int(np.clip(n * 2**octave, 2, size)) for n in (down, across)]
        grid = rng.random(cells, dtype=np.float32)
        total += weight * cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC)
        weight *= 0.55
    low, high = float(total.min()), float(total.max())
    return (total - low) / (high - low + 1e-6)


def blend(a: NDArray[np.float32], b: NDArray[np.float32], share: Plane) -> NDArray[np.float32]:
    return a + (b - a) * share[..., None]


def _turn(plane: Plane, rng: Generator) -> Plane:
    size = plane.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 180), 1.5)
    return cv2.warpAffine(plane, matrix, (size, size), borderMode=cv2.BORDER_REFLECT)


def plain(rng: Generator, size: int) -> NDArray[np.float32]:
    base = colour(rng, most=0.6)
    return blend(base, base * rng.uniform(0.8, 1.2), clouds(rng, size, 2, 2, int(rng.integers(1, 6))))


def wood(rng: Generator, size: int) -> NDArray[np.float32]:
    light = np.array([rng.uniform(30, 150), rng.uniform(60, 190), rng.uniform(80, 230)], np.float32)
    light *= rng.uniform(0.2, 1.1)
    grain = clouds(rng, size, rng.uniform(1, 4), rng.uniform(12, 60), 4)
    if rng.random() < 0.6:
        grain = 0.5 + 0.5 * np.sin(grain * rng.uniform(10, 60))
    if rng.random() < 0.5:  # the joints between boards
        step = int(rng.integers(size // 8, size // 2))
        for y in range(int(rng.integers(step)), size, step):
            cv2.line(grain, (0, y), (size, y), rng.uniform(1, 2.5), int(rng.integers(1, 4)))
    return blend(light, light * rng.uniform(0.25, 0.9), _turn(grain.astype(np.float32), rng))


def cloth(rng: Generator, size: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    period = rng.uniform(2.2, 9)
    weave = 0.5 + 0.25 * np.sin(x * 2 * np.pi / period) + 0.25 * np.sin(y * 2 * np.pi / period)
    weave = 0.7 * weave + 0.3 * rng.random((size, size), dtype=np.float32)
    base = colour(rng)
    made = blend(base, base * rng.uniform(0.4, 0.9), _turn(weave.astype(np.float32), rng))
    if rng.random() < 0.3:  # checks
        width = rng.uniform(20, 120)
        checks = ((x // width + (y // width if rng.random() < 0.5 else 0)) % 2).astype(np.float32)
        made = blend(made, made * 0.3 + colour(rng) * 0.7, _turn(checks, rng))
    return made


def leather(rng: Generator, size: int) -> NDArray[np.float32]:
    grain = clouds(rng, size, size / rng.uniform(4, 14), size / rng.uniform(4, 14), 3)
    wrinkles = np.abs(clouds(rng, size, 6, 6, 5) - 0.5) < rng.uniform(0.003, 0.03)
    base = colour(rng, 0.05, 0.7)
    made = blend(base * rng.uniform(0.4, 0.8), base, grain)
    return blend(made, made * 0.5, wrinkles.astype(np.float32))


def speckled(rng: Generator, size: int) -> NDArray[np.float32]:
    made = plain(rng, size)
    for _ in range(int(rng.integers(2, 5))):
        grain = clouds(rng, size, size / rng.uniform(3, 24), size / rng.uniform(3, 24), 2)
        made = blend(made, colour(rng), (grain > rng.uniform(0.6, 0.85)).astype(np.float32))
    return made


TABLES: tuple[Callable[[Generator, int], NDArray[np.float32]], ...] = (
    plain, plain, plain, wood, wood, cloth, leather, speckled
)  # fmt: skip


def table(rng: Generator, size: int) -> NDArray[np.float32]:
    """A bare table of one of the kinds, with an edge, a grid of lines or clutter now and then."""
    made = TABLES[int(rng.integers(len(TABLES)))](rng, size)
    if rng.random() < 0.15:
        made = np.where(
            _beyond_an_edge(rng, size)[..., None], TABLES[int(rng.integers(len(TABLES)))](rng, size), made
        )
    made = np.ascontiguousarray(made, dtype=np.float32)
    for _ in range(int(rng.integers(0, 6)) if rng.random() < 0.5 else 0):
        CLUTTER[int(rng.integers(len(CLUTTER)))](rng, made)
    return made


def _beyond_an_edge(rng: Generator, size: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:size, 0:size]
    turn = rng.uniform(0, 2 * np.pi)
    return (x - size / 2) * np.cos(turn) + (y - size / 2) * np.sin(turn) > rng.uniform(0.1, 0.45) * size


def _place(rng: Generator, made: NDArray[np.float32]) -> tuple[int, int]:
    size = made.shape[0]
    return int(rng.integers(size)), int(rng.integers(size))


def _box(rng: Generator, made: NDArray[np.float32]) -> None:
    """A card, a phone, a beer mat, or a tile's back: a rectangle without pips."""
    sides = rng.uniform(0.05, 0.5, 2) * made.shape[0]
    if rng.random() < 0.4:
        sides[1] = sides[0] / rng.uniform(1.7, 2.3)
    corners = cv2.boxPoints((_place(rng, made), tuple(sides.tolist()), rng.uniform(0, 180)))
    cv2.fillPoly(made, [corners.astype(np.int32)], colour(rng).tolist(), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.polylines(made, [corners.astype(np.int32)], True, colour(rng).tolist(), 2, cv2.LINE_AA)


def _disc(rng: Generator, made: NDArray[np.float32]) -> None:
    """A glass, a coin, a ring of beer."""
    axes = rng.uniform(0.01, 0.2, 2) * made.shape[0] if rng.random() < 0.3 else np.full(2, rng.uniform(2, 50))
    thick = -1 if rng.random() < 0.6 else int(rng.integers(1, 5))
    shape = (_place(rng, made), tuple(axes.tolist()), 0.0)
    cv2.ellipse(
        made, (shape[0], (2 * axes[0], 2 * axes[1]), rng.uniform(0, 180)), colour(rng).tolist(), thick
    )


def _stroke(rng: Generator, made: NDArray[np.float32]) -> None:
    cv2.line(
        made,
        _place(rng, made),
        _place(rng, made),
        colour(rng).tolist(),
        int(rng.integers(1, 12)),
        cv2.LINE_AA,
    )


def _dots(rng: Generator, made: NDArray[np.float32]) -> None:
    """Dots in a grid without a tile round them: peg boards, holes, crumbs."""
    x, y = _place(rng, made)
    step, shade = int(rng.integers(7, 30)), colour(rng).tolist()
    for i in range(int(rng.integers(1, 5))):
        for j in range(int(rng.integers(1, 5))):
            cv2.circle(made, (x + i * step, y + j * step), max(2, step // 4), shade, -1, cv2.LINE_AA)


def _blob(rng: Generator, made: NDArray[np.float32]) -> None:
    """A foot of a chair, a shoe, a hand: something rounded, darker on one side."""
    size = made.shape[0]
    spread = rng.uniform(0.03, 0.18) * size
    corners = np.array(_place(rng, made)) + rng.normal(0, 1, (int(rng.integers(4, 8)), 2)) * spread
    mask = np.zeros(made.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0)
    round_ = cv2.GaussianBlur(mask, (0, 0), max(1.0, spread * rng.uniform(0.05, 0.5)))
    mask = np.clip((round_ - 0.5) * rng.uniform(2, 12) + 0.5, 0, 1)
    made[:] = blend(made, colour(rng, 0.02, 0.7) * (0.5 + clouds(rng, size, 2, 2, 2))[..., None], mask)


def _writing(rng: Generator, made: NDArray[np.float32]) -> None:
    text = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 9))))
    mask = np.zeros(made.shape[:2], np.uint8)
    font, scale, thick = int(rng.integers(0, 8)), rng.uniform(0.4, 2), int(rng.integers(1, 4))
    cv2.putText(mask, text, _place(rng, made), font, scale, 255, thick)
    made[mask > 0] = colour(rng)


CLUTTER = (_box, _box, _disc, _stroke, _dots, _writing, _blob, _blob)
