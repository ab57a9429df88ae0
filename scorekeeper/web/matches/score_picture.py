"""The score of a match as a picture: digits of a domino's pips, as a PNG that a chat shows with a link."""

import struct
import zlib
from collections.abc import Sequence
from math import sqrt

WIDTH, HEIGHT = 1200, 630  # pixels, as chats ask for
_MARGIN = 90  # round the digits
_COLOURS = bytes.fromhex("0b1a16 f3efe4 e5b94a")  # the table, the pips, the winner's
# Three pips wide, five high: a digit of eight for each row.
_SIGNS = {
    "0": "75557",
    "1": "26227",
    "2": "71747",
    "3": "71717",
    "4": "55711",
    "5": "74717",
    "6": "74757",
    "7": "71111",
    "8": "75757",
    "9": "75717",
    "−": "00700",
    "–": "00700",
}


def score_picture(totals: Sequence[int], winner: int | None) -> bytes:
    """The PNG; the winner's total is gold."""
    signs: list[tuple[str, int]] = []
    for side, total in enumerate(totals):
        signs += [("–", 1)] * bool(side)
        signs += [(sign, 2 if side == winner else 1) for sign in str(total).replace("-", "−")]
    pitch = min((WIDTH - 2 * _MARGIN) // (4 * len(signs) - 1), (HEIGHT - 2 * _MARGIN) // 5)
    left, top = (WIDTH - pitch * (4 * len(signs) - 1)) // 2, (HEIGHT - 5 * pitch) // 2
    rows = [bytes(WIDTH)] * HEIGHT
    for y in range(5 * pitch):
        half = int(sqrt(max(0, (0.42 * pitch) ** 2 - (y % pitch + 0.5 - pitch / 2) ** 2)))
        row = bytearray(WIDTH)
        for n, (sign, colour) in enumerate(signs):
            for place in range(3):
                if int(_SIGNS[sign][y // pitch]) & 4 >> place:
                    centre = left + (4 * n + place) * pitch + pitch // 2
                    row[centre - half : centre + half] = bytes([colour]) * (2 * half)
        rows[top + y] = bytes(row)
    return _png(rows)


def _png(rows: Sequence[bytes]) -> bytes:
    size = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    text = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = ((b"IHDR", size), (b"PLTE", _COLOURS), (b"IDAT", text), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
