"""``scorekeeper count``: the tiles of a photo, for people and for scripts."""

import json
import sys

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

from click.testing import CliRunner

from scorekeeper.cli.count import count
from scorekeeper.vision.picture import decode
from tests.photos import photo_of


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "hand.jpg"
    path.write_bytes(photo_of((6, 4), (5, 5), (1, 0)))
    return path


def said(*words):
    return CliRunner().invoke(count, [str(word) for word in words], catch_exceptions=False)


def test_every_tile_has_its_place_angle_and_confidence_and_is_drawn(photo):
    drawn = photo.with_name("seen.png")
    answer = json.loads(said(photo, "--set", 6, "--json", "--draw", drawn).output)
    assert sorted(answer["tiles"]) == [[1, 0], [5, 5], [6, 4]]
    assert answer["sure"] is (answer["doubts"] == [])
    assert (answer["pips"], answer["width"], answer["height"]) == (21, 705, 450)
    for seen, tile in zip(answer["seen"], answer["tiles"], strict=True):
        x, y = seen["place"]
        assert seen["tile"] == tile
        assert 0 < x < 705
        assert y == pytest.approx(225, abs=10)  # they stand side by side
        assert seen["angle"] == pytest.approx(80.2, abs=5)  # turned by 1.4 radians
        assert 0.5 < seen["confidence"] <= 1
    assert drawn.read_bytes()[1:4] == b"PNG"
    assert decode(drawn.read_bytes()).shape == (450, 705, 3)


def test_people_are_told_tiles_and_sum(photo):
    words = said(photo).output
    assert "21 pips" in words
    assert all(tile in words for tile in ("6-4", "5-5", "1-0"))


def test_no_tile_is_above_the_set(tmp_path):
    path = tmp_path / "nines.jpg"
    path.write_bytes(photo_of((9, 9), (6, 1)))
    answer = json.loads(said(path, "--set", 6, "--json").output)
    assert all(max(tile) <= 6 for tile in answer["tiles"])
    assert answer["sure"] is False


def test_a_file_that_is_no_photo_is_refused_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)  # as if it were not installed
    path = tmp_path / "hand.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    result = said(path, "--json")
    assert (result.exit_code, result.output) == (
        1,
        "Error: That is a HEIC photo, which cannot be read here: send a JPEG.\n",
    )


@pytest.mark.parametrize("missing", ["OpenCV", "the weights"])
def test_without_the_extra_it_says_what_to_install(photo, monkeypatch, missing):
    if missing == "OpenCV":
        monkeypatch.setitem(sys.modules, "cv2", None)  # as if it were not installed
    else:
        monkeypatch.setattr("scorekeeper.vision._WEIGHTS", photo.with_name("none"))
    result = said(photo)
    assert (result.exit_code, "dominoes-scorekeeper[camera]" in result.output) == (1, True)
