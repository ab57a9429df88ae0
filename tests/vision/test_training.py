"""`make vision` in miniature: it draws, trains both networks, and writes weights that the reader can load."""

import pytest

pytest.importorskip("torch", reason="the group vision (torch, onnx) is not installed")
pytest.importorskip("onnx", reason="the group vision (torch, onnx) is not installed")

import cv2
import numpy as np

from scorekeeper.vision.reader import ANSWERS
from scorekeeper.vision.shapes import CROP, STRIDE
from training.__main__ import main
from training.networks import FINDER_ANSWERS


def test_a_short_run_writes_weights_of_the_reader_s_shape(tmp_path):
    main(["--chunks", "2", "1", "--scenes", "6", "--steps", "21", "21",
          "--drawn", str(tmp_path / "drawn"), "--into", str(tmp_path)])  # fmt: skip
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["0000.npz", "0001.npz"]
    finder, reader = (
        cv2.dnn.readNetFromONNX(str(tmp_path / f"{name}.onnx")) for name in ("finder", "reader")
    )
    finder.setInput(np.zeros((1, 3, 160, 96), np.float32))
    assert finder.forward().shape == (1, FINDER_ANSWERS, 160 // STRIDE, 96 // STRIDE)
    reader.setInput(np.zeros((3, 3, *CROP[::-1]), np.float32))
    assert reader.forward().shape == (3, ANSWERS)
