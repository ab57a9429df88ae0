"""Compression of answers with gzip, so that no length tells a secret (BREACH).

A cached page contains secrets of one phone (the CSRF token in its forms, the keys of its acts) between long
parts that are the same for everybody. Only those parts are compressed, each once however often it is sent;
the secrets stay uncompressed between them, so that the length reveals nothing about them.
"""

import gzip
import secrets
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request
from werkzeug.security import safe_join

_RAW = -15  # a deflate stream without a header, window of 32 kB
_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # gzip, no name, no time, system unknown
_NAMED_HEAD = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"  # the same, and a name follows
_END = b"\x03\x00"  # the empty last block
_SMALLEST = 1_000  # bytes worth compressing
_MOST_HIDDEN = 100  # bytes of a header that hides a page's length
_COMPRESSIBLE = {
    *("text/html", "text/csv", "text/calendar", "text/javascript", "application/atom+xml"),
    *("application/json", "application/problem+json", "application/manifest+json"),
}
_TEXTS = (".css", ".js", ".svg", ".json", ".webmanifest")


def compressed(piece: bytes) -> bytes:
    """A text as whole deflate blocks that refer to nothing before them and end on a byte boundary."""
    stream = zlib.compressobj(6, zlib.DEFLATED, _RAW)
    return stream.compress(piece) + stream.flush(zlib.Z_FULL_FLUSH)


def stored(piece: bytes) -> bytes:
    """Up to 65,535 bytes as a deflate block that is not compressed."""
    return struct.pack("<BHH", 0, len(piece), len(piece) ^ 0xFFFF) + piece


def gzipped(blocks: Sequence[bytes], plain: bytes, head: bytes = _HEAD) -> bytes:
    """A gzip file of these blocks, which come to ``plain``."""
    return b"".join((head, *blocks, _END, struct.pack("<II", zlib.crc32(plain), len(plain) & 0xFFFFFFFF)))


def accepts_gzip() -> bool:
    """Whether the client accepts gzip."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def mark(answer: Response) -> Response:
    """Set the headers of a compressed answer (Content-Encoding, Vary)."""
    answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    return answer


def compress_answer(answer: Response) -> Response:
    """Compress a text answer, whether a static file or rendered for this request."""
    file = request.endpoint == "static" and answer.status_code == 200
    return _compress_file(answer) if file else _compress_text(answer)


def _compress_file(answer: Response) -> Response:
    """Compress a static file, once for each version of it."""
    name = (request.view_args or {}).get("filename", "")
    if not name.endswith(_TEXTS):
        return answer
    answer.vary.add("Accept-Encoding")
    path = safe_join(str(current_app.static_folder), name)
    if path is None or not accepts_gzip():
        return answer
    answer.close()  # the file that would have been sent plain
    answer.direct_passthrough = False
    answer.set_data(_compressed_file(path, Path(path).stat().st_mtime_ns))
    return mark(answer)


@lru_cache(maxsize=64)
def _compressed_file(path: str, _changed: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)


def _compress_text(answer: Response) -> Response:
    """Compress a text that is not cached, with a gzip header of random length.

    Somebody who can see lengths and have words of theirs shown on a page could guess its secrets by how
    well they compress together (BREACH). A header that is up to a hundred bytes longer hides what a guess
    saves; the padding is gzip's file name field.
    """
    small = answer.mimetype not in _COMPRESSIBLE or answer.is_streamed or answer.direct_passthrough
    if small or answer.status_code in (204, 304) or "Content-Encoding" in answer.headers:
        return answer
    plain = answer.get_data()
    if len(plain) < _SMALLEST:
        return answer
    answer.vary.add("Accept-Encoding")
    if not accepts_gzip():
        return answer
    name = b"x" * secrets.randbelow(_MOST_HIDDEN)
    answer.set_data(gzipped([compressed(plain)], plain, head=_NAMED_HEAD + name + b"\x00"))
    return mark(answer)


def init_app(app: Flask) -> None:
    """Compress every answer of this app."""
    app.after_request(compress_answer)
