"""Drawn scenes are labelled correctly, and a tile's box, cut-out and corners agree wherever it lies."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.vision.shapes import (
    CROP,
    LONG,
    MARGIN,
    STRIDE,
    Box,
    box_of,
    corners_from,
    cut,
    halved,
    shape_in,
)
from training.faces import draw_face, style
from training.layouts import lay, outline
from training.pips import spots
from training.samples import CELLS, NO_TILE, SHRUNK, draw, finder_sample, tile_samples

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")


SEEDS = range(12)


@pytest.fixture(scope="module")
def scenes():
    return [draw(np.random.default_rng(seed)) for seed in SEEDS]


@pytest.mark.parametrize("value", range(13))
def test_a_half_has_as_many_pips_as_it_is_worth_none_on_another(value):
    for seed in SEEDS:
        places = spots(value, np.random.default_rng(seed))
        assert len(places) == value
        assert all(-1 <= c <= 1 for place in places for c in place)
        if value not in (2, 3):
            assert all(np.hypot(a[0] - b[0], a[1] - b[1]) > 0.5 for a, b in combinations(places, 2))


def test_no_two_tiles_of_a_layout_overlap():
    for seed in range(40):
        places = lay(np.random.default_rng(seed), 9)
        shapes = [outline(place, 0.48).astype(np.float32) for place in places]
        for a, b in combinations(shapes, 2):
            area, _ = cv2.intersectConvexConvex(a, b)
            assert area < 0.04


def test_a_tile_s_pips_are_where_its_halves_are():
    """A face with pips on one half differs from a blank one on that half alone."""
    look = style(np.random.default_rng(4))
    blank, left = (draw_face(np.random.default_rng(5), look, halves, 200) for halves in ((0, 0), (9, 0)))
    changed = np.abs(blank - left)[..., :3].max(axis=(0, 2))
    assert changed[:100].max() > 20
    assert changed[115:].max() < 1


def test_scenes_hold_tiles_face_up_and_down_and_some_hold_none(scenes):
    more = [draw(np.random.default_rng(100 + seed)) for seed in range(20)]
    tiles = [tile for scene in (*scenes, *more) for tile in scene.tiles]
    assert any(not scene.tiles for scene in more)
    assert any(tile.values is None for tile in tiles)
    assert {value for tile in tiles if tile.values for value in tile.values} == set(range(13))


def test_the_finders_target_marks_every_whole_tiles_middle(scenes):
    for scene in scenes:
        _, planes = finder_sample(scene)
        assert planes.shape[1:] == (CELLS, CELLS)
        for y, x in zip(*np.nonzero(planes[0] == 1), strict=True):
            dx, dy = (float(planes[plane, y, x]) for plane in (2, 3))
            place = np.array([x + 0.5 + dx, y + 0.5 + dy]) * STRIDE / SHRUNK
            assert min(np.hypot(*(place - tile.corners.mean(axis=0))) for tile in scene.tiles) < 2


def test_a_cut_out_s_shape_leads_back_to_a_tile(scenes):
    """Drawn anew from its shape, a sample's tile lies where one of the scene does, its halves in order."""
    crop = Box(64, 40, 0.0, 96.0, 48.0)
    for seed, scene in enumerate(scenes):
        for sample in tile_samples(np.random.default_rng(seed), scene):
            if sample.values[0] == NO_TILE:
                continue
            lain = box_of(corners_from(sample.shape.astype(float), crop))
            assert abs(lain.x - 64) < 20
            assert abs(lain.y - 40) < 20
            assert abs(np.sin(lain.angle)) < 0.5
            assert np.cos(lain.angle) > 0


pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")


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
