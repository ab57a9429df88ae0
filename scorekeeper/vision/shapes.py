"""Where a tile lies in a picture: its box, its cut-out, and its corners.

A cut-out shows a tile lying from left to right, LONG by LONG / 2 pixels, with a margin round it. A tile's
exact shape in a cut-out is six numbers, nought where it fits exactly: how far its middle, its length and its
width, each a vector, are off, in quarters of a tile's length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]  # 4 x 2: left end's two corners and the right end's, going round

STRIDE = 4  # pixels of the finder's picture to one cell of its answer
LONG = 96  # pixels of a tile's length in a cut-out
MARGIN = 16
CROP = (LONG + 2 * MARGIN, LONG // 2 + 2 * MARGIN)  # pixels across and down
MIDDLE = np.array(CROP) / 2
COARSE = 1.5  # times that a cut-out may shrink the picture it is taken from


@dataclass(frozen=True)
class Box:
    """A tile's middle, its turn in radians, its length and its width, in pixels."""

    x: float
    y: float
    angle: float
    length: float
    width: float


def box_of(corners: Corners) -> Box:
    """The box that fits four corners best."""
    along = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    across = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
    x, y = corners.mean(axis=0)
    angle = float(np.arctan2(along[1], along[0]))
    return Box(float(x), float(y), angle, float(np.hypot(*along)), float(np.hypot(*across)))


def _into_crop(box: Box) -> NDArray[np.float64]:
    """The affine map from the picture into the box's cut-out."""
    scale = LONG / box.length
    cos, sin = np.cos(box.angle) * scale, np.sin(box.angle) * scale
    turn = np.array([[cos, sin], [-sin, cos]])
    return np.column_stack([turn, MIDDLE - turn @ (box.x, box.y)])


def halved(picture: Picture) -> list[Picture]:
    """The picture and ever smaller copies, each half as large as the one before, for `cut` to choose from."""
    sizes = [picture]
    while min(sizes[-1].shape[:2]) >= 2 * LONG:
        height, width = sizes[-1].shape[:2]
        smaller = cv2.resize(sizes[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        sizes.append(cast(Picture, smaller))
    return sizes


def cut(sizes: list[Picture], box: Box) -> Picture:
    """The box's cut-out: CROP pixels, the tile's length lying across.

    It is taken from a copy that is hardly larger than the cut-out, so that fine grain does not turn to noise.
    """
    halvings = int(np.ceil(np.log2(max(1.0, box.length / LONG / COARSE))))
    smaller = sizes[min(halvings, len(sizes) - 1)]
    height, width = sizes[0].shape[:2]
    back = np.diag([width / smaller.shape[1], height / smaller.shape[0], 1.0])
    matrix = _into_crop(box) @ back
    made = cv2.warpAffine(smaller, matrix, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Picture, made)


def shape_in(corners: Corners, box: Box) -> NDArray[np.float64]:
    """The six numbers of a tile's shape in the box's cut-out, nought where the box fits it exactly."""
    matrix = _into_crop(box)
    seen = corners @ matrix[:, :2].T + matrix[:, 2]
    middle = seen.mean(axis=0) - MIDDLE
    along = (seen[1] + seen[2] - seen[0] - seen[3]) / 2 - (LONG, 0)
    across = (seen[3] + seen[2] - seen[0] - seen[1]) / 2 - (0, LONG / 2)
    return np.concatenate([middle, along, across]) / LONG * 4


def corners_from(shape: NDArray[np.float64], box: Box) -> Corners:
    """A tile's corners in the picture, from its six numbers in the box's cut-out."""
    middle, along, across = (shape.reshape(3, 2) * LONG / 4) + [MIDDLE, (LONG, 0), (0, LONG / 2)]
    along, across = along / 2, across / 2
    seen = middle + np.array([-along - across, along - across, along + across, -along + across])
    matrix = _into_crop(box)
    return cast(Corners, (seen - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T)
