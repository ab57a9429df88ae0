"""Phones that talk to a real server, and what the database says afterwards."""

import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from http.client import HTTPMessage
from http.cookiejar import CookieJar
from typing import IO, Any, NamedTuple

from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store import open_store
from tests.serving import PATIENCE, ServerProcess
from tests.web.page import Form, Page


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    page: Page

    @property
    def location(self) -> str:
        return str(self.headers["Location"])


class Stay(urllib.request.HTTPRedirectHandler):
    """Do not follow redirects: with a 303 the server says that it has stored something."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Phone:
    """A phone with its own cookies. A missing answer raises OSError."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.opener = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, fields: list[tuple[str, object]] | None = None) -> Answer:
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        asked = urllib.request.Request(self.server.url + path, data, {"Origin": self.server.url})
        try:
            return self._read(self.opener.open(asked, timeout=PATIENCE), path)
        except urllib.error.HTTPError as error:
            return self._read(error, path)

    def _read(self, answer: IO[bytes] | urllib.error.HTTPError, path: str) -> Answer:
        with closing(answer):
            page = Page(path, answer.status, answer.read().decode())  # type: ignore[union-attr]
            return Answer(page.status, answer.headers, page)  # type: ignore[union-attr]

    def send(self, form: Form, **typed: object) -> Answer:
        return self.ask(form.action, [*form.filled(**typed)])

    def open_club(self) -> str:
        """Follow the first start's link and become the manager; the club's address."""
        assert self.server.start_link is not None, "a club is open already"
        start = self.ask(self.server.start_link.removeprefix(self.server.url))
        return self.send(start.page.form_with("name"), name="The Crown").location

    def sit_down(self, club: str, *names: str, **fields: object) -> "Table":
        """Start a match to a far target, all against all."""
        form = self.ask(f"{club}matches/new?game=draw_100").page.form_with("seat_0")
        seats = {f"seat_{n}": name for n, name in enumerate(names)}
        answer = self.send(form, **{**seats, "target": 90_000, **fields})
        assert answer.status == 303, answer.page.text
        return Table(self.server, club.split("/")[2], answer.location.rsplit("/", 1)[1])

    def record(self, table: "Table", round: int, key: str, pips: int = 10) -> Answer:
        """Seat 0 chipped out and the next holds these pips."""
        fields: list[tuple[str, object]] = [("key", key), ("round", round)]
        return self.ask(table.path + "/rounds", [*fields, ("out", 0), ("pips_1", pips)])


class Table(NamedTuple):
    """A match on a real server."""

    server: ServerProcess
    club: str
    match: str

    @property
    def path(self) -> str:
        return f"/c/{self.club}/matches/{self.match}"

    def state(self) -> MatchState:
        """The match as the file has it."""
        with closing(open_store(self.server.database)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            state = load_match(db, self.club, self.match)
        assert state is not None
        return state

    def keys(self) -> list[str]:
        """The keys of all that is stored, in its order."""
        return [event.key for event in self.state().events]


def seat_two(server: ServerProcess, phone: Phone | None = None) -> tuple[Phone, Table]:
    """A manager's phone, and a table at which Ann plays Bob."""
    phone = phone or Phone(server)
    return phone, phone.sit_down(phone.open_club(), "Ann", "Bob")
