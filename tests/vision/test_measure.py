"""How good the camera is, counted over photos whose tiles are known."""

import json
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import cv2
import numpy as np

from scorekeeper.vision.picture import decode
from tests.photos import photo_of
from training import measure

LISTED = json.loads((Path(measure.__file__).parent / "photos.json").read_text())


def test_every_listed_photo_is_listed_once_with_tiles_that_there_are():
    assert len({(photo["repo"], photo["commit"], photo["path"]) for photo in LISTED}) == len(LISTED)
    parts = [photo["part"] for photo in LISTED]
    assert [parts.count(part) for part in ("tuned", "A", "B")] == [80, 67, 59]
    assert all(12 >= high >= low >= 0 for photo in LISTED for high, low in photo["tiles"])
    assert all(photo["tiles"] for photo in LISTED)


def test_photos_are_read_from_a_clone_and_a_bitmap_as_a_phone_would_send_it(tmp_path, capsys):
    clone = tmp_path / "somebody" / "dominoes"
    clone.mkdir(parents=True)
    sent = photo_of((6, 4), (5, 3))
    (clone / "a.jpg").write_bytes(sent)
    (clone / "b.bmp").write_bytes(cv2.imencode(".bmp", decode(sent))[1].tobytes())
    git = ["git", "-C", str(clone), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for act in (["init", "-q"], ["add", "."], ["commit", "-qm", "Photos"]):
        subprocess.run([*git, *act], check=True)
    photos = [
        {"repo": "somebody/dominoes", "commit": "HEAD", "path": name, "part": part, "tiles": tiles}
        for name, part, tiles in (("a.jpg", "A", [[6, 4], [5, 3]]), ("b.bmp", "B", [[6, 4], [5, 2]]))
    ]
    (tmp_path / "photos.json").write_text(json.dumps(photos))
    assert measure.photo(photos[0], tmp_path) == sent
    assert np.abs(decode(measure.photo(photos[1], tmp_path)).astype(int) - decode(sent)).mean() < 2
    measure.main([str(tmp_path / "photos.json"), str(tmp_path), "--part", "B"])
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].startswith("| all | 1 | 0 | 1 of 2 | 1 | ")
    assert said.err.startswith("b.bmp: ")
