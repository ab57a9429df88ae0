"""The cookies of the app's pages. A service worker cannot set any, so they are stored beside the database."""

import json
import os
from http.cookies import SimpleCookie
from pathlib import Path


class CookieJar:
    """One phone's cookies, all for one app. A file truncated by a power cut is ignored."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._values: dict[str, str] = {}

    def open(self, path: Path) -> None:
        """Load the cookies from this file, and store them in it from now on."""
        self._path = path
        try:
            self._values = dict(json.loads(path.read_text()))
        except (OSError, ValueError):
            self._values = {}

    def header(self) -> str:
        """The ``Cookie`` header that a browser would send."""
        return "; ".join(f"{name}={value}" for name, value in self._values.items())

    def take(self, set_cookie: str) -> None:
        """Store the cookies that an answer sets, and delete those it expires."""
        changed = dict(self._values)
        for name, morsel in SimpleCookie(set_cookie).items():
            if morsel["max-age"] == "0" or morsel["expires"].startswith("Thu, 01 Jan 1970"):
                changed.pop(name, None)
            else:
                changed[name] = morsel.value
        if changed != self._values:
            self._values = changed
            self._save()

    def _save(self) -> None:
        assert self._path is not None, "the jar is opened with the club"
        with self._path.open("w") as file:
            json.dump(self._values, file)
            file.flush()
            os.fsync(file.fileno())
