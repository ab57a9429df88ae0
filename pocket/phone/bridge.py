"""The app as the pocket's worker calls it: made ready, opened on a club's file, asked for page after page."""

import json
import os
import random
import secrets
from pathlib import Path
from typing import Any

from flask import Flask
from scorekeeper.store.invite import first_start_secret

from pocket.phone.cookies import CookieJar
from pocket.phone.requests import Headers, Site, as_json, ask
from scorekeeper.app import create_app
from scorekeeper.store import migrate

_KEY_BYTES = 32
_START = "/pocket-start"  # the way in: the page that opens a club, or the club's own


class Bridge:
    """One app on one phone. ``prepare`` is what a snapshot of the memory may hold; ``open`` is not."""

    def __init__(self) -> None:
        self.app: Flask | None = None
        self.folder = Path()
        self.site = Site("https", "localhost", "")
        self.jar = CookieJar()

    def prepare(self, folder: Path) -> None:
        """Everything that needs nobody's data: imports, routes, templates."""
        self.folder = folder
        settings = {
            "DATABASE": folder / "scorekeeper.db",
            "SECRET_KEY": "until the club is opened",
            "OFFLINE": False,
        }
        self.app = create_app(settings)
        for name in self.app.jinja_env.list_templates():
            self.app.jinja_env.get_template(name)

    def open(self, site: Site) -> None:
        """Make or mend the club's file, and be this phone."""
        assert self.app is not None
        random.seed()  # a snapshot's would be the same on every start
        self.site = site
        migrate(self.folder / "scorekeeper.db")
        self.app.config["SECRET_KEY"] = _secret_key(self.folder / "secret_key")
        self.jar.open(self.folder / "cookies.json")

    def answer(self, method: str, target: str, headers: Headers, body: bytes) -> tuple[int, Headers, bytes]:
        """One request and its answer."""
        assert self.app is not None
        if target == self.site.base + _START:
            return 303, [("Location", self.site.base + self._begin())], b""
        environ = self.site.environ(method, target, headers, body)
        status, given, whole = ask(self.app, environ, self.jar)
        return status, [(name, _framed(name, value)) for name, value in given], whole

    def _begin(self) -> str:
        secret = first_start_secret(self.folder / "scorekeeper.db")
        return f"/start/{secret}" if secret else "/"


def _framed(name: str, value: str) -> str:
    if name.lower() == "content-security-policy":
        return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return value


def _secret_key(path: Path) -> bytes:
    """This phone's own key: what it signs, it alone reads. One that a power cut has torn is made anew."""
    key = path.read_bytes() if path.exists() else b""
    if len(key) < _KEY_BYTES:
        key = secrets.token_bytes(_KEY_BYTES)
        with path.open("wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    return key


_bridge = Bridge()


def prepare(folder: str) -> None:
    """Called once, before a snapshot is made."""
    _bridge.prepare(Path(folder))


def open_club(base: str, protocol: str, host: str, facts: str) -> str:
    """Called at every start; the path of the page to begin with."""
    json.loads(facts)
    _bridge.open(Site(protocol.rstrip(":"), host, base))
    return _START


def answer(method: str, target: str, headers: str, body: Any) -> tuple[int, str, bytes]:
    """Called for every request; headers cross as JSON, the body as bytes."""
    asked = [(name, value) for name, value in json.loads(headers)]
    status, given, whole = _bridge.answer(method, target, asked, body.to_bytes() if body else b"")
    return status, as_json(given), whole
