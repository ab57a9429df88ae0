"""Candidates before they are chosen among: each tile once, and as long as the photo's tiles are."""

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import numpy as np

from scorekeeper.vision import reader
from scorekeeper.vision.reader import ANSWERS, NUMBERS, Look, _each_once, _of_usual_length, _touching
from scorekeeper.vision.shapes import Box, box_of, corners_from


def seen(x, length=100.0, chance=0.99):
    """A candidate lying from left to right about (x, 100), each of its halves a six."""
    halves = np.full((2, NUMBERS), 0.001)
    halves[:, 6] = chance
    corners = corners_from(np.zeros(6), Box(x, 100.0, 0.0, length, length / 2))
    return Look(corners, 0.9, 0.99, halves, np.array([chance, chance]))


def places(looks):
    boxes = [box_of(look.corners) for look in looks]
    return [(round(box.x), round(box.length)) for box in boxes]


def test_one_tile_looked_at_twice_is_kept_once():
    assert places(_each_once([seen(100), seen(104, 96), seen(205)])) == [(100, 100), (205, 100)]


def test_something_small_inside_a_tile_hides_no_tile():
    assert places(_each_once([seen(120, 45), seen(100)])) == [(120, 45), (100, 100)]


def test_a_candidate_that_reaches_into_the_next_tile_is_cut_to_length_from_either_end():
    looks = [seen(100), seen(300), seen(510, 120, chance=0.6)]
    assert places(_of_usual_length(looks)) == [(500, 100), (520, 100)]


def test_one_that_leaves_a_part_of_its_tile_out_is_made_longer():
    looks = [seen(100), seen(300), seen(510, 80, chance=0.6)]
    assert places(_of_usual_length(looks)) == [(520, 100), (500, 100)]


def test_where_a_tile_of_that_length_was_read_already_no_other_is_made():
    looks = [seen(100), seen(501), seen(510, 120, chance=0.6)]
    assert places(_of_usual_length(looks)) == [(520, 100)]


@pytest.mark.parametrize("length", [95, 108, 170, 50])
def test_what_is_nearly_as_long_or_far_from_it_stays_as_it_is(length):
    assert _of_usual_length([seen(100), seen(300), seen(500, length, chance=0.6)]) == []


def test_where_nothing_is_clearly_read_no_length_is_usual():
    assert _of_usual_length([]) == []
    assert _of_usual_length([seen(100, chance=0.5), seen(300, 120, chance=0.5)]) == []


@pytest.fixture
def asked(monkeypatch):
    """The boxes that the network is asked about; it sees a tile, six and six, about (200, 100) alone."""
    asked = []

    def answers(_sizes, boxes):
        asked.extend(boxes)
        made = np.full((len(boxes), ANSWERS), -9.0)
        for answer, box in zip(made, boxes, strict=True):
            if abs(box.x - 200) < 5 and abs(box.y - 100) < 5 and abs(np.sin(box.angle)) < 0.1:
                answer[[0, 7 + 6, 7 + NUMBERS + 6]] = 9.0
        return made

    monkeypatch.setattr(reader, "_answers", answers)
    return asked


def test_where_one_lies_half_on_another_the_tiles_that_touch_either_are_looked_for(asked):
    made = _touching([], [seen(100), seen(152)])
    assert places(made) == [(200, 100)]
    assert [look.found for look in made] == [0]
    assert len(asked) <= 24


@pytest.mark.parametrize(
    "looks",
    [[], [seen(100), seen(205)], [seen(100), seen(152, chance=0.5)], [seen(100), seen(190, 200)]],
    ids=["nothing", "side by side", "hardly read", "much longer"],
)
def test_where_none_lies_half_on_another_nothing_more_is_looked_for(asked, looks):
    assert _touching([], looks) == []
    assert asked == []


def test_a_table_full_of_tiles_half_on_one_another_is_looked_at_within_a_bound(asked):
    _touching([], [seen(50 * n) for n in range(60)])
    assert len(asked) == reader.ALONGSIDE
