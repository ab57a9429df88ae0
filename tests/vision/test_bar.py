"""A dark tile's bar is only engraved: one of its ends may lie beside something bright."""

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import numpy as np

from scorekeeper.vision.bar import is_one_piece
from scorekeeper.vision.shapes import CROP, MARGIN

MIDDLE = CROP[0] // 2


def cut_out(face, bar, *bright_ends):
    """A cut-out of this lightness with a bar of that, and of its ends those in the rows given are bright."""
    made = np.full((*CROP[::-1], 3), face, np.uint8)
    made[MARGIN + 5 : -MARGIN - 5, MIDDLE - 1 : MIDDLE + 2] = bar
    for row in bright_ends:
        made[row : row + 6, MIDDLE - 3 : MIDDLE + 4] = 200
    return made


TOP, FOOT = MARGIN - 1, CROP[1] - MARGIN - 5


def test_a_dark_tile_may_have_one_end_of_its_bar_beside_something_bright():
    assert is_one_piece(cut_out(30, 45))
    assert is_one_piece(cut_out(30, 45, TOP))
    assert is_one_piece(cut_out(30, 45, FOOT))


def test_where_both_ends_stand_out_there_is_a_gap():
    assert not is_one_piece(cut_out(30, 45, TOP, FOOT))


def test_on_a_light_face_the_bar_is_painted():
    assert is_one_piece(cut_out(220, 30))
    assert not is_one_piece(cut_out(220, 200))
