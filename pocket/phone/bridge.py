"""The app as the pocket's worker calls it: prepared, opened on a club's file, then sent requests."""

import json
import os
import random
import secrets
from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask

from pocket.phone.cookies import CookieJar
from pocket.phone.requests import Headers, Site, as_json, ask
from scorekeeper.app import create_app
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.store import StoreError, migrate, open_store
from scorekeeper.store.clubs.access import generations
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.migrate import columns_of_steps
from scorekeeper.store.engine.schema import schema_version
from scorekeeper.store.transfer.handover_rows import is_copy
from scorekeeper.web.auth.access import visitor_of
from scorekeeper.web.http.templating import build_id
from scorekeeper.web.pwa import bundle, names

_KEY_BYTES = 32
_START = "/pocket-start"  # the start page: the one that opens a club, or the club's own


class Bridge:
    """One app on one phone. A snapshot is made of one that is prepared with its pages and never opened."""

    def __init__(self) -> None:
        self.app: Flask | None = None
        self.folder = Path()
        self.site = Site("https", "localhost", "")
        self.jar = CookieJar()

    def prepare(self, folder: Path) -> None:
        """What every page needs: imports and routes."""
        self.folder = folder
        settings = {
            "DATABASE": folder / "scorekeeper.db",
            "SECRET_KEY": "until the club is opened",
            "OFFLINE": False,
            "POCKET": True,
        }
        self.app = create_app(settings)

    def prepare_pages(self) -> None:
        """All else that needs no data: templates, bundles, the schema. It takes longer than all before."""
        assert self.app is not None
        for name in self.app.jinja_env.list_templates():
            self.app.jinja_env.get_template(name)
        for name in names():
            bundle(name)
        build_id()
        columns_of_steps(schema_version())

    def open(self, site: Site) -> None:
        """Create or repair the club's file, and take this phone's identity."""
        assert self.app is not None
        random.seed()  # the snapshot's state would be the same on every start
        self.site = site
        migrate(self.folder / "scorekeeper.db")
        self.app.config["SECRET_KEY"] = _secret_key(self.folder / "secret_key")
        self.jar.open(self.folder / "cookies.json")
        self._come_in()

    def answer(self, method: str, target: str, headers: Headers, body: bytes) -> tuple[int, Headers, bytes]:
        """One request and its answer."""
        assert self.app is not None
        if target == self.site.base + _START:
            return 303, [("Location", self.site.base + self.first_page())], b""
        return ask(self.app, self.site.environ(method, target, headers, body), self.jar)

    def _come_in(self) -> None:
        """Become the manager of every club here, also of one saved by another phone, or without a cookie.

        In a copy of a club that is elsewhere, its owner scores.
        """
        assert self.app is not None
        with closing(open_store(self.folder / "scorekeeper.db")) as db:
            roles = {club.id: "score" if is_copy(db, club.id) else "manage" for club in clubs(db)}
            links = {club: (role, generations(db, club)[role]) for club, role in roles.items()}
        for club, (role, generation) in links.items():
            if not self._may(club, role):
                secret = link_secret(self.app.config["SECRET_KEY"], club, role, generation)
                ask(self.app, self._get(join_path(club, secret)), self.jar)

    def _may(self, club: str, role: str) -> bool:
        """Whether this phone's cookie still lets it in."""
        assert self.app is not None
        with self.app.request_context(self._get("/") | {"HTTP_COOKIE": self.jar.header()}):
            known = visitor_of(club)
            return known is not None and known.may(role)

    def _get(self, path: str) -> dict[str, Any]:
        return self.site.environ("GET", self.site.base + path, [], b"")

    def first_page(self) -> str:
        """The club's own page, the list of several, or the one that opens a club."""
        with closing(open_store(self.folder / "scorekeeper.db")) as db:
            known = clubs(db)
        if len(known) == 1:
            return f"/c/{known[0].id}/"
        secret = None if known else first_start_secret(self.folder / "scorekeeper.db")
        return f"/start/{secret}" if secret else "/"


def _secret_key(path: Path) -> bytes:
    """This phone's own key for its own cookies; one truncated by a power cut is replaced."""
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
    """Called once, where there is no snapshot."""
    _bridge.prepare(Path(folder))


def prepare_pages() -> None:
    """Called once, before a snapshot is made."""
    _bridge.prepare_pages()


def open_club(base: str, protocol: str, host: str) -> str:
    """Called at every start; returns the fault of the club's file, or nothing."""
    try:
        _bridge.open(Site(protocol.rstrip(":"), host, base))
    except StoreError as error:
        file = str(_bridge.folder / "scorekeeper.db")
        return str(error).replace(file, "The club’s file on this phone")
    return ""


def answer(method: str, target: str, headers: str, body: Any) -> tuple[int, str, bytes]:
    """Called for every request; headers are passed as JSON, the body as bytes."""
    asked = [(name, value) for name, value in json.loads(headers)]
    status, given, whole = _bridge.answer(method, target, asked, body.to_bytes() if body else b"")
    return status, as_json(given), whole
