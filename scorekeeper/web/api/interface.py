"""The JSON interface for other programs, and its description.

It knows no cookies: each request brings the secret of one of the club's links as a bearer token, and
may do what that link may. Errors are problem details (RFC 9457) with the rules' codes.

The description (OpenAPI 3.1) is read off what declares it: routes, doors and the fields of forms. By hand, in
``openapi.json``: what reads answer, and the bodies that are no form's.
"""

import re

from flask import Flask, Response, current_app, jsonify
from werkzeug.routing import IntegerConverter, Rule

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.gate import Refused
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.web import doors
from scorekeeper.web.api import matches, reads
from scorekeeper.web.api.requests import Fields, Operation, Takes
from scorekeeper.web.api.schemas import DAY, ID, Schema, by_hand
from scorekeeper.web.forms import KeyField
from scorekeeper.web.http.errors import declined
from scorekeeper.web.http.negotiation import problem, rule_errors
from scorekeeper.web.leagues import spreadsheet
from scorekeeper.web.leagues.forms import RulesForm

_BLUEPRINTS = (reads.bp, spreadsheet.API, matches.STARTS, *doors.PROGRAMS)
_KEY = "Made anew for each act; the same key does it once, and is answered as it was the first time."
# What may be answered instead, of a read and of an act.
_ERRORS = {
    400: "It cannot be read.",
    401: "No token, or one that opens nothing.",
    404: "There is nothing at this address.",
    422: "The rules or the fields refuse it; code says which.",
}
_REFUSALS = {
    **_ERRORS,
    403: "The token may not do this.",
    409: "Somebody else was first; the detail says what stands there.",
    413: "More than a round can hold.",
    415: "The body is not JSON.",
    423: "The season is in the archive.",
    429: "More than one link, or one club, may do in an hour; Retry-After says when it goes on.",
    503: "Try again in a moment.",
}
_HEADERS = {401: "WWW-Authenticate", 503: "Retry-After"}


# Everything that an act can raise is answered as the problem it is.
for _blueprint in _BLUEPRINTS:
    _blueprint.register_error_handler(Refused, declined)
    _blueprint.register_error_handler(RuleViolation, lambda refused: rule_errors(refused.validation))
    _blueprint.register_error_handler(
        Conflict, lambda one: problem(409, str(one), "conflict", theirs=one.theirs and one.theirs.version)
    )
    _blueprint.register_error_handler(RuleError, lambda fault: problem(422, str(fault), "rules"))


@reads.bp.get("/api/v1/openapi.json")
def description() -> Response:
    return jsonify(describe(current_app))


def describe(app: Flask) -> Schema:
    described = by_hand()
    parts = described["components"]
    parts["responses"] = {str(status): _refusal(status, words) for status, words in _REFUSALS.items()}
    parts["schemas"]["LeagueRules"] = Fields(RulesForm, stays=True).schema()
    paths: dict[str, Schema] = {}
    for rule in app.url_map.iter_rules():
        operation = getattr(app.view_functions[rule.endpoint], "operation", None)
        if operation:
            path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule).removeprefix("/api/v1")
            method = "post" if "POST" in (rule.methods or ()) else "get"
            words = app.view_functions[rule.endpoint].__doc__ or ""
            paths.setdefault(path, {})[method] = _operation(rule, operation, words, acts=method == "post")
    return {**described, "paths": dict(sorted(paths.items()))}


def _operation(rule: Rule, said: Operation, words: str, *, acts: bool) -> Schema:
    at = [_parameter(name, rule) for name in re.findall(r"<(?:int:)?(\w+)>", rule.rule)]
    answer = {"description": "Done." if acts else "Read.", "content": _json(_ref(said.answers))}
    operation: Schema = {
        "operationId": rule.endpoint.removeprefix("api").strip("._").replace(".", "_"),
        "summary": words.partition("\n")[0],
        "x-role": said.role,
        "parameters": [*at, *({"$ref": f"#/components/parameters/{name}"} for name in said.query)],
        "responses": {
            **{str(status): answer for status in said.status},
            **{
                str(status): {"$ref": f"#/components/responses/{status}"}
                for status in (_REFUSALS if acts else _ERRORS)
            },
        },
    }
    if acts:
        key = {"name": "Idempotency-Key", "in": "header", "required": said.keyed or _has_key(said.takes)}
        schema = {"type": "string", "pattern": "^[!-~]{1,64}$"}
        operation["parameters"].append({**key, "description": _KEY, "schema": schema})
        operation["requestBody"] = {"required": True, "content": _json(_body(said.takes))}
    return operation


def _ref(schema: str) -> Schema:
    return {"$ref": f"#/components/schemas/{schema}"}


def _json(schema: Schema, kind: str = "application/json") -> Schema:
    return {kind: {"schema": schema}}


def _refusal(status: int, words: str) -> Schema:
    answer = {"description": words, "content": _json(_ref("Problem"), "application/problem+json")}
    headers = {_HEADERS[status]: {"schema": {"type": "string"}}} if status in _HEADERS else {}
    return {**answer, "headers": headers}


def _parameter(name: str, rule: Rule) -> Schema:
    schema = dict(ID)
    if isinstance(rule._converters[name], IntegerConverter):
        schema = {"type": "integer", "minimum": 1, "maximum": 999_999}
    elif name == "day":
        schema = {"type": "string", "pattern": f"^{DAY}$"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _has_key(takes: Takes) -> bool:
    if isinstance(takes, Fields):
        return any(isinstance(field, KeyField) for field in takes.form(formdata=None))
    return not isinstance(takes, str)


def _body(takes: Takes) -> Schema:
    if isinstance(takes, str):
        return _ref(takes)
    if isinstance(takes, Fields):
        return takes.schema()
    first, *_ = takes
    ways = [(way, fields.schema()) for way, fields in takes.items()]
    for way, schema in ways:
        schema["properties"]["way"] = {"const": way}
        schema["required"] += [] if way == first else ["way"]
    return {"oneOf": [schema for _, schema in ways]}


def init_app(app: Flask) -> None:
    """Register the interface. No browser holds its tokens, so no other site can make one send them."""
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
