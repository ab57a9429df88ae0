"""Requests that may carry a photo: larger than any other, and held in memory alone."""

from io import BytesIO
from typing import IO, Any

from flask import Request, request

from scorekeeper.vision.limits import BESIDE, MOST_BODY


class PhotoRequest(Request):
    """A request whose files never touch a disk."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        """Werkzeug would write what is longer than half a megabyte to a temporary file."""
        return BytesIO()


def allow_photo(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let this request's body be as large as a photo; to be called before the body is read."""
    request.max_content_length = MOST_BODY
    request.max_form_memory_size = BESIDE  # of a field that is no file, and of a piece of the body
