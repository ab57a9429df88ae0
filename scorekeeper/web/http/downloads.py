"""Answers that a browser downloads as a file."""

from flask import Response

JSON_LINES = "application/x-ndjson"


def as_file(answer: Response, name: str) -> Response:
    """The answer as a file of this name, of which nothing on the way keeps a copy."""
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
