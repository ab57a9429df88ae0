"""The whole pipeline for a photo: decode it, find tiles, classify them, choose among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np

from scorekeeper.vision.choose import UNREAD, Choice, choose, choose_at
from scorekeeper.vision.finder import find
from scorekeeper.vision.hands import Known, Reading, SeenTile
from scorekeeper.vision.picture import decode
from scorekeeper.vision.reader import Look, look, look_at
from scorekeeper.vision.shapes import Picture, box_of

MIRRORED = 0.82  # of its size: what a photo that seems sure is looked at again at
DIM = 60  # of 255: if nothing but a thousandth is lighter, a dark blank may be seen by nobody


def read_picture(sent: bytes, known: Known) -> Reading:
    """The tiles of a photo, from top to bottom; corners are in pixels of the picture as it was worked on."""
    return read_pixels(decode(sent), known)


def read_pixels(picture: Picture, known: Known) -> Reading:
    """The same for a picture already decoded."""
    height, width = picture.shape[:2]
    if known.spot is None:
        chosen, doubts = decided(looked(picture), lambda: looked(mirrored(picture)), (height, width), known)
        doubts += ["The photo is very dark."] if is_dim(picture) else []
    else:
        at = known.spot[0] * width, known.spot[1] * height
        chosen = choose_at(look_at(picture, find(picture), at), known)
        doubts = _cut_off(chosen, width, height)
    tiles = sorted((_seen(choice) for choice in chosen), key=lambda tile: tile.place[::-1])
    return Reading(tuple(tiles), width, height, tuple(doubts))


def looked(picture: Picture) -> list[Look]:
    """Every candidate for a tile in a picture, looked at."""
    return look(picture, find(picture))


def is_dim(picture: Picture) -> bool:
    """Whether hardly anything in a picture is light."""
    grey = cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY)
    return bool(np.percentile(grey, 99.9) < DIM)


def mirrored(picture: Picture) -> Picture:
    """The mirror image, a little smaller: to the networks, another picture of the same tiles."""
    smaller = cv2.resize(picture[:, ::-1], None, fx=MIRRORED, fy=MIRRORED, interpolation=cv2.INTER_AREA)
    return cast(Picture, smaller)


def decided(
    looks: list[Look], second_look: Callable[[], list[Look]], size: tuple[int, int], known: Known
) -> tuple[list[Choice], list[str]]:
    """The tiles of a photo of this height and width, and the doubts: if none, the mirror image is asked."""
    chosen, doubts = choose(looks, known)
    doubts += _cut_off(chosen, size[1], size[0])
    if not doubts and not _alike(chosen, *choose(second_look(), known)):
        doubts = ["Looked at again, the photo seems to show other tiles."]
    return chosen, doubts


def _alike(chosen: list[Choice], others: list[Choice], doubts: list[str]) -> bool:
    """Whether the mirror image shows the same tiles and nothing else like one."""
    shown, mirrored_too = ({choice.halves for choice in each} for each in (chosen, others))
    return shown == mirrored_too and UNREAD not in doubts


def _seen(choice: Choice) -> SeenTile:
    corners = choice.seen.corners
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    angle = round(float(np.degrees(box_of(corners).angle)) % 180, 1)
    a, b, c, d = points
    chance = round(choice.chance, 3)
    return SeenTile(choice.halves, (a, b, c, d), angle, chance, choice.sure, choice.likely, choice.doubted)


def _cut_off(chosen: list[Choice], width: int, height: int) -> list[str]:
    """A tile that leaves the frame may hide pips, and more tiles beyond."""
    for choice in chosen:
        edge = 0.04 * box_of(choice.seen.corners).length
        low, high = choice.seen.corners.min(axis=0), choice.seen.corners.max(axis=0)
        if low.min() < -edge or high[0] > width + edge or high[1] > height + edge:
            return ["A tile lies across the edge of the photo."]
    return []
