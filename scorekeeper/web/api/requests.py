"""What a program's request says: by whose token it comes, and a JSON object of the fields that are described.

A bearer token is a link's secret. What is sent is read strictly: no field that is not described, none twice.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Generic, NamedTuple, TypeVar

from flask import abort, g, request
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.ops.wsgi import ADMITTED
from scorekeeper.services.gate import IdempotencyKey, Subject
from scorekeeper.store.clubs.access import is_ended
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.web.api.schemas import Schema, faults_in, is_switch, object_of
from scorekeeper.web.auth.access import Visitor, called_with, verify_not_moved
from scorekeeper.web.auth.passes import role_of_secret
from scorekeeper.web.forms import KeyField, PageForm
from scorekeeper.web.http.changes import knows_who_asks, note_read_only, refuse_while_read_only
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import borne, form_errors, problem

PREFIX = "/api/v1/clubs/<club>"
_UNKNOWN = "Send the secret of one of the club’s links as a bearer token."
_ENDED = "The club’s manager has ended this program. It comes in again by a new link."
_KEY = re.compile(r"[!-~]{1,64}", re.ASCII)
Said = dict[str, Any]  # the fields of a request's object
F = TypeVar("F", bound=PageForm)


def verify(faults: Mapping[str, list[str]]) -> None:
    """Answer what is wrong where a field is at fault."""
    if faults:
        first = next(iter(faults))
        abort(problem(422, f"{first}: {faults[first][0]}", "form", errors=faults))


def sent() -> Said:
    """The request's JSON object; where it is none, that is the answer."""
    if request.mimetype != "application/json":
        abort(problem(415, "Send JSON: Content-Type: application/json.", "media_type"))
    as_read: dict[str, Any] = {"parse_constant": _no_constant, "parse_float": _number}
    try:
        values = json.loads(request.get_data(), object_pairs_hook=_each_once, **as_read)
    except (ValueError, RecursionError):
        abort(problem(400, "The body is not JSON.", "json"))
    if not isinstance(values, dict):
        abort(problem(422, "The body is not a JSON object.", "json"))
    return values


def read_body(schema: Schema) -> Said:
    """The request's JSON object, which is as described; where it is not, that is the answer."""
    said = sent()
    verify(faults_in(said, schema))
    return said


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _number(text: str) -> int | float:
    """A whole number however it is written: 61.0 is 61."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _each_once(pairs: list[tuple[str, Any]]) -> Said:
    """The object; of a field that it has twice, nobody could say which one is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        abort(problem(400, f"{twice}: This field is there twice.", "json"))
    return found


def optional_key() -> IdempotencyKey | None:
    return idempotency_key() if "Idempotency-Key" in request.headers else None


def idempotency_key() -> IdempotencyKey:
    """The request's Idempotency-Key, with a fingerprint of what it says and where to."""
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        detail = "Send an Idempotency-Key header of 1 to 64 plain signs."
        abort(problem(400, detail, "idempotency_key"))
    said = json.dumps([request.path, sent()], sort_keys=True)
    return IdempotencyKey(key, hashlib.sha256(said.encode()).hexdigest())


class Fields(NamedTuple, Generic[F]):
    """A form whose fields a program sends as JSON, named as on the page."""

    form: type[F]
    usual: Mapping[str, Any] = {}  # what it may leave out
    stays: bool = False  # it may leave out everything
    needs: tuple[str, ...] = ()  # what a page may leave out, and a program may not

    def schema(self, form: PageForm | None = None) -> Schema:
        empty = self.form(formdata=None) if form is None else form
        return object_of(empty, self.needs, self.usual, stays=self.stays)


Takes = Fields[Any] | Mapping[str, Fields[Any]] | str  # a form, one for each way, or the name of a schema


def filled(
    takes: Fields[F], make: Callable[..., F], before: Mapping[str, Any] | None = None, *beside: str
) -> F:
    """The valid form that the request's JSON object fills in.

    ``before`` is what stands there already and stays where the request says nothing; ``beside`` names what is
    read of the request elsewhere. A form with a key takes the request's Idempotency-Key.
    """
    empty = make(formdata=None)
    schema = takes.schema(empty)
    said = {name: value for name, value in sent().items() if name not in beside}
    # A text may be empty; whether that will do the form says.
    texts = {name for name, field in schema["properties"].items() if field.get("type") == "string"}
    verify(
        faults_in({name: value for name, value in said.items() if value != "" or name not in texts}, schema)
    )
    typed = {name: str(value) for name, value in (before or takes.usual).items() if value is not None}
    typed |= {name: _as_typed(empty[name], value) for name, value in said.items()}
    if any(isinstance(field, KeyField) for field in empty):
        typed["key"] = idempotency_key().key
    form = make(formdata=MultiDict(typed))
    form.listed = {name: value for name, value in said.items() if isinstance(value, list)}
    if not form.validate():
        abort(form_errors(form.errors))
    return form


def _as_typed(field: Field, value: Any) -> str:
    """What a browser would have sent for this value."""
    if isinstance(value, bool):
        off = "no" if "no" in (getattr(field, "choices", None) or ()) else ""
        return "yes" if value else off
    return "\n".join(value) if isinstance(value, list) else str(value)


def settings_of(form: PageForm) -> Said:
    """What stands in the form's fields, as ``filled`` takes it; a number that is not set is left out."""
    values: Said = {}
    for field in form:
        if is_switch(field):
            values[field.name] = field.data == "yes"
        elif field.data is not None and not isinstance(field, KeyField):
            values[field.name] = field.data
    return values


class Operation(NamedTuple):
    """What the description says of a view beside its address and its doc line."""

    role: str
    query: tuple[str, ...]
    answers: str
    takes: Takes
    status: tuple[int, ...]
    keyed: bool


def with_token(
    role: str,
    *query: str,
    answers: str = "Made",
    takes: Takes = "Nothing",
    status: tuple[int, ...] = (200,),
    keyed: bool = False,
    of: Subject[Any] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let only those requests through whose token may ``role``, as ``needs`` does for pages.

    ``query`` names the parameters that may stand in the address, the rest is for the description; what makes
    something is always ``keyed``. An unknown club gets the same answer as a wrong token, so that nobody
    learns which clubs there are.
    """
    operation = Operation(role, query, answers, takes, status, keyed or 201 in status)

    def gate(view: Callable[..., Any]) -> Callable[..., Any]:
        called = called_with(of, view)

        @knows_who_asks
        @wraps(view)
        def through(club: str, **rest: Any) -> Any:
            found = find_club(get_db(), club)
            given = role_of_secret(club, borne()) if found and borne() else None
            device = "api-{}-{}".format(*given) if given else ""
            ended = given is not None and is_ended(get_db(), club, device)
            request.environ[ADMITTED] = given is not None and not ended
            if found is None or given is None or ended:
                answer = problem(401, _ENDED if ended else _UNKNOWN, "token")
                answer.headers["WWW-Authenticate"] = "Bearer"
                return answer
            asking = Visitor(found, given[0], device, generation=given[1])
            if not asking.may(role):
                return problem(403, f"This token may {asking.role}; that needs one that may {role}.", "role")
            if foreign := {*request.args} - {*query}:
                return problem(422, f"There is no parameter {min(foreign)!r}.", "form")
            if twice := [name for name, values in request.args.lists() if len(values) > 1]:
                return problem(422, f"The parameter {twice[0]!r} is there twice.", "form")
            g.visitor = asking
            note_read_only(read_only_words(get_db(), club))
            verify_not_moved(club)
            refuse_while_read_only()
            return called(found, **rest)

        through.__dict__["operation"] = operation
        return through

    return gate
