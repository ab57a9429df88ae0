"""Doors: an act is served to pages and to programs by one declaration, and so is a page to who may see it.

A page's form and a program's JSON are the same fields with the same sentences; both say who asks and go
through the gate. What is refused is shown beside its field, or told with its code.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect
from wtforms import HiddenField

from scorekeeper.services.gate import Declared, Done, IdempotencyKey, Refused, Subject, Superseded
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.requests import PREFIX, Fields, filled, idempotency_key, optional_key, with_token
from scorekeeper.web.auth.access import asks, called_with, needs, visitor
from scorekeeper.web.forms import NO_ACT, KeyField, PageForm, idempotency_key_of
from scorekeeper.web.http.answers import fresh_each_time
from scorekeeper.web.http.negotiation import stored
from scorekeeper.web.http.page_cache import cached_page

# Where programs find acts. The name begins the operations' names in the description, so what a secretary's
# desk does bears its own, below the same address as fixtures.
NAMES = Blueprint("api_names", __name__, url_prefix=PREFIX)
SEASONS = Blueprint("api_seasons", __name__, url_prefix=f"{PREFIX}/leagues")
SQUADS = Blueprint("api_squads", __name__, url_prefix=f"{PREFIX}/leagues/<league>/teams")
FIXTURES = Blueprint("api_fixtures", __name__, url_prefix=f"{PREFIX}/leagues/<league>")
DESK = Blueprint("api_desk", __name__, url_prefix=f"{PREFIX}/leagues/<league>")
CARDS = Blueprint("api_cards", __name__, url_prefix=f"{PREFIX}/fixtures/<fixture>")
MATCHES = Blueprint("api_matches", __name__, url_prefix=f"{PREFIX}/matches/<match>")
PROGRAMS = (NAMES, SEASONS, SQUADS, FIXTURES, DESK, CARDS, MATCHES)

Answer = Redirect | str | tuple[str, int]  # of a page that takes a form: what follows, or the form again
At = tuple[Blueprint, str, str]  # where it is served: the rule below the blueprint's, and the endpoint's name
View = TypeVar("View", bound=Callable[..., Any])


def page_at(
    bp: Blueprint,
    *rules: str,
    role: str,
    of: Subject[Any] | None = None,
    kept: str = "",
    posts: bool = False,
    **how: bool,
) -> Callable[[View], View]:
    """Serve a page to who may ``role``: it is called with the club and what it is ``of``, not with their ids.

    ``kept`` says until what changes it is kept: its club, match, league or fixture, see ``cached_page``,
    which is told ``how``; or that it is ``never`` kept, by phones either. One that ``posts`` takes its own
    form. The page itself stays as it is, for a Door that shows a refused form on it.
    """

    def serve(view: View) -> View:
        shown = called_with(of, view)
        if kept == "never":
            shown = fresh_each_time(shown)
        elif kept:
            shown = cached_page(kept, **how)(shown)
        served = needs(role)(shown)
        for rule in rules:
            bp.route(rule, methods=["GET", "POST"] if posts else ["GET"])(served)
        return view

    return serve


class Door(NamedTuple):
    """How an act is asked for; ``serve`` opens it to a page, to programs, or to both."""

    act: Declared[Any, ..., Any]
    # What the valid form and the rest of the address say as the act's arguments.
    said: Callable[..., dict[str, Any]] = lambda form, **place: {**form.said, **place}
    form: type[PageForm] = PageForm
    page: Callable[..., str] | None = None  # shows a refused form again
    to: Callable[[Any], str] | str = ""  # the page that follows an answer
    # What a program hears beside the id of what it made, or did it to.
    answers: Callable[[Any], dict[str, Any]] = lambda _: {}
    makes: bool = False
    keyed: bool = False  # a program sends a key: a second time it would do more, or find nothing to do it to
    # What the page has shown and the form sends back; it tells one tap from the next.
    seen: Callable[..., str] | None = None
    checks: bool = True  # the act is told what was ``seen``, and refuses to replace anything else
    usual: Mapping[str, Any] = {}  # what a program may leave out
    # What stands there: a program says only what changes, and a page that was overtaken shows it.
    before: Callable[..., Mapping[str, Any]] | None = None
    needs: tuple[str, ...] = ()  # what a page may leave out, and the act then refuses; a program may not
    # Answers a page for what a match got by it; a program hears then which version that made.
    entered: Callable[[Club, str, str, Done[Any]], Redirect] | None = None

    def serve(self, page: At | None = None, api: At | None = None) -> None:
        if page:
            bp, rule, name = page
            bp.post(rule, endpoint=name)(needs(self.act.role)(_on_page(self)))
        if api:
            bp, rule, name = api
            takes = Fields(self.form, self.usual, self.before is not None, self.needs)
            answers, status = (
                ("Stored", (200, 201)) if self.entered else ("Made", (201 if self.makes else 200,))
            )
            gate = with_token(self.act.role, answers=answers, takes=takes, status=status, keyed=self.keyed)
            bp.post(rule, endpoint=name)(gate(_by_program(self, takes)))


def _on_page(door: Door) -> Callable[..., Answer]:
    def view(club: Club, **place: str) -> Answer:
        subject = place.pop(door.act.on.name, club.id)
        form = door.form.on(door.act.on.read(asks(club), subject))
        if form.validate():
            try:
                said = door.said(form, **place) | _seen(door, request.form.get("seen"))
                key = _key(door, form)
                done = door.act(asks(club, key), subject, **said)
                if door.entered and key:
                    return door.entered(club, subject, key.key, done)
                return redirect(door.to(done.answer) if callable(door.to) else url_for(door.to), 303)
            except Refused as refused:
                if refused.status not in (409, 422) or door.page is None:
                    raise
                if isinstance(refused, Superseded) and door.before:
                    # What was typed would put back what another phone has changed.
                    of = door.act.on.read(asks(club), subject)
                    form = door.form.on(of, formdata=None, data=door.before(of, **place))
                refuse(form, refused)
        if door.page is None:
            abort(400, NO_ACT)
        status = form.refused.status if form.refused else 422
        return door.page(club, door.act.on.read(asks(club), subject), form, **place), status

    view.__doc__ = door.act.__doc__
    return view


def _by_program(door: Door, takes: Fields[Any]) -> Callable[..., Response]:
    def view(club: Club, **place: str) -> Response:
        subject = place.pop(door.act.on.name, club.id)
        if before := door.act.first_answer(asks(club, key := optional_key()), subject):
            return _answered(door, club, subject, place, key, before)
        of = door.act.on.read(asks(club), subject)
        form = filled(takes, partial(door.form.on, of), door.before(of, **place) if door.before else None)
        said = door.said(form, **place) | _seen(door, door.seen(of, **place) if door.seen else None)
        key = idempotency_key() if door.makes or door.keyed else optional_key()
        return _answered(door, club, subject, place, key, door.act(asks(club, key), subject, **said))

    view.__doc__ = door.act.__doc__
    return view


def _answered(
    door: Door, club: Club, subject: str, place: dict[str, str], key: IdempotencyKey | None, done: Done[Any]
) -> Response:
    if door.entered and key:
        return stored(club, subject, key.key, new=done.added)
    about = done.answer if door.makes else next(iter(place.values()), subject)
    answer = jsonify({"id": about, **({"key": key.key} if key else {}), **door.answers(done.answer)})
    answer.status_code = 201 if door.makes else 200
    return answer


def _seen(door: Door, seen: str | None) -> dict[str, str | None]:
    return {"seen": seen} if door.seen and door.checks else {}


def _key(door: Door, form: PageForm) -> IdempotencyKey | None:
    """The form's own key; where it has none, the same for what is sent again from the same page."""
    if any(isinstance(field, KeyField) for field in form):
        return idempotency_key_of(form["key"].data)
    if not door.seen or not request.form.get("seen"):
        return None
    said = idempotency_key_of("").fingerprint
    return IdempotencyKey(hashlib.sha256(f"{visitor().device} {said}".encode()).hexdigest()[:32], said)


def refuse(form: PageForm, refused: Refused) -> None:
    """Show why beside the field that is wrong; where the form has no such field, beside its first."""
    typed = [field for field in form if not isinstance(field, HiddenField)] or [*form]
    form.refused = refused
    if field := form[refused.field] if refused.field in form else next(iter(typed), None):
        field.errors = [*field.errors, str(refused)]
