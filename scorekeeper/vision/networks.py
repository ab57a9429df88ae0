"""The two networks of the package, loaded once in each process and run by OpenCV."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

import cv2


@cache
def _load(name: str) -> cv2.dnn.Net:
    cv2.setNumThreads(1)
    with as_file(files("scorekeeper.vision") / "weights" / name) as path:
        return cv2.dnn.readNetFromONNX(str(path))


def finder() -> cv2.dnn.Net:
    """The network that marks the middles of tiles."""
    return _load("finder.onnx")


def reader() -> cv2.dnn.Net:
    """The network that reads one tile's halves."""
    return _load("reader.onnx")
