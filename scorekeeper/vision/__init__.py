"""Reading a hand of tiles from a photo.

Everything goes through `read_hand`; it needs the extra `dominoes-scorekeeper[camera]`, and `available` says
whether that is installed. Nothing here keeps a picture, writes a file or depends on the web, and keeping a
score needs nothing of it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from scorekeeper.vision.hands import Known, Reading, SeenTile, Tile

__all__ = ["NEEDS", "Known", "Reading", "SeenTile", "Tile", "available", "read_hand"]

NEEDS = "Reading photos needs the extra: pip install 'dominoes-scorekeeper[camera]'."
_WEIGHTS = Path(__file__).parent / "weights"  # in a checkout, or by the package dominoes-scorekeeper-camera


def available() -> bool:
    """Whether what reads photos is installed: OpenCV and the weights."""
    return find_spec("cv2") is not None and _WEIGHTS.is_dir()


def read_hand(sent: bytes, known: Known | None = None) -> Reading:
    """The tiles of the photo that a file's bytes hold; picture.NotAPicture where they hold none."""
    from scorekeeper.vision.reading import read_picture  # OpenCV is loaded when a photo comes, not before

    return read_picture(sent, known or Known())
