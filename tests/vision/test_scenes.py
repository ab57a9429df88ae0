"""The drawn scenes are labelled correctly: every tile lies where its label says."""

from itertools import combinations

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import cv2
import numpy as np

from scorekeeper.vision.shapes import STRIDE, Box, box_of, corners_from
from training.faces import draw_face, style
from training.layouts import lay, outline
from training.pips import spots
from training.samples import CELLS, NO_TILE, SHRUNK, draw, finder_sample, tile_samples

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
