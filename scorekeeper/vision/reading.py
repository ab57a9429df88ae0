"""The whole pipeline for a photo: decode it, find tiles, classify them, choose among them."""

from __future__ import annotations

import numpy as np

from scorekeeper.vision.choose import Choice, choose
from scorekeeper.vision.finder import find
from scorekeeper.vision.hands import Known, Reading, SeenTile
from scorekeeper.vision.picture import decode
from scorekeeper.vision.reader import look
from scorekeeper.vision.shapes import Picture, box_of


def read_picture(sent: bytes, known: Known) -> Reading:
    """The tiles of a photo, from top to bottom; corners are in pixels of the picture as it was worked on."""
    return read_pixels(decode(sent), known)


def read_pixels(picture: Picture, known: Known) -> Reading:
    """The same for a picture already decoded."""
    chosen, doubts = choose(look(picture, find(picture)), known)
    height, width = picture.shape[:2]
    doubts += _cut_off(chosen, width, height)
    tiles = sorted((_seen(choice) for choice in chosen), key=lambda tile: tile.place[::-1])
    return Reading(tuple(tiles), width, height, tuple(doubts))


def _seen(choice: Choice) -> SeenTile:
    corners = choice.seen.corners
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    angle = round(float(np.degrees(box_of(corners).angle)) % 180, 1)
    a, b, c, d = points
    return SeenTile(choice.halves, (a, b, c, d), angle, round(choice.chance, 3), choice.sure)


def _cut_off(chosen: list[Choice], width: int, height: int) -> list[str]:
    """A tile that leaves the frame may hide pips, and more tiles beyond."""
    for choice in chosen:
        edge = 0.04 * box_of(choice.seen.corners).length
        low, high = choice.seen.corners.min(axis=0), choice.seen.corners.max(axis=0)
        if low.min() < -edge or high[0] > width + edge or high[1] > height + edge:
            return ["A tile lies across the edge of the photo."]
    return []
