"""Photos of hands, drawn: ivory tiles with black pips on a plain green table, in good light."""

import cv2
import numpy as np

from training.faces import MOST_PIPS, Style, draw_face
from training.layouts import outline
from training.scenes import paste

LENGTH = 150  # pixels of a tile
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
    made[:] = (60, 95, 45)
    made += rng.normal(0, 4, made.shape).astype(np.float32)
    for at, halves in enumerate(tiles):
        place = np.array([LENGTH * 1.25 + at * step, 1.5 * LENGTH, turn])
        corners = outline(np.array([0, 0, turn])) * LENGTH + place[:2]
        paste(made, draw_face(rng, LOOK, halves, round(1.25 * LENGTH)), corners)
    picture = np.clip(cv2.GaussianBlur(made, (0, 0), 0.8), 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()
