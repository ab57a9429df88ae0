"""The JSON interface for other programs; ``description.py`` reads off it what it is.

It knows no cookies: each request brings the secret of one of the club's links as a bearer token, and
may do what that link may. Errors are problem details (RFC 9457) with the rules' codes.
"""

from flask import Blueprint, Flask

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.gate import Refused
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.web import doors
from scorekeeper.web.api import matches, reads
from scorekeeper.web.http.errors import declined
from scorekeeper.web.http.negotiation import problem, rule_errors
from scorekeeper.web.leagues import spreadsheet

_BLUEPRINTS = (reads.bp, spreadsheet.API, matches.STARTS, *doors.PROGRAMS)


def _answer_refusals(blueprint: Blueprint) -> None:
    """Answer everything that an act of this blueprint can raise as the problem it is."""
    blueprint.register_error_handler(Refused, declined)
    blueprint.register_error_handler(RuleViolation, lambda refused: rule_errors(refused.validation))
    blueprint.register_error_handler(
        Conflict, lambda one: problem(409, str(one), "conflict", theirs=one.theirs and one.theirs.version)
    )
    blueprint.register_error_handler(RuleError, lambda fault: problem(422, str(fault), "rules"))


for _blueprint in _BLUEPRINTS:
    _answer_refusals(_blueprint)


def init_app(app: Flask) -> None:
    """Register the interface. No browser holds its tokens, so no other site can make one send them."""
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
