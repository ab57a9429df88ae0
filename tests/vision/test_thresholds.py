"""How the thresholds are chosen: on drawn hands, and on the photos of all repositories but one."""

import json
from collections import Counter

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import numpy as np

from scorekeeper.vision import choose
from scorekeeper.vision.reader import NUMBERS, Look
from tests.photos import photo_of
from training import thresholds
from training.thresholds import DRAWN, PHOTOS, Seen, best, leaving_each_out, main, standing

CORNERS = np.array([(50.0, 50), (150, 50), (150, 100), (50, 100)])


def a_photo(repository, tile, shown, agree):
    halves = np.full((2, NUMBERS), 0.001)
    halves[[0, 1], shown] = 0.95
    looks = [Look(CORNERS, 0.9, 0.99, halves, np.array([agree, agree]))]
    return Seen(repository, Counter([tile]), (200, 200), False, looks, looks)


def test_what_ships_is_on_the_ladders_and_each_begins_with_the_strictest():
    for name, rungs in (DRAWN | PHOTOS).items():
        assert getattr(choose, name) in rungs
        assert list(rungs) in (sorted(rungs), sorted(rungs, reverse=True))


def test_thresholds_stand_only_for_a_while():
    shipped = choose.TILE_SURE
    with standing({"TILE_SURE": (0.5,)}, (0.5,)):
        assert choose.TILE_SURE == 0.5
    assert shipped == choose.TILE_SURE


def test_of_equals_the_strictest_is_the_best():
    outcomes = {
        (tile, blank): Counter(sure=3) for tile in DRAWN["TILE_SURE"] for blank in DRAWN["BLANK_FOUND"]
    }
    assert best(outcomes, DRAWN, lambda one: (-one["sure"],)) == (0.95, 0.8)
    outcomes[0.8, 0.7]["sure"] = 4
    assert best(outcomes, DRAWN, lambda one: (-one["sure"],)) == (0.8, 0.7)


def test_a_repository_s_own_photos_have_no_say_in_how_it_is_measured():
    """Halves that views give three quarters are right in one and wrong in the other."""
    photos = [a_photo("right", (6, 4), (6, 4), 0.75), a_photo("wrong", (6, 4), (6, 3), 0.75)]
    turns = leaving_each_out(photos)
    strict, loose = (values[list(PHOTOS).index("HALVES_SURE")] for values, _ in turns.values())
    assert (strict, loose) == (0.9, 0.7)
    assert turns["right"][1] == Counter(photos=1, right=1, found=1)
    assert turns["wrong"][1] == Counter(photos=1, false=1, sure=1, wrong=1, wrong_alone=1)


def test_half_b_is_never_looked_at(tmp_path, capsys, monkeypatch):
    (tmp_path / "a.jpg").write_bytes(photo_of((6, 4), (5, 3)))
    photos = [
        {"repo": f"{part}/dominoes", "file": f"{part.lower()}.jpg", "part": part, "tiles": [[6, 4], [5, 3]]}
        for part in ("A", "B")
    ]
    (tmp_path / "photos.json").write_text(json.dumps(photos))
    monkeypatch.setattr(thresholds, "hands", lambda: iter([a_photo("drawn", (6, 4), (6, 4), 0.95)]))
    main([str(tmp_path / "photos.json"), str(tmp_path), "--hands", "1"])
    drawn, *turns = capsys.readouterr().out.splitlines()
    assert drawn.startswith("drawn: 1 photos, 1 right, 1 found, 0 false, 1 sure, 0 wrong, TILE_SURE 0.95")
    assert [turn.split(":")[0] for turn in turns] == ["A", "all"]
    assert turns[-1] == "all: 1 photos, 1 right, 2 found, 0 false, 1 sure, 0 wrong"


def test_drawn_hands_are_whole():
    one = next(thresholds.hands())
    assert one.group == "drawn"
    assert one.tiles
    assert one.first
