"""A drawn photo: a table, the tiles on it and the light, labelled with each tile's place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.camera import shoot
from training.faces import MOST_PIPS, Style, draw_face, style
from training.layouts import lay, outline
from training.textures import Picture, table

SETS = (6, 9, MOST_PIPS)
Quad = NDArray[np.float64]
Values = tuple[int, int] | None  # no halves: face down


@dataclass(frozen=True)
class Laid:
    """One tile of a scene: its corners in pixels, and its halves; without halves it lies face down."""

    corners: Quad
    values: Values


@dataclass(frozen=True)
class Scene:
    picture: Picture
    tiles: tuple[Laid, ...]


def scene(rng: Generator, size: int, length: float) -> Scene:
    """A square photo of tiles about `length` pixels long."""
    made = table(rng, size)
    look, spare = style(rng), style(rng)
    room = size / length
    count = int(rng.integers(0, 2 + round(min(16, room * room * 1.2))))
    spin = rng.uniform(0, 2 * np.pi)
    light = np.array([np.cos(spin), np.sin(spin)])
    laid: list[Laid] = []
    if count:
        places = lay(rng, count)
        corners = _seen(rng, places, look.proportion, size, length)
        for quad in corners:
            _underlay(rng, made, quad, look, light)
        for quad, values in zip(corners, _values(rng, corners), strict=True):
            _put(rng, made, quad, spare if rng.random() < 0.03 else look, values)
            laid.append(Laid(quad, values))
    return Scene(shoot(rng, made), tuple(laid))


def whole(drawn: Scene) -> bool:
    """It shows a hand: there are tiles, none is cut off or face down, and none is there twice."""
    halves = [tuple(sorted(tile.values)) if tile.values else None for tile in drawn.tiles]
    size = np.array(drawn.picture.shape[1::-1])
    inside = all((tile.corners > 0).all() and (tile.corners < size).all() for tile in drawn.tiles)
    return bool(halves) and None not in halves and len(set(halves)) == len(halves) and inside


def _seen(
    rng: Generator, places: NDArray[np.float64], proportion: float, size: int, length: float
) -> list[Quad]:
    """The corners of the tiles as a tilted camera sees them."""
    flat = np.array([outline(place, proportion) for place in places]) * length
    middle = size / 2 + rng.uniform(-0.2, 0.2, 2) * size
    tilt = rng.normal(0, 0.35, 2) / size if rng.random() < 0.7 else np.zeros(2)
    depth = 1 + flat @ np.clip(tilt, -0.7 / size, 0.7 / size)
    stretch = np.array([1, rng.uniform(0.85, 1.0)]) if rng.random() < 0.5 else np.ones(2)
    seen = flat / np.clip(depth, 0.5, 2)[..., None] * stretch + middle
    return list(seen)


def _underlay(
    rng: Generator, made: NDArray[np.float32], quad: Quad, look: Style, light: NDArray[np.float64]
) -> None:
    """Everything under the tiles' faces: their shadows and their sides."""
    thick = look.thickness * float(np.linalg.norm(quad[1] - quad[0]))
    _shadow(rng, made, quad, light * thick)
    _side(made, quad, look, light[::-1] * thick * 0.5)


def _values(rng: Generator, corners: list[Quad]) -> list[Values]:
    """Halves for the tiles, some of which lie face down; half of the scenes are played, end to like end."""
    highest = int(rng.choice(SETS))
    made: list[Values] = []
    for _ in corners:
        a, b = (0 if rng.random() < 0.1 else int(rng.integers(0, highest + 1)) for _ in range(2))
        made.append(None if rng.random() < 0.06 else (a, b))
    if rng.random() < 0.5:
        for at in range(1, len(made)):
            made[at] = _joined(made[at - 1], made[at], corners[at - 1], corners[at])
    return made


def _joined(before: Values, values: Values, one: Quad, other: Quad) -> Values:
    """The second tile's halves, so that those that touch are equal."""
    if before is None or values is None:
        return values
    ends = [np.array([quad[[0, 3]].mean(axis=0), quad[[1, 2]].mean(axis=0)]) for quad in (one, other)]
    apart = np.linalg.norm(ends[0][:, None] - ends[1][None], axis=2)
    here, there = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return (before[here], values[1]) if there == 0 else (values[0], before[here])


def _put(rng: Generator, made: NDArray[np.float32], quad: Quad, look: Style, values: Values) -> None:
    """Draw one tile's face into the scene, or its blank back."""
    length = float(np.linalg.norm(quad[1] - quad[0]))
    paste(made, draw_face(rng, look, values, max(24, round(length * 1.25))), quad)


def _window(quad: Quad, shape: tuple[int, ...], margin: float) -> tuple[slice, slice] | None:
    """The part of the picture that a shape can touch, as rows and columns."""
    most = np.array(shape[1::-1])
    low = np.clip(np.floor(quad.min(axis=0) - margin), 0, most).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0) + margin), 0, most).astype(int)
    if (high - low).min() < 2:
        return None
    return slice(low[1], high[1]), slice(low[0], high[0])


def _shadow(rng: Generator, made: NDArray[np.float32], quad: Quad, cast: NDArray[np.float64]) -> None:
    soft = float(rng.uniform(0.5, 6))
    window = _window(quad, made.shape, float(np.abs(cast).max()) + 3 * soft)
    if window is None:
        return
    part = made[window]
    mask = np.zeros(part.shape[:2], np.float32)
    origin = np.array([window[1].start, window[0].start])
    hull = cv2.convexHull(np.vstack([quad, quad + cast]).astype(np.float32) - origin.astype(np.float32))
    cv2.fillPoly(mask, [hull.astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), soft)
    part *= 1 - rng.uniform(0, 0.75) * mask[..., None]


def _side(made: NDArray[np.float32], quad: Quad, look: Style, shift: NDArray[np.float64]) -> None:
    hull = cv2.convexHull(np.vstack([quad, quad + shift]).astype(np.float32))
    cv2.fillPoly(made, [hull.astype(np.int32)], (look.face * 0.7).tolist(), cv2.LINE_AA)


def paste(made: NDArray[np.float32], face: NDArray[np.float32], quad: Quad) -> None:
    """Lay a face, with its opacity, over these corners of the scene."""
    window = _window(quad, made.shape, 2)
    if window is None:
        return
    part = made[window]
    height, width = face.shape[:2]
    origin = np.array([window[1].start, window[0].start])
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - origin).astype(np.float32))
    warped = cv2.warpPerspective(face, matrix, part.shape[1::-1], flags=cv2.INTER_LINEAR)
    share = warped[..., 3:]
    part *= 1 - share
    part += warped[..., :3] * share
