"""A photo with what was seen in it: an outline round each tile and its halves beside it."""

from __future__ import annotations

import cv2
import numpy as np

from scorekeeper.vision.hands import Reading, SeenTile
from scorekeeper.vision.picture import decode
from scorekeeper.vision.shapes import Picture

SURE, UNSURE, INK = (60, 170, 40), (0, 150, 255), (255, 255, 255)  # blue, green, red


def draw_reading(sent: bytes, reading: Reading) -> bytes:
    """The photo as a PNG: sure tiles outlined in green, the others in amber."""
    picture = decode(sent)
    for tile in reading.tiles:
        _draw(picture, tile)
    _, png = cv2.imencode(".png", picture)
    return png.tobytes()


def _draw(picture: Picture, tile: SeenTile) -> None:
    shade = SURE if tile.sure else UNSURE
    size = max(picture.shape[:2]) / 900
    cv2.polylines(
        picture, [np.round(tile.corners).astype(np.int32)], True, shade, max(2, round(3 * size)), cv2.LINE_AA
    )
    text = "{}-{}".format(*tile.halves)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * size, max(1, round(2 * size)))
    x, y = (round(v) for v in tile.place)
    left, bottom = x - width // 2, y + height // 2
    cv2.rectangle(picture, (left - 4, bottom + 5), (left + width + 4, bottom - height - 5), shade, -1)
    cv2.putText(
        picture,
        text,
        (left, bottom),
        cv2.FONT_HERSHEY_SIMPLEX,
        0.7 * size,
        INK,
        max(1, round(2 * size)),
        cv2.LINE_AA,
    )
