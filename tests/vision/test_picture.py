"""Uploaded photos: their size is read before they are decoded, and no upload does harm."""

import base64
import struct
import sys
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


# 2000 by 1500 pixels, red on the left and blue on the right; no library of the tests writes one.
HEIC = zlib.decompress(
    base64.b85decode(
        "c-muNV30{GsVvAy%}izhg51nBLl8SRGck>UfiWUCwIq=N0u(b+a*CjAhJwuG5(YG&l$nzcHpIn&fe{FSfUyQbGcYh)0SV>I%"
        ")B%(7bGeQ<fJk|c^PHNh9D+iL1sxVT*-~hf}#Q-y)&~QIUh(@0hKv3GJ}LBfE7*q!0_kqj~@&S{LBeJ9TE<VJdFSUgA_1>R4"
        "{|kv|UUNi9ktRCq_mznFY)*8pPZ0MXyv@wsQwZhJgZ5lo>=YC?)}Qu)8oGEZUId0JKOrIX|Z;FFB_ID9p>i)&LX|$t*5Nh4_"
        "yB0s{l<9Uw!XAhRM9>|YKJ4j?6-S&$10Kwy}#G%_)>041GrQxbvU$84s-xSmDe;Pb^Ut(>2qpO>?#`1tsEKbX4kr_$o}|DO~"
        "3&mV}<I+FiJc;>}BT!~3(P^U96GjcRI{{ErAW&J1K$?I0|TV314lDdAK{p7REXTND~j7{c%s{|o&f#omWu_YX}MH01CU4WuS"
        "C1EnJ$pI9hF5U(de%^t06g~qplR*=T2;*)v1q{{YsMfTj8p*(!_Xb6P_Xn!H&c+WY0+y)8G4ybv^6#RW&uDTT#ZQc9QKe5kK"
        "~c}Fh9b@Me+vqq1&zDVABE4Fg3A3e8HLY22ZhUVb~Os0s{)0~y#h5P_%l$s-DN0zp$jNn5i<p}6oAV0u|eUBp$4+lp<AfRC!"
        "lcU{`#QsrBMx63EG8fngI$|>t7qHbN~w1aD^QTU*iEZsfmH<wG99<F{VN"
    )
)

MANGLED = KINDS | {"heic": HEIC}


def png_with_size(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize("sent", KINDS.values(), ids=KINDS)
def test_every_kind_of_photo_says_its_size_and_is_decoded(sent):
    assert size_of(sent) == Size(120, 90)
    assert decode(sent).shape == (90, 120, 3)


def test_a_heic_photo_is_read_too():
    assert size_of(HEIC) == Size(2000, 1500)
    made = decode(HEIC)
    assert made.shape == (1200, 1600, 3)
    left, right = (made[:, half].mean((0, 1)).round(-2).tolist() for half in (slice(800), slice(800, None)))
    assert (left, right) == ([0, 0, 200], [200, 0, 0])


def test_without_its_library_a_heic_photo_is_refused_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)  # as if it were not installed
    with pytest.raises(NotAPicture, match="HEIC photo, which cannot be read here"):
        decode(HEIC)


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
        (b"\0\0\0\x18ftypheic" + bytes(40), "damaged"),
        (HEIC[:-40], "damaged"),
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
        "empty heic",
        "heic cut short",
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


@given(st.sampled_from(sorted(MANGLED)), st.data())
def test_a_mangled_photo_is_read_or_refused(kind, data):
    sent = bytearray(MANGLED[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        sent[data.draw(st.integers(0, len(sent) - 1))] = data.draw(st.integers(0, 255))
    sent = sent[: data.draw(st.integers(0, len(sent)))]
    try:
        made = decode(bytes(sent))
    except NotAPicture:
        return
    assert made.ndim == 3
    assert max(made.shape[:2]) <= picture.WORKED_ON
