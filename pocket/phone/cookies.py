"""The cookies of the app's pages. A service worker may set none, so they are kept beside the database."""

import json
import os
from http.cookies import SimpleCookie
from pathlib import Path


class CookieJar:
    """One phone's cookies, all for one app. A file that a power cut has torn counts for none."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._values: dict[str, str] = {}

    def open(self, path: Path) -> None:
        """Keep the cookies in this file from now on, and take those that are in it."""
        self._path = path
        try:
            self._values = dict(json.loads(path.read_text()))
        except (OSError, ValueError):
            self._values = {}

    def header(self) -> str:
        """What a browser would send as ``Cookie``."""
        return "; ".join(f"{name}={value}" for name, value in self._values.items())

    def take(self, set_cookie: str) -> None:
        """Keep what an answer sets, or forget what it ends."""
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
