"""How the interface answers an act that was refused: what a service raises, as problem details."""

from typing import TypeVar

from flask import Blueprint, Response

from scorekeeper.names import NameFault
from scorekeeper.rules.errors import RuleError
from scorekeeper.services.gate import Missing, Refused
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.web.api.parsing import Unreadable
from scorekeeper.web.http.errors import declined, fail
from scorekeeper.web.http.negotiation import problem, rule_errors

T = TypeVar("T")

# What is refused in one sentence: the status, and the code to go by.
_REFUSED: dict[type[Exception], tuple[int, str]] = {
    NameFault: (422, "form"),
    RuleError: (422, "rules"),
}


def found(value: T | None, what: str) -> T:
    """The value; raises ``Missing`` where there is none of this kind in the club."""
    if value is None:
        raise Missing(what)
    return value


def answer(blueprint: Blueprint) -> None:
    """Answer everything that an act of this blueprint can raise as the problem it is."""
    blueprint.register_error_handler(Refused, declined)
    blueprint.register_error_handler(Unreadable, lambda unreadable: unreadable.answer)
    blueprint.register_error_handler(LookupError, _missing)
    blueprint.register_error_handler(RuleViolation, lambda refused: rule_errors(refused.validation))
    blueprint.register_error_handler(Conflict, _conflict)
    for kind, (status, code) in _REFUSED.items():
        blueprint.register_error_handler(
            kind, lambda refused, status=status, code=code: problem(status, str(refused), code)
        )


def _missing(error: LookupError) -> Response:
    if type(error) is not LookupError:  # a KeyError is a fault of ours
        return fail(error)
    return problem(404, "There is no such entry in this club.", "not_found")


def _conflict(error: Conflict) -> Response:
    return problem(409, str(error), "conflict", theirs=error.theirs.version if error.theirs else None)
