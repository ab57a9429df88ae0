"""The reader with the package's own weights, on drawn hands that it was not trained on."""

import os
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib.resources import files

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import cv2
import numpy as np

from scorekeeper.vision import available, read_hand, reading
from scorekeeper.vision.hands import Known, Reading
from scorekeeper.vision.outlines import draw_reading
from scorekeeper.vision.picture import decode
from scorekeeper.vision.reader import look
from tests.photos import photo_of
from tests.vision.no_hands import KINDS, picture_of
from training.scenes import scene, whole

SIZE, LENGTH = 480, 100.0
EVERY = "SCOREKEEPER_EVERY" in os.environ  # in `make test-long`
HANDS, OF_A_KIND = (8, 3) if EVERY else (3, 1)
# Photos that are quickly read, and two of three surely.
QUICK = 1_000_051, 1_000_057, 1_000_080
SEEDS = (*QUICK, 1_000_034, 1_000_043, 1_000_052, 1_000_056, 1_000_082) if EVERY else QUICK
# `make test-long` alone reads what has no dots, or those of a board.
DOTLESS = {"bare_table", "writing", "backs", "peg_board"}
KINDS_READ = [
    pytest.param(kind, marks=pytest.mark.long if kind.__name__ in DOTLESS else (), id=kind.__name__)
    for kind in KINDS
]


@cache
def hands() -> list[tuple[bytes, Counter[tuple[int, int]], Reading]]:
    """Drawn photos of hands, their tiles, and what was read."""
    made = []
    for seed in SEEDS:
        drawn = scene(np.random.default_rng(seed), SIZE, LENGTH)
        if whole(drawn) and len(made) < HANDS:
            sent = cv2.imencode(".jpg", drawn.picture)[1].tobytes()
            tiles = Counter((max(tile.values), min(tile.values)) for tile in drawn.tiles if tile.values)
            made.append((sent, tiles, read_hand(sent)))
    return made


def test_the_weights_are_small():
    folder = files("scorekeeper.vision") / "weights"
    weights = [file for file in folder.iterdir() if file.name.endswith(".onnx")]
    assert sorted(file.name for file in weights) == ["finder.onnx", "reader.onnx"]
    assert sum(len(file.read_bytes()) for file in weights) < 4_000_000
    assert available()


def test_nearly_every_tile_of_a_drawn_hand_is_read():
    truth = sum((tiles for _, tiles, _ in hands()), Counter())
    read = sum(sum((tiles & Counter(t.halves for t in seen.tiles)).values()) for _, tiles, seen in hands())
    assert len(hands()) == HANDS
    assert read >= 0.8 * truth.total()


def test_a_sure_reading_is_right():
    sure = [(tiles, seen) for _, tiles, seen in hands() if seen.sure]
    assert len(sure) >= 2
    for tiles, seen in sure:
        assert Counter(tile.halves for tile in seen.tiles) == tiles


def test_a_photo_in_which_a_tile_was_missed_is_not_sure(monkeypatch):
    """The mirror image, looked at second, shows it."""
    sights = []

    def look_but_miss_one(picture, candidates):
        seen = look(picture, candidates)
        sights.append(seen)
        return seen if len(sights) > 1 else [one for one in seen if 6 in one.halves.argmax(axis=1)]

    monkeypatch.setattr(reading, "look", look_but_miss_one)
    seen = read_hand(photo_of((6, 4), (5, 3)))
    assert [(tile.halves, tile.sure) for tile in seen.tiles] == [((6, 4), True)]
    assert seen.doubts == ("Looked at again, the photo seems to show other tiles.",)


def test_where_somebody_sees_a_tile_it_alone_is_read():
    sent = photo_of((6, 4), (5, 3))
    for known in (Known(), Known(elsewhere=frozenset({(6, 4)}))):
        seen = read_hand(sent, replace(known, spot=(0.566, 0.5)))
        assert [tile.halves for tile in seen.tiles] == [(5, 3)]
    assert read_hand(sent, Known(spot=(0.5, 0.02))).tiles == ()


def test_a_number_above_the_set_is_doubted_and_another_is_offered():
    seen = read_hand(photo_of((9, 4), (5, 5)), Known(highest=6))
    tile = next(tile for tile in seen.tiles if tile.halves != (5, 5))
    assert sorted(tile.doubted) == [False, True]
    assert all(1 <= len(numbers) <= 2 and max(numbers) <= 6 for numbers in tile.likely)


def test_a_photo_in_which_hardly_anything_is_light_is_never_sure():
    drawn = scene(np.random.default_rng(7_001_143), SIZE, LENGTH)
    seen = read_hand(cv2.imencode(".jpg", drawn.picture)[1].tobytes())
    assert [(tile.halves, tile.sure) for tile in seen.tiles] == [((7, 1), True)]
    assert seen.doubts == ("The photo is very dark.",)


def test_a_blank_as_white_as_can_be_is_not_sure():
    """A shine that hides a pip would look the same."""
    sent = photo_of((6, 4), (5, 0))
    overexposed = (decode(sent) * 1.3).clip(0, 255).astype(np.uint8)
    for picture, doubted in ((decode(sent), False), (overexposed, True)):
        seen = read_hand(cv2.imencode(".png", picture)[1].tobytes())
        assert sorted(tile.halves for tile in seen.tiles) == [(5, 0), (6, 4)]
        assert [tile.halves for tile in seen.tiles if any(tile.doubted)] == ([(5, 0)] if doubted else [])


@pytest.mark.long
def test_the_same_photo_is_read_the_same_twice():
    sent, _, seen = hands()[0]
    assert read_hand(sent) == seen


def test_no_tile_is_above_the_set_or_elsewhere_or_twice():
    for sent, _, seen in hands()[: 2 if EVERY else 1]:
        gone = frozenset(tile.halves for tile in seen.tiles[:1])
        repeated = read_hand(sent, Known(highest=6, elsewhere=gone))
        halves = [tile.halves for tile in repeated.tiles]
        assert all(high <= 6 for high, _ in halves)
        assert not gone & set(halves)
        assert len(set(halves)) == len(halves)


@pytest.mark.parametrize("kind", KINDS_READ)
def test_a_picture_without_a_hand_is_never_sure(kind):
    for seed in range(OF_A_KIND):
        seen = read_hand(picture_of(kind, seed))
        assert not seen.sure
        assert seen.doubts


def test_the_drawing_is_the_photo_with_outlines():
    sent, _, seen = hands()[0]
    drawn, photo = decode(draw_reading(sent, seen)), decode(sent)
    assert drawn.shape == photo.shape
    assert not np.array_equal(drawn, photo)
