"""From a file's bytes to a picture: its declared size is checked before anything is decoded."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from scorekeeper.vision.limits import LEAST_SIDE, MOST_BYTES, MOST_PIXELS
from scorekeeper.vision.picture_error import NotAPicture
from scorekeeper.vision.shapes import Picture

if TYPE_CHECKING:
    from pi_heif import HeifFile

__all__ = ["NotAPicture", "Size", "decode", "size_of"]

WORKED_ON = 1600  # pixels of the longest side that tiles are read at
REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}
# A JPEG's frame headers: all but the tables DHT, JPG and DAC that share their numbers.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
HEIF_BRANDS = frozenset((b"heic", b"heix", b"hevc", b"mif1", b"msf1"))  # as a file of a phone names itself
BROKEN_HEIF = (ValueError, EOFError, RuntimeError, SyntaxError, LookupError)  # what its library says of one
BARE = frozenset((0x01, *range(0xD0, 0xD9)))  # markers that nothing follows


@dataclass(frozen=True)
class Size:
    """The width and height that a file declares, in pixels."""

    width: int
    height: int

    @property
    def longest(self) -> int:
        """The longer of the two sides, in pixels."""
        return max(self.width, self.height)


def decode(sent: bytes) -> Picture:
    """The picture turned upright, no side over WORKED_ON pixels; NotAPicture where that cannot be."""
    if len(sent) > MOST_BYTES:
        raise NotAPicture(f"That photo is larger than {MOST_BYTES // 2**20} MB.")
    size = size_of(sent)
    if size.width * size.height > MOST_PIXELS:
        raise NotAPicture(f"That photo has more than {MOST_PIXELS // 10**6} million pixels.")
    if min(size.width, size.height) < LEAST_SIDE:
        raise NotAPicture(f"That photo is smaller than {LEAST_SIDE} pixels.")
    return _shrunk(_decoded(sent, size))


def _shrunk(picture: Picture) -> Picture:
    shrink = WORKED_ON / max(picture.shape[:2])
    if shrink >= 1:
        return picture
    return cast(Picture, cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))


def _is_heif(sent: bytes) -> bool:
    return sent[4:8] == b"ftyp" and sent[8:12] in HEIF_BRANDS


def _opened(sent: bytes) -> tuple[HeifFile, Size]:
    """A HEIC photo, of which nothing is decoded yet, and its size."""
    try:
        import pi_heif  # most photos come as JPEG
    except ImportError as error:
        raise NotAPicture("That is a HEIC photo, which cannot be read here: send a JPEG.") from error
    try:
        opened = pi_heif.open_heif(BytesIO(sent), bgr_mode=True)
        return opened, Size(*opened.size)
    except BROKEN_HEIF as error:
        raise NotAPicture("That photo is damaged.") from error


def _from_heif(sent: bytes) -> Picture:
    opened, _ = _opened(sent)
    try:
        return np.asarray(opened)[..., :3].copy()  # the memory goes with what was opened
    except BROKEN_HEIF as error:
        raise NotAPicture("That photo is damaged.") from error


def _decoded(sent: bytes, size: Size) -> Picture:
    if _is_heif(sent):
        return _from_heif(sent)
    reduced = max((step for step in REDUCED if size.longest / step >= WORKED_ON), default=1)
    how = REDUCED[reduced] if sent[:2] == b"\xff\xd8" and reduced > 1 else cv2.IMREAD_COLOR
    try:
        made = cv2.imdecode(np.frombuffer(sent, np.uint8), how)
    except cv2.error as error:
        raise NotAPicture("That photo is damaged.") from error
    if made is None:
        raise NotAPicture("That photo is damaged.")
    return cast(Picture, made)


def size_of(sent: bytes) -> Size:
    """What the file says its size is: a JPEG, a PNG, a WebP or a HEIC, nothing else."""
    try:
        if sent[:2] == b"\xff\xd8":
            return _jpeg(sent)
        if sent[:8] == b"\x89PNG\r\n\x1a\n" and sent[12:16] == b"IHDR":
            return Size(*struct.unpack(">II", sent[16:24]))
        if sent[:4] == b"RIFF" and sent[8:12] == b"WEBP":
            return _webp(sent)
    except (struct.error, IndexError) as error:
        raise NotAPicture("That photo is damaged.") from error
    if _is_heif(sent):
        return _opened(sent)[1]
    raise NotAPicture("That is not a photo that can be read: send a JPEG, PNG or WebP.")


def _jpeg(sent: bytes) -> Size:
    """The first frame header's size, found by stepping from marker to marker."""
    at = 2
    while True:
        while sent[at] != 0xFF:
            at += 1
        while sent[at] == 0xFF:
            at += 1
        marker = sent[at]
        at += 1
        if marker in FRAMES:
            height, width = struct.unpack(">HH", sent[at + 3 : at + 7])
            return Size(width, height)
        if marker not in BARE:
            at += max(2, struct.unpack(">H", sent[at : at + 2])[0])


def _webp(sent: bytes) -> Size:
    kind = sent[12:16]
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(sent[at : at + 3], "little") for at in (24, 27))
        return Size(width, height)
    if kind == b"VP8L":
        bits = int.from_bytes(sent[21:25], "little")
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack("<HH", sent[26:30])
    return Size(width & 0x3FFF, height & 0x3FFF)
