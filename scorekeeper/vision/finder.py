"""Where tiles lie in a picture: a small network run over a pyramid of ever smaller copies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.networks import finder
from scorekeeper.vision.shapes import STRIDE, Box, Picture

LEVELS = (800, 400, 200, 100)  # pixels of the longest side
EVEN = 8  # the network halves its picture three times
LIKELY = 0.15  # a cell that is a tile's middle with less chance is passed over
MOST = 60  # candidates looked at more closely
UNIT = 32.0  # the length that the network calls nought


@dataclass(frozen=True)
class Candidate:
    """A box that may hold a tile, and the chance that it does."""

    box: Box
    chance: float


def find(picture: Picture) -> list[Candidate]:
    """Boxes that may hold a tile, the likeliest first, each tile once."""
    longest = max(picture.shape[:2])
    sizes = [size for size in LEVELS if size < longest] or [LEVELS[-1]]
    if longest < LEVELS[0]:
        sizes.insert(0, longest)
    found = [candidate for size in sizes for candidate in _at_level(picture, size / longest)]
    return _each_once(sorted(found, key=lambda candidate: -candidate.chance))[:MOST]


def _at_level(picture: Picture, scale: float) -> list[Candidate]:
    height, width = (max(EVEN, round(side * scale)) for side in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    down, across = -height % EVEN, -width % EVEN
    small = cv2.copyMakeBorder(small, 0, down, 0, across, cv2.BORDER_REPLICATE)
    network = finder()
    network.setInput(small.transpose(2, 0, 1)[None].astype(np.float32))
    return _peaks(network.forward()[0], width / picture.shape[1])


def _peaks(cells: NDArray[np.float32], scale: float) -> list[Candidate]:
    """The cells that stand out among their neighbours, as boxes of the whole picture."""
    heat = 1 / (1 + np.exp(-cells[0]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    made = []
    for y, x in zip(*np.nonzero((heat >= highest) & (heat > LIKELY)), strict=True):
        dx, dy, cos, sin, length = (float(v) for v in cells[1:, y, x])
        pixels = UNIT * float(np.exp(np.clip(length, -2, 2))) / scale
        place = ((x + 0.5 + dx) * STRIDE / scale, (y + 0.5 + dy) * STRIDE / scale)
        angle = float(np.arctan2(sin, cos)) / 2
        made.append(
            Candidate(Box(float(place[0]), float(place[1]), angle, pixels, pixels / 2), float(heat[y, x]))
        )
    return made


def _each_once(candidates: list[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    for one in candidates:
        if not any(_alike(one.box, other.box) for other in kept):
            kept.append(one)
    return kept


def _alike(a: Box, b: Box) -> bool:
    longer, shorter = max(a.length, b.length), min(a.length, b.length)
    return longer < 1.6 * shorter and bool(np.hypot(a.x - b.x, a.y - b.y) < 0.2 * shorter)
