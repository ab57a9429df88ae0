"""Phones and the clubs they score for: short methods that drive the app as a browser would."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from flask import Flask
from sqlite_utils import Database
from werkzeug.test import TestResponse

from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import generations
from scorekeeper.store.clubs.clubs import add_club, tables_of_clubs
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import MatchEvent
from scorekeeper.web.auth.passes import link_secret
from tests.web.page import Form, Page

_keys = count(1)


def fresh_key() -> str:
    return f"{next(_keys):06}-key"  # each begins otherwise, as a phone’s own do


class Phone:
    """A browser without JavaScript and with its own cookies. ``page`` is what it shows."""

    def __init__(self, app: Flask, base: str = "http://localhost") -> None:
        self.client, self.base = app.test_client(), base
        self.client.environ_base["HTTP_ORIGIN"] = base
        self.page = Page("/", 0, "")

    def ask(self, path: str, **rest: Any) -> TestResponse:
        return self.client.get(path, base_url=self.base, buffered=True, **rest)

    def open(self, path: str) -> Page:
        """Look at a page, following redirects as a browser does."""
        answer = self.ask(path, follow_redirects=True)
        return self._show(answer, answer.request.full_path.rstrip("?"))

    def post(self, path: str, fields: Any = (), **typed: object) -> TestResponse:
        """Send these fields from a page of ours; the bare answer."""
        data: dict[str, list[str]] = {}
        for name, value in [*fields, *typed.items()]:
            data.setdefault(name, []).append(str(value))
        answer = self.client.post(path, data=data, base_url=self.base)
        if answer.mimetype == "text/html" and answer.status_code != 303:
            self._show(answer, path)
        return answer

    def send(self, form: Form, **typed: object) -> Page:
        """Send a form that was shown, with these values typed into it, and look at what comes."""
        data: dict[str, list[str]] = {}
        for name, value in form.filled(**typed):
            data.setdefault(name, []).append(value)
        answer = self.client.open(
            form.action, method=form.method.upper(), data=data, base_url=self.base, follow_redirects=True
        )
        return self._show(answer, answer.request.path)

    def twin(self) -> "Phone":
        """A copy of this phone with its own cookies: neither affects the other."""
        other = Phone(self.client.application, self.base)
        other.page = self.page
        if cookie := self.client.get_cookie("scorekeeper"):
            other.client.set_cookie("scorekeeper", cookie.decoded_value)
        return other

    def _show(self, answer: TestResponse, path: str) -> Page:
        self.page = Page(path, answer.status_code, answer.get_data(as_text=True))
        return self.page


@dataclass
class Pub:
    """A club with its manager's phone."""

    app: Flask
    id: str

    @cached_property
    def manager(self) -> Phone:
        """The phone that has opened the manager's link, when it is first asked for."""
        return self.phone("manage")

    @property
    def home(self) -> str:
        return f"/c/{self.id}/"

    def link(self, role: str) -> str:
        """The current address of the club's link for this role."""
        with self.db() as db, self.app.app_context():
            return f"{self.home}join/{link_secret(self.id, role, generations(db, self.id)[role])}"

    def phone(self, role: str) -> Phone:
        phone = Phone(self.app)
        assert phone.ask(self.link(role)).status_code == 303
        return phone

    def shut(self) -> None:
        """Let only those watch who hold a link."""
        page = self.manager.open(f"{self.home}settings")
        self.manager.send(page.form_with("anyone"), anyone="no")

    @contextmanager
    def db(self) -> Iterator[Database]:
        db = open_store(self.app.config["DATABASE"])
        try:
            yield db
        finally:
            db.close()

    def state(self, match: str) -> MatchState:
        with self.db() as db:
            state = load_match(db, self.id, match)
        assert state is not None
        return state

    def events(self, match: str) -> tuple[MatchEvent, ...]:
        return self.state(match).events

    def stored(self) -> dict[str, list[dict[str, Any]]]:
        """Every row of this club, table by table, in order: PostgreSQL's own changes as it counts them."""
        with self.db() as db:

            def rows(table: str, column: str) -> list[dict[str, Any]]:
                found = db.execute(f"SELECT * FROM {table} WHERE {column} = ?", [self.id])  # noqa: S608
                names = [described[0] for described in found.description]
                return [dict(zip(names, row, strict=True)) for row in sorted(found.fetchall(), key=repr)]

            return {table: rows(table, "club") for table in tables_of_clubs()} | {
                "clubs": rows("clubs", "id")
            }

    def facts(self) -> dict[str, list[dict[str, Any]]]:
        """Everything stored of this club: equal as long as nothing is stored.

        Phones without a name are left out: one gets its number with its first attempt, even a refused one.
        """
        rows = self.stored()
        del rows["hourly_counts"]
        named = [row for row in rows["devices"] if not row["nickname"].startswith("Phone ")]
        rows["devices"] = [{**row, "role": None, "seen_at": None} for row in named]
        return rows

    def at(self, match: str, rest: str = "") -> str:
        """The address of this match, or of something under it."""
        return f"{self.home}matches/{match}{rest}"


def open_pub(app: Flask, name: str) -> Pub:
    db = open_store(app.config["DATABASE"])
    try:
        with writing(db):
            club = add_club(db, name, "2026-11-21T19:00:00Z")
    finally:
        db.close()
    pub = Pub(app, club.id)
    assert pub.manager, "the manager has come in"
    return pub


def ask_to_sit(
    pub: Pub, game: str, *names: str, phone: Phone | None = None, **fields: object
) -> TestResponse:
    """Fill in who plays and tap Start; ``fields`` change the form, such as ``target=50``."""
    at = f"{pub.home}matches/new?game={game}"
    seats = {f"seat_{n}": name for n, name in enumerate(names)}
    return (phone or pub.manager).post(
        at, start_form(pub, game).filled(**{**seats, "key": fresh_key(), **fields})
    )


def start_form(pub: Pub, game: str) -> Form:
    """The form for a match of this game, opened once in each app."""
    shown: dict[str, Form] = pub.app.extensions.setdefault("tests’ forms", {})
    if game not in shown:
        shown[game] = pub.manager.open(f"{pub.home}matches/new?game={game}").form_with("seat_0")
    return shown[game]


def sit_down(pub: Pub, game: str, *names: str, phone: Phone | None = None, **fields: object) -> str:
    """Start a match; its id."""
    answer = ask_to_sit(pub, game, *names, phone=phone, **fields)
    assert answer.status_code == 303, Page("", 0, answer.get_data(as_text=True)).text
    return str(answer.location).split("/matches/")[1].split("/")[0]


def record(
    pub: Pub,
    match: str,
    out: int | str | None,
    pips: dict[int, object] | None = None,
    *,
    tiles: dict[int, str] | None = None,
    phone: Phone | None = None,
    at: str = "/rounds",
    **fields: object,
) -> TestResponse:
    """Enter a round's end: the seat that chipped out or ``"blocked"``, and hands by seat.

    By default for the open round, under a new key; ``fields`` override that.
    """
    return (phone or pub.manager).post(pub.at(match, at), round_fields(pub, match, out, pips, tiles, fields))


def correct(
    pub: Pub, match: str, original: int, out: int | str, pips: dict[int, object] | None = None, **more: Any
) -> TestResponse:
    """Correct the round's end at ``original`` in its present version."""
    newest = pub.state(match).newest(original)
    assert newest is not None
    said = {"standing": newest.version, "round": newest.round, "at": f"/rounds/{original}"}
    return record(pub, match, out, pips, **{**said, **more})


def round_fields(
    pub: Pub,
    match: str,
    out: int | str | None,
    pips: dict[int, object] | None,
    tiles: dict[int, str] | None,
    fields: dict[str, object],
) -> list[tuple[str, object]]:
    open_round = pub.state(match).score.round_open
    said: dict[str, object] = {"key": fresh_key(), "round": open_round}
    if "standing" not in fields:
        said["last"] = 0
    if out is not None:
        said["out"] = out
    said |= {f"pips_{seat}": left for seat, left in (pips or {}).items()}
    tapped = [(f"tiles_{seat}", tile) for seat, hand in (tiles or {}).items() for tile in hand.split()]
    return [*{**said, **fields}.items(), *tapped]


def won(pub: Pub, *names: str, out: int = 0, left: int = 10, **more: object) -> str:
    match = sit_down(pub, "draw_100", *names, target=10, **more)
    answer = record(pub, match, out, {seat: left for seat in range(len(names)) if seat != out})
    assert (answer.status_code, pub.state(match).score.finished) == (303, True)
    return match


def undo(pub: Pub, match: str, phone: Phone | None = None) -> Page:
    phone = phone or pub.manager
    return phone.send(phone.open(pub.at(match)).form_saying("Undo"))


def tap(
    pub: Pub, match: str, side: int, points: int, *, phone: Phone | None = None, **fields: object
) -> TestResponse:
    """Tap a points key for this side on the present match page."""
    state = pub.state(match)
    said = {
        "key": fresh_key(),
        "round": state.score.round_open,
        "seen": state.match.version,
        "side": side,
        "points": points,
    }
    return (phone or pub.manager).post(pub.at(match, "/plays/keys"), **{**said, **fields})
