"""The networks' samples of a drawn scene: small pictures to find tiles in, and single tiles to read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scorekeeper.vision.shapes import STRIDE, Box, box_of, cut, halved, shape_in
from training.scenes import Laid, Scene, scene

SCENE = 320  # pixels of a drawn scene's side
PATCH = 128  # pixels of the finder's picture of it
SHRUNK = PATCH / SCENE
LENGTHS = (50.0, 150.0)  # of the tiles in a scene, in its pixels
FOUND = (19.0, 62.0)  # lengths of a tile, in the finder's pixels, that it learns to find
CELLS = PATCH // STRIDE
FINDER_PLANES = 7  # heat, weight, dx, dy, cos 2a, sin 2a, log length
NO_TILE = -1


@dataclass(frozen=True)
class TileSample:
    """One cut-out: its pixels, its halves or two times NO_TILE, and its true shape inside the cut-out."""

    picture: NDArray[np.uint8]
    values: tuple[int, int]
    shape: NDArray[np.float32]


def draw(rng: Generator) -> Scene:
    """A scene for both networks; one in twelve so close that no tile is of a length to be found."""
    length = rng.uniform(*LENGTHS) if rng.random() < 0.92 else rng.uniform(180, 500)
    return scene(rng, SCENE, length)


def _inside(tile: Laid) -> float:
    """The share of a tile's corners and middles that the picture holds."""
    a, b, c, d = tile.corners
    grid = [
        (a * (1 - along) + b * along) * (1 - across) + (d * (1 - along) + c * along) * across
        for along in (0.03, 0.25, 0.5, 0.75, 0.97)
        for across in (0.06, 0.5, 0.94)
    ]
    points = np.array(grid)
    return float(((points >= 0) & (points < SCENE)).all(axis=1).mean())


def finder_sample(drawn: Scene) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """The scene made small, and for every cell how close it is to a tile's middle and how that tile lies."""
    picture = cv2.resize(drawn.picture, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    planes = np.zeros((FINDER_PLANES, CELLS, CELLS), np.float32)
    planes[1] = 1
    for tile in drawn.tiles:
        box, inside = box_of(tile.corners * SHRUNK), _inside(tile)
        if tile.values is None or inside < 0.4:
            continue
        if inside < 0.85 or not FOUND[0] <= box.length <= FOUND[1]:
            outline = np.round(tile.corners * SHRUNK / STRIDE).astype(np.int32)
            cv2.fillConvexPoly(planes[1], outline, 0.0)
            continue
        _mark(planes, box)
    return np.ascontiguousarray(picture.transpose(2, 0, 1)), planes.astype(np.float16)


def _mark(planes: NDArray[np.float32], box: Box) -> None:
    y, x = np.mgrid[0:CELLS, 0:CELLS]
    dx, dy = box.x / STRIDE - 0.5 - x, box.y / STRIDE - 0.5 - y
    heat = np.exp(-(dx**2 + dy**2) / (2 * max(0.7, box.length / STRIDE / 10) ** 2))
    nearest = np.unravel_index(int(np.argmax(heat)), heat.shape)
    heat[nearest] = 1
    planes[0] = np.maximum(planes[0], heat)
    near = (np.abs(dx) < 1.3) & (np.abs(dy) < 1.3)
    turn = 2 * box.angle
    for plane, value in zip(
        planes[2:], (dx, dy, np.cos(turn), np.sin(turn), np.log(box.length / 32)), strict=True
    ):
        plane[near] = value[near] if isinstance(value, np.ndarray) else value
    planes[1][near] = np.maximum(planes[1][near], 2)  # 2: the tile's turn is learnt here


def tile_samples(rng: Generator, drawn: Scene, most: int = 5, wrong: int = 4) -> list[TileSample]:
    """Cut-outs of the scene: tiles slightly off centre, and negatives that are no tile or far off centre."""
    whole = [tile for tile in drawn.tiles if _inside(tile) > 0.85]
    face_up = [tile for tile in whole if tile.values is not None]
    made = []
    for i in rng.permutation(len(face_up))[:most]:
        made.append(_sample(drawn, face_up[i], _jittered(rng, box_of(face_up[i].corners))))
    for _ in range(wrong):
        box = (_across_a_joint(rng, face_up) if rng.random() < 0.4 else None) or _off_the_mark(rng, whole)
        if all(_differs(box, box_of(tile.corners)) for tile in drawn.tiles if tile.values is not None):
            made.append(_sample(drawn, None, box))
    return made


def _jittered(rng: Generator, box: Box, amount: float = 1.0) -> Box:
    turn = np.pi * int(rng.integers(2)) + rng.normal(0, 0.09) * amount
    x, y = np.array([box.x, box.y]) + rng.normal(0, 0.035, 2) * amount * box.length
    length = box.length * np.exp(rng.normal(0, 0.08) * amount)
    return Box(float(x), float(y), float(box.angle + turn), float(length), float(box.width))


def _across_a_joint(rng: Generator, tiles: list[Laid]) -> Box | None:
    """Half of one tile and half of the next, where two touch: it looks much like a tile, and is none."""
    halves = [
        (n, (tile.corners[[i, j]].mean(axis=0) + tile.corners.mean(axis=0)) / 2)
        for n, tile in enumerate(tiles)
        for i, j in ((0, 3), (1, 2))
    ]
    pairs = [
        (one, other, box_of(tiles[a].corners))
        for a, one in halves
        for b, other in halves
        if a < b and np.linalg.norm(one - other) < 0.62 * box_of(tiles[a].corners).length
    ]
    if not pairs:
        return None
    one, other, near = pairs[int(rng.integers(len(pairs)))]
    (x, y), (dx, dy) = (one + other) / 2, other - one
    length = 2 * float(np.hypot(dx, dy)) * rng.uniform(0.9, 1.1)
    return _jittered(rng, Box(float(x), float(y), float(np.arctan2(dy, dx)), length, near.width), 0.5)


def _off_the_mark(rng: Generator, tiles: list[Laid]) -> Box:
    if not tiles or rng.random() < 0.2:
        x, y = rng.uniform(0, SCENE, 2)
        return Box(float(x), float(y), rng.uniform(0, np.pi), rng.uniform(30, 180), 0.0)
    tile = tiles[int(rng.integers(len(tiles)))]
    box = _jittered(rng, box_of(tile.corners), 0.7)
    chance = rng.random()
    if tile.values is None and chance < 0.5:
        return box
    if chance < 0.55:  # half a tile along or across: between two tiles, or on one half
        along, across = rng.choice([-0.5, 0, 0.5]), rng.choice([-0.5, -0.25, 0, 0.25, 0.5])
        x = box.x + box.length * (np.cos(box.angle) * along - np.sin(box.angle) * across)
        y = box.y + box.length * (np.sin(box.angle) * along + np.cos(box.angle) * across)
        turn = np.pi / 2 * (rng.random() < 0.3)
        return Box(float(x), float(y), box.angle + turn, box.length, box.width)
    if chance < 0.75:
        return Box(
            box.x, box.y, box.angle + rng.uniform(0.6, 2.5), box.length * rng.uniform(0.8, 1.2), box.width
        )
    factor = rng.uniform(0.4, 0.62) if rng.random() < 0.5 else rng.uniform(1.55, 2.3)
    return Box(box.x, box.y, box.angle, box.length * float(factor), box.width)


def _differs(a: Box, b: Box) -> bool:
    apart = np.hypot(a.x - b.x, a.y - b.y) / b.length
    turn = abs((a.angle - b.angle + np.pi / 2) % np.pi - np.pi / 2)
    return bool(apart > 0.2 or turn > 0.45 or not 0.66 < a.length / b.length < 1.5)


def _sample(drawn: Scene, tile: Laid | None, box: Box) -> TileSample:
    picture = cut(halved(drawn.picture), box)
    if tile is None or tile.values is None:
        return TileSample(picture, (NO_TILE, NO_TILE), np.zeros(6, np.float32))
    corners, values = tile.corners, tile.values
    along = corners[1] - corners[0]
    if along @ (np.cos(box.angle), np.sin(box.angle)) < 0:
        corners, values = np.roll(corners, 2, axis=0), (values[1], values[0])
    return TileSample(picture, values, shape_in(corners, box).astype(np.float32))
