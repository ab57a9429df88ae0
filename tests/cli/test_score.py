"""``scorekeeper score`` and ``scorekeeper count``, for people and for scripts."""

from __future__ import annotations

import json
import shlex
import sys

import pytest
from click.testing import CliRunner

from scorekeeper.cli.count import count
from scorekeeper.cli.score import score
from scorekeeper.vision.picture import decode
from tests.photos import photo_of
from tests.rules.case_files import vectors


def said(*words, lines=None):
    return CliRunner().invoke(score, list(words), input=lines, catch_exceptions=False)


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("draw --blocked Ann=5 Bob=18 Cy=12", "Ann won: Ann 25 points\n(18 + 12) − 5 = 25\n"),
        ("fives --out Ann 'Bob=5-2 1-0, 6-6'", "Ann won: Ann 20 points\n7 + 1 + 12 = 20\n"),
        ("fives --out Ann Bob=7 Cy=7 --rule round=1", "Ann won: Ann 14 points\n7 + 7 = 14\n"),
        (
            "block --blocked --pairs Ann=10 Bob=1 Cy=9 Dee=19 --rule team_block=lowest_hand --rule draw=no",
            "Bob & Dee won: Bob & Dee 1 game\n1 to 9\n",
        ),
        ("draw --blocked Ann=6 Bob=6", "Nobody wins the round: no points\nlevel on 6: nobody scores\n"),
        ("draw --foul Ann --rule foul=pips Ann=5 Bob=7", "Bob won: Bob 5 points\n5\n"),
        ("draw --foul nobody --rule foul=replayed Ann=5 Bob=7", "Nobody wins the round: no points\n"),
    ],
)
def test_a_round_is_scored_for_people(words, output):
    result = said(*shlex.split(words))
    assert (result.stdout, result.exit_code) == (output, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "draw --blocked --set 9 --boneyard 0 --ends 9,8 Ann=5-5 Bob=1-0",
            "check the hands, the ends and the boneyard.",
        ),
        (
            "draw --blocked --rule deal=7 Ann=18 Bob=11 Cy=5 Di=29",
            "cannot come to 63 pips here, only to an even number: check the hands.",
        ),
        ("draw Ann=4 Bob=5", "somebody is out or the round is blocked"),
        ("draw --blocked Ann", "is not a hand"),
        ("draw --foul Ann Ann=5 Bob=7", "end no round by a foul"),
        ("draw --blocked Ann=x Bob=5", "“x” is not a whole number."),
        ("draw --blocked Ann=5-x Bob=5", "is not a tile"),
        ("draw --blocked Ann=5 Ann=6", "Name each player once."),
        ("draw --blocked Ann=5 Bob=6 --rule riddle=1", "is not a setting"),
        ("draw --blocked Ann=5 Bob=6 --set 7", "Tiles: choose double-six"),
    ],
)
def test_a_faulty_round_is_reported_on_standard_error(words, sentence):
    result = said(*words.split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Name the game: block, draw"),
        ("draw --blocked --out Ann Ann=0 Bob=2", "A round is ended in one way"),
    ],
)
def test_the_game_must_be_named_and_one_end_of_it(words, sentence):
    result = said(*words.split())
    assert (result.exit_code, sentence in result.stderr) == (2, True), result.stderr


def test_nobody_s_name_is_nobody():
    assert "Say whether somebody is out" in said("draw", "--out", "", "Ann=1", "Bob=2").stderr


def test_answers_come_in_the_order_of_the_lines():
    cases = vectors()
    lines = "\n".join(json.dumps(case) for case in cases)
    result = said("--json", lines=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert len(answers) == len(cases)
    for case, answer in zip(cases, answers, strict=True):
        assert answer.get("valid") == case["expected"].get("valid")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"NaN",
        b'{"kind": "rounding", "family": "fives", "input": {"pips": NaN}}',
        b"[" * 100_000,
        b"9" * 5000,
        b"\xff\xfe\x00",
        b'"kind"',
        b"null",
        b'{"kind": "x", "input": {}}',
    ],
    ids=lambda line: repr(line[:40]),
)
def test_a_malformed_line_is_answered_and_so_are_the_others(line):
    sound = b'{"kind": "rounding", "family": "fives", "input": {"pips": 3}}'
    result = said("--json", lines=line + b"\n" + sound + b"\n")
    first, second = map(json.loads, result.stdout.splitlines())
    assert list(first) == ["error"]
    assert second == {"rounded": 5}
    assert result.exit_code == 2


pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "hand.jpg"
    path.write_bytes(photo_of((6, 4), (5, 5), (1, 0)))
    return path


def counted(*words):
    return CliRunner().invoke(count, [str(word) for word in words], catch_exceptions=False)


def test_every_tile_has_its_place_angle_and_confidence_and_is_drawn(photo):
    drawn = photo.with_name("seen.png")
    answer = json.loads(counted(photo, "--set", 6, "--json", "--draw", drawn).output)
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
    words = counted(photo).output
    assert "21 pips" in words
    assert all(tile in words for tile in ("6-4", "5-5", "1-0"))


def test_no_tile_is_above_the_set(tmp_path):
    path = tmp_path / "nines.jpg"
    path.write_bytes(photo_of((9, 9), (6, 1)))
    answer = json.loads(counted(path, "--set", 6, "--json").output)
    assert all(max(tile) <= 6 for tile in answer["tiles"])
    assert answer["sure"] is False


def test_a_file_that_is_no_photo_is_refused_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)  # as if it were not installed
    path = tmp_path / "hand.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    result = counted(path, "--json")
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
    result = counted(photo)
    assert (result.exit_code, "dominoes-scorekeeper[camera]" in result.output) == (1, True)
