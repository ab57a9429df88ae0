"""Pictures without a hand: tables, writing, dice, cards, backs of tiles and other things with dots."""

from collections.abc import Callable
from itertools import product

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from training.layouts import outline
from training.pips import spots
from training.scenes import paste
from training.textures import table

WIDTH, HEIGHT = 400, 300
SIDE = 60  # pixels of a die, of half a tile's length
Drawing = NDArray[np.float32]


def bare_table(rng: Generator) -> Drawing:
    return table(rng, WIDTH)[:HEIGHT].copy()


def _write(made: Drawing, text: str, at: tuple[int, int], ink: tuple[int, ...], font: int = 0) -> None:
    """OpenCV draws text on integer images only, so it goes through a mask."""
    mask = np.zeros(made.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, 0.8, 255, 2)
    made[mask > 0] = ink


def writing(rng: Generator) -> Drawing:
    made = np.full((HEIGHT, WIDTH, 3), rng.uniform(190, 255), np.float32)
    for y in range(30, HEIGHT, 70):
        line = "".join(chr(int(c)) for c in rng.integers(48, 123, 24))
        _write(made, line, (10, y), (20, 20, 20), int(rng.integers(0, 8)))
    return made


def dice(rng: Generator) -> Drawing:
    made = bare_table(rng)
    for place in _places(rng):
        turn = rng.uniform(0, np.pi)
        paste(made, _die(rng, rng.uniform(190, 255, 3)), _square(place, turn))
    return made


def touching_dice(rng: Generator) -> Drawing:
    """One to four pairs of like dice side by side, sharp or rounded, with or without a gap between them."""
    made = bare_table(rng)
    dark = rng.random() < 0.3
    shade = rng.uniform(10, 60, 3) if dark else rng.uniform(190, 255, 3)
    radius, gap = int(rng.integers(0, 13)), max(0.0, rng.uniform(-2, 4))
    for place in _places(rng)[:4]:
        turn = rng.uniform(0, np.pi)
        step = np.array([np.cos(turn), np.sin(turn)]) * (0.75 * SIDE + gap) / 2
        for one in (place + step, place - step):
            face = _die(rng, shade, ink=235 if dark else 25, radius=radius)
            paste(made, face, _square(one, turn + rng.normal(0, 0.01), 0.75 * SIDE))
    return made


def _square(middle: ArrayLike, turn: float, side: float = SIDE) -> Drawing:
    return np.asarray(outline(np.array([0, 0, turn]), 1.0) * side + middle, np.float32)


def _places(rng: Generator) -> list[tuple[int, int]]:
    places = [(90 * column + 60, 95 * row + 60) for column, row in product(range(4), range(3))]
    return [places[n] for n in rng.permutation(len(places))[: int(rng.integers(3, 7))]]


def _die(rng: Generator, shade: Drawing, ink: int = 25, radius: int = 0) -> Drawing:
    face = np.full((SIDE, SIDE, 4), (*shade, 1.0), np.float32)
    mask = np.zeros((SIDE, SIDE), np.float32)
    cv2.rectangle(mask, (radius, radius), (SIDE - 1 - radius, SIDE - 1 - radius), 1, -1)
    face[..., 3] = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))
    for across, down in spots(int(rng.integers(1, 7)), rng):
        middle = (round(SIDE / 2 * (1 + 0.55 * across)), round(SIDE / 2 * (1 + 0.55 * down)))
        cv2.circle(face, middle, 5, (ink, ink, ink, 1), -1, cv2.LINE_AA)
    return face


def cards(rng: Generator) -> Drawing:
    """Two or three playing cards: dots in rows with a number in the corners, and no bar between halves."""
    made = bare_table(rng)
    for n in range(int(rng.integers(2, 4))):
        face = np.full((150, 105, 4), (250, 250, 250, 1), np.float32)
        ink = (30, 30, 200, 1) if rng.random() < 0.5 else (20, 20, 20, 1)
        count = int(rng.integers(2, 11))
        _write(face, str(count), (4, 20), ink)
        for pip in range(count):
            x, y = 35 + 35 * (pip % 2), 28 + 24 * (pip // 2)
            cv2.fillPoly(face, [np.array([(x, y - 9), (x + 7, y), (x, y + 9), (x - 7, y)])], ink, cv2.LINE_AA)
        lying = outline(np.array([0, 0, rng.normal(0, 0.3)]), 150 / 105) * 105
        paste(made, face, np.add(lying, (75 + 125 * n, 150)))
    return made


def backs(rng: Generator) -> Drawing:
    made = bare_table(rng)
    shade = (*rng.uniform(20, 240, 3), 1.0)
    for n in range(4):
        face = np.full((SIDE, 2 * SIDE, 4), shade, np.float32)
        cv2.rectangle(face, (2, 2), (2 * SIDE - 3, SIDE - 3), tuple(0.8 * v for v in shade[:3]), 2)
        face[..., 3] = 1
        paste(
            made,
            face,
            outline(np.array([0, 0, np.pi / 2 + rng.normal(0, 0.05)])) * 2 * SIDE + (60 + 90 * n, 150),
        )
    return made


def peg_board(rng: Generator) -> Drawing:
    made = bare_table(rng)
    step = int(rng.integers(14, 34))
    for x, y in product(range(step, WIDTH, step), range(step, HEIGHT, step)):
        cv2.circle(made, (x, y), step // 5, (20, 20, 20), -1, cv2.LINE_AA)
    return made


KINDS: tuple[Callable[[Generator], Drawing], ...] = (
    bare_table, writing, dice, touching_dice, cards, backs, peg_board
)  # fmt: skip


def picture_of(kind: Callable[[Generator], Drawing], seed: int) -> bytes:
    """A JPEG of one of the kinds, a little out of focus."""
    made = cv2.GaussianBlur(kind(np.random.default_rng(seed)), (0, 0), 0.8)
    return cv2.imencode(".jpg", np.clip(made, 0, 255).astype(np.uint8))[1].tobytes()
