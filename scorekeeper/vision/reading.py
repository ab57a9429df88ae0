"""The whole pipeline for a photo: decode it, find tiles, classify them, choose among them."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from scorekeeper.vision.choose import UNREAD, Choice, choose, choose_at
from scorekeeper.vision.finder import find
from scorekeeper.vision.hands import Known, Reading, SeenTile
from scorekeeper.vision.picture import decode
from scorekeeper.vision.reader import look, look_at
from scorekeeper.vision.shapes import Picture, box_of

MIRRORED = 0.82  # of its size: what a photo that seems sure is looked at again at


def read_picture(sent: bytes, known: Known) -> Reading:
    """The tiles of a photo, from top to bottom; corners are in pixels of the picture as it was worked on."""
    return read_pixels(decode(sent), known)


def read_pixels(picture: Picture, known: Known) -> Reading:
    """The same for a picture already decoded."""
    height, width = picture.shape[:2]
    if known.spot is None:
        chosen, doubts = choose(look(picture, find(picture)), known)
    else:
        at = known.spot[0] * width, known.spot[1] * height
        chosen, doubts = choose_at(look_at(picture, find(picture), at), known), []
    doubts += _cut_off(chosen, width, height)
    if not doubts and known.spot is None and not _alike_in_the_mirror(picture, chosen, known):
        doubts = ["Looked at again, the photo seems to show other tiles."]
    tiles = sorted((_seen(choice) for choice in chosen), key=lambda tile: tile.place[::-1])
    return Reading(tuple(tiles), width, height, tuple(doubts))


def _alike_in_the_mirror(picture: Picture, chosen: list[Choice], known: Known) -> bool:
    """Whether the mirror image, a little smaller, shows the same tiles and nothing else like one."""
    smaller = cv2.resize(picture[:, ::-1], None, fx=MIRRORED, fy=MIRRORED, interpolation=cv2.INTER_AREA)
    mirrored = cast(Picture, smaller)
    others, doubts = choose(look(mirrored, find(mirrored)), known)
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
