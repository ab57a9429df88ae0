"""Answers as they travel: compressed so that no length tells a secret (BREACH), as a file, as a QR code."""

import gzip
import io
import secrets

import segno
from flask import Flask, Response, request
from werkzeug.utils import secure_filename

JSON_LINES = "application/x-ndjson"
_SMALLEST = 1_000  # bytes worth compressing
_MOST_HIDDEN = 100  # bytes of a header that hides a page's length
_COMPRESSIBLE = {
    *("text/html", "text/csv", "text/calendar", "text/javascript", "application/atom+xml"),
    *("application/json", JSON_LINES, "application/problem+json", "application/manifest+json"),
}


def accepts_gzip() -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def from_compressed(zipped: bytes, mimetype: str) -> Response:
    """What is kept compressed, as this phone takes it."""
    answer = Response(zipped if accepts_gzip() else gzip.decompress(zipped), mimetype=mimetype)
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def compress_answer(answer: Response) -> Response:
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
    if accepts_gzip():
        zipped, name = gzip.compress(plain, 6, mtime=0), b"x" * secrets.randbelow(_MOST_HIDDEN)
        answer.set_data(zipped[:3] + b"\x08" + zipped[4:10] + name + b"\x00" + zipped[10:])
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def as_file(answer: Response, name: str) -> Response:
    """The answer as a file of this name, of which nothing on the way keeps a copy."""
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(*words: str, kind: str) -> str:
    """A file's name of these words, in letters every system keeps: ``Tuesday_Division_Two_table.csv``."""
    return secure_filename(f"{' '.join(word for word in words if word)}.{kind}")


def qr_code(url: str, error: str = "q") -> Response:
    """The code of ``url``, dark on white in every colour scheme for scanners; never cached.

    ``error`` l: as few squares as can be, for a long one that is scanned from a screen.
    """
    image = io.BytesIO()
    segno.make(url, error=error, micro=False).save(
        image, kind="svg", border=4, scale=8, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(image.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def init_app(app: Flask) -> None:
    app.after_request(compress_answer)
