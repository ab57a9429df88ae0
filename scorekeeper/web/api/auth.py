"""Access to the API: a bearer token is a link's secret."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from flask import g, request

from scorekeeper.ops.wsgi import ADMITTED
from scorekeeper.services.gate import Subject
from scorekeeper.store.clubs.access import ROLES, is_ended
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.web.api.parsing import Fields
from scorekeeper.web.auth.access import Visitor, called_with, verify_not_moved
from scorekeeper.web.auth.passes import role_of_secret
from scorekeeper.web.http.csrf import knows_who_asks
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import borne, problem
from scorekeeper.web.http.read_only import note_read_only, refuse_while_read_only

PREFIX = "/api/v1/clubs/<club>"
_UNKNOWN = "Send the secret of one of the club’s links as a bearer token."
_ENDED = "The club’s manager has ended this program. It comes in again by a new link."


class Operation(NamedTuple):
    """What the description says of a view beside its address and its doc line; a text names a schema."""

    role: str
    query: tuple[str, ...]
    answers: str
    takes: Fields[Any] | Mapping[str, Fields[Any]] | str
    status: tuple[int, ...]
    keyed: bool


def with_token(
    role: str,
    *query: str,
    answers: str = "Made",
    takes: Fields[Any] | Mapping[str, Fields[Any]] | str = "Nothing",
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
            may, generation = given
            if ROLES.index(may) < ROLES.index(role):
                return problem(403, f"This token may {may}; that needs one that may {role}.", "role")
            if foreign := {*request.args} - {*query}:
                return problem(422, f"There is no parameter {min(foreign)!r}.", "form")
            if twice := [name for name, values in request.args.lists() if len(values) > 1]:
                return problem(422, f"The parameter {twice[0]!r} is there twice.", "form")
            g.visitor = Visitor(found, may, device, generation=generation)
            note_read_only(read_only_words(get_db(), club))
            verify_not_moved(club)
            refuse_while_read_only()
            return called(found, **rest)

        through.__dict__["operation"] = operation
        return through

    return gate
