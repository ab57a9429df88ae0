"""A tile's box, its cut-out and its corners agree with one another, wherever it lies."""

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.vision.shapes import CROP, LONG, MARGIN, Box, box_of, corners_from, cut, halved, shape_in

boxes = st.builds(
    Box,
    x=st.floats(-50, 900),
    y=st.floats(-50, 900),
    angle=st.floats(-3.1, 3.1),
    length=st.floats(20, 600),
    width=st.just(0.0),
)
shapes = st.lists(st.floats(-0.3, 0.3), min_size=6, max_size=6).map(np.array)


@given(boxes, shapes)
def test_the_six_numbers_of_a_shape_give_its_corners_and_back(box, shape):
    assert shape_in(corners_from(shape, box), box) == pytest.approx(shape, abs=1e-6)


@given(boxes)
def test_a_box_fits_the_corners_of_a_tile_that_lies_exactly_in_it(box):
    found = box_of(corners_from(np.zeros(6), box))
    assert (found.x, found.y, found.length) == pytest.approx((box.x, box.y, box.length), abs=1e-6)
    assert found.width == pytest.approx(box.length / 2)
    assert found.angle == pytest.approx(box.angle, abs=1e-6)


@pytest.mark.parametrize("length", [40, 96, 400])
def test_a_cut_out_shows_the_tile_from_left_to_right_within_its_margin(length):
    picture = np.zeros((900, 900, 3), np.uint8)
    picture[450 - length // 2 : 450, 450 - length // 4 : 450 + length // 4] = (
        0,
        0,
        255,
    )  # the upper half is red
    picture[450 : 450 + length // 2, 450 - length // 4 : 450 + length // 4] = (255, 0, 0)
    crop = cut(halved(picture), Box(450, 450, np.pi / 2, length, length / 2))
    assert crop.shape == (CROP[1], CROP[0], 3)
    middle = CROP[1] // 2
    assert crop[middle, MARGIN + LONG // 4].tolist() == [0, 0, 255]
    assert crop[middle, MARGIN + 3 * LONG // 4].tolist() == [255, 0, 0]
    assert crop[middle, MARGIN // 2].tolist() == [0, 0, 0]
