"""A phone's photo of a drawn table: lamps, shadows, glare, a tint, blur, noise and JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.textures import Picture, clouds


def shoot(rng: Generator, made: NDArray[np.float32]) -> Picture:
    """The photo of a drawn table."""
    size = made.shape[0]
    made = _lit(rng, np.clip(made, 0, 255), size)
    made *= rng.uniform(0.8, 1.2, 3).astype(np.float32)  # the lamp's colour
    made = _exposed(rng, made)
    made = _blurred(rng, made)
    if rng.random() < 0.7:
        made += rng.normal(0, rng.uniform(0.5, 9), made.shape).astype(np.float32)
    picture = np.clip(made, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))]
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return picture


def _lit(rng: Generator, made: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    if rng.random() < 0.6:  # a lamp to one side
        made = made * (1 + rng.uniform(-0.6, 0.3) * clouds(rng, size, 1, 1, 1)[..., None])
    if rng.random() < 0.25:  # somebody's shadow, or the sun through a window
        corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * size
        mask = np.zeros((size, size), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 14))
        made = made * (1 + rng.uniform(-0.65, 0.8) * mask[..., None])
    if rng.random() < 0.25:  # glare
        mask = np.zeros((size, size), np.float32)
        for _ in range(int(rng.integers(1, 3))):
            middle = tuple(rng.uniform(0, size, 2).tolist())
            shape = (middle, tuple(rng.uniform(0.02, 0.3, 2) * size), rng.uniform(0, 180))
            cv2.ellipse(mask, shape, 1.0, -1)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 25))
        made = made + rng.uniform(20, 200) * mask[..., None]
    return made.astype(np.float32)


def _exposed(rng: Generator, made: NDArray[np.float32]) -> NDArray[np.float32]:
    made = np.clip(made / 255, 0, 2)
    made = made ** np.float32(rng.uniform(0.6, 1.6))
    made = made * rng.uniform(0.25, 1.5) + rng.uniform(-0.04, 0.12)
    if rng.random() < 0.25:
        grey = made.mean(axis=2, keepdims=True)
        made = grey + (made - grey) * rng.uniform(0, 0.9)
    return np.clip(made, 0, 1).astype(np.float32) * 255


def _blurred(rng: Generator, made: NDArray[np.float32]) -> NDArray[np.float32]:
    chance = rng.random()
    if chance < 0.4:
        return cv2.GaussianBlur(made, (0, 0), rng.uniform(0.4, 1.8))
    if chance < 0.5:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        if rng.random() < 0.5:
            np.fill_diagonal(kernel, 1 / length)
        else:
            kernel[length // 2] = 1 / length
        return cv2.filter2D(made, -1, kernel)
    if chance < 0.65:  # taken from a distance and enlarged
        small = cv2.resize(made, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, made.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return made
