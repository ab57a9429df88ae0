"""Drawn photos of hands: ivory tiles with black pips on a plain green table, in good light."""

import struct

import cv2
import numpy as np

from training.faces import MOST_PIPS, Style, draw_face
from training.layouts import outline
from training.scenes import paste

LENGTH = 150  # pixels of a tile
TABLE = (60, 95, 45)
HANDS = (((6, 4), (5, 5)), ((2, 1), (3, 3)))
IVORY, BLACK = np.array([225, 240, 245], np.float32), np.array([20, 20, 20], np.float32)
LOOK = Style(
    face=IVORY,
    pips=(BLACK,) * (MOST_PIPS + 1),
    divider=BLACK,
    divider_width=0.02,
    divider_reach=0.85,
    spinner=None,
    pip_radius=0.18,
    spread=1.0,
    sunken=0.3,
    dimple=None,
    round=0.1,
    bevel=0.1,
    marbled=0.02,
    proportion=0.5,
    thickness=0.1,
)


def photo_of(*tiles: tuple[int, int], apart: float = 0.4, turn: float = 1.4) -> bytes:
    """A JPEG of these tiles standing side by side, ``apart`` lengths of a tile between them."""
    rng = np.random.default_rng(len(tiles))
    step = LENGTH * (0.5 + apart)
    width = int(step * max(len(tiles), 1) + 2 * LENGTH)
    made = np.empty((3 * LENGTH, width, 3), np.float32)
    made[:] = TABLE
    made += rng.normal(0, 4, made.shape).astype(np.float32)
    for at, halves in enumerate(tiles):
        place = np.array([LENGTH * 1.25 + at * step, 1.5 * LENGTH, turn])
        corners = outline(np.array([0, 0, turn])) * LENGTH + place[:2]
        paste(made, draw_face(rng, LOOK, halves, round(1.25 * LENGTH)), corners)
    picture = np.clip(cv2.GaussianBlur(made, (0, 0), 0.8), 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def two_hands() -> bytes:
    """A JPEG of two hands of two tiles each, far apart on one table."""
    hands = [cv2.imdecode(np.frombuffer(photo_of(*tiles), np.uint8), cv2.IMREAD_COLOR) for tiles in HANDS]
    table = np.full((hands[0].shape[0], 500, 3), TABLE, np.uint8)
    return cv2.imencode(".jpg", np.hstack([hands[0], table, hands[1]]))[1].tobytes()


def turned_by_exif(jpeg: bytes) -> bytes:
    """The same photo as from a phone held upright: the pixels are rotated, and EXIF says so."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
