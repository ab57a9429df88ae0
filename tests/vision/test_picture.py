"""Uploaded photos: their size is read before they are decoded, and no upload does harm."""

import struct
import zlib

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.vision import picture
from scorekeeper.vision.limits import MOST_BYTES
from scorekeeper.vision.picture import NotAPicture, Size, decode, size_of
from tests.photos import turned_by_exif

GREY = np.full((90, 120, 3), 128, np.uint8)


def encoded(kind, pixels=GREY, *how):
    return cv2.imencode(kind, pixels, list(how))[1].tobytes()


KINDS = {
    "jpeg": encoded(".jpg"),
    "progressive jpeg": encoded(".jpg", GREY, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "png": encoded(".png"),
    "lossy webp": encoded(".webp", GREY, cv2.IMWRITE_WEBP_QUALITY, 80),
    "lossless webp": encoded(".webp", GREY, cv2.IMWRITE_WEBP_QUALITY, 101),
    "webp with alpha": encoded(".webp", np.dstack([GREY, GREY[..., :1]]), cv2.IMWRITE_WEBP_QUALITY, 80),
}


def png_with_size(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize("sent", KINDS.values(), ids=KINDS)
def test_every_kind_of_photo_says_its_size_and_is_decoded(sent):
    assert size_of(sent) == Size(120, 90)
    assert decode(sent).shape == (90, 120, 3)


def test_a_photo_turned_by_its_exif_is_stood_upright():
    assert decode(turned_by_exif(KINDS["jpeg"])).shape == (120, 90, 3)


@pytest.mark.parametrize(("kind", "longest"), [(".jpg", 5000), (".jpg", 2400), (".png", 2400)])
def test_a_large_photo_is_shrunk(kind, longest):
    made = decode(encoded(kind, np.zeros((longest // 2, longest, 3), np.uint8)))
    assert made.shape == (800, 1600, 3)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"", "not a photo"),
        (b"GIF89a" + bytes(50), "not a photo"),
        (b"<svg/>", "not a photo"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
        (b"\xff\xd8", "damaged"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 40, "damaged"),
        (KINDS["jpeg"][:-300][:250], "damaged"),
        (png_with_size(100, 100), "damaged"),
        (png_with_size(50_000, 50_000), "million pixels"),
        (png_with_size(10, 10), "smaller"),
        (bytes(MOST_BYTES + 1), "larger"),
    ],
    ids=[
        "empty",
        "gif",
        "svg",
        "heic",
        "cut short",
        "no frame",
        "half a header",
        "no pixels",
        "bomb",
        "speck",
        "huge",
    ],
)
def test_a_file_that_is_no_photo_is_refused_with_a_sentence(sent, said):
    with pytest.raises(NotAPicture, match=said):
        decode(sent)


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_a_mangled_photo_is_read_or_refused(kind, data):
    sent = bytearray(KINDS[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        sent[data.draw(st.integers(0, len(sent) - 1))] = data.draw(st.integers(0, 255))
    sent = sent[: data.draw(st.integers(0, len(sent)))]
    try:
        made = decode(bytes(sent))
    except NotAPicture:
        return
    assert made.ndim == 3
    assert max(made.shape[:2]) <= picture.WORKED_ON
