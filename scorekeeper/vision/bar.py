"""The bar between a tile's halves: what lies there tells one tile from two dice that touch.

A tile has a bar that ends before its edges do. Between two dice there is nothing, or a gap, which is widest
where their rounded corners meet.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.shapes import CROP, LONG, MARGIN, Picture

# Of 255: the lightness of a face below which its bar is only engraved, and hardly stands out, less than the
# shine or the next tile that one of its ends may lie beside.
DARK = 70.0
PAINTED = 45.0  # how far, in L*a*b*, a bar on a lighter face stands out at least
# Of what the bar stands out: what its two ends do at most, on average; of a dark face the lesser end.
OPEN_ENDS = 0.5

_TOP, _FOOT = MARGIN, MARGIN + LONG // 2  # of the tile in its cut-out
_MIDDLE = CROP[0] // 2
_BAR = slice(_MIDDLE - 3, _MIDDLE + 4)
_EACH_SIDE = np.r_[_MIDDLE - 7 : _MIDDLE - 4, _MIDDLE + 5 : _MIDDLE + 8]  # between the bar and the first pips
_ALONG_EDGE = np.r_[_MIDDLE - 20 : _MIDDLE - 8, _MIDDLE + 8 : _MIDDLE + 20]


def is_one_piece(crop: Picture) -> bool:
    """Whether what lies between the halves of a cut-out is a tile's bar, and no gap between two things."""
    colours = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float64)
    rows = colours[_TOP + 6 : _FOOT - 6]
    face = np.median(rows[:, _EACH_SIDE], axis=1)
    bar = float(np.median(_apart(rows[:, _BAR], face[:, None]).max(axis=1)))
    ends = _end(colours[_TOP + 1 : _TOP + 4]), _end(colours[_FOOT - 4 : _FOOT - 1])
    if float(np.median(face[:, 0])) < DARK:
        return min(ends) <= OPEN_ENDS * bar
    return bar >= PAINTED and sum(ends) / 2 <= OPEN_ENDS * bar


def _end(rows: NDArray[np.float64]) -> float:
    """How far the bar's end stands out from the tile's edge beside it."""
    edge = np.median(rows[:, _ALONG_EDGE].reshape(-1, 3), axis=0)
    return float(_apart(np.median(rows[:, _BAR][:, 1:6].reshape(-1, 3), axis=0), edge))


def _apart(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(a - b, axis=-1))
