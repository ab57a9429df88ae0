"""Answers that a browser downloads as a file."""

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
