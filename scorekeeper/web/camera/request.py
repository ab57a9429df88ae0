"""Requests that may carry a photo: larger than any other, and held in memory alone."""

from io import BytesIO
from typing import IO, Any

from flask import Request

from scorekeeper.vision.limits import BESIDE, MOST_BODY


class PhotoRequest(Request):
    """A request whose files never touch a disk, large only where a photo is asked for."""

    @property
    def max_content_length(self) -> int | None:
        """The most bytes of a body."""
        return MOST_BODY if self.blueprint == "camera" else super().max_content_length

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        self._max_content_length = value

    @property
    def max_form_memory_size(self) -> int | None:
        """The most bytes of a field that is no file, and of a piece of a body."""
        return BESIDE if self.blueprint == "camera" else super().max_form_memory_size

    @max_form_memory_size.setter
    def max_form_memory_size(self, value: int | None) -> None:
        self._max_form_memory_size = value

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        """Werkzeug would write what is longer than half a megabyte to a temporary file."""
        return BytesIO()
