"""Answers that are no page: files to download, and QR codes."""

import io

import segno
from flask import Response
from werkzeug.utils import secure_filename

JSON_LINES = "application/x-ndjson"


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
