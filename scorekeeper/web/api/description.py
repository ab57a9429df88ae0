"""The interface described (OpenAPI 3.1), read off what declares it: routes, doors and the fields of forms.

By hand, in ``openapi.json``: what reads answer, and the bodies that are no form's.
"""

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from importlib.resources import files
from typing import Any

from flask import Flask
from werkzeug.routing import IntegerConverter, Rule
from wtforms import Field, HiddenField, SelectField
from wtforms.validators import Length

from scorekeeper.names import MAX_REASON
from scorekeeper.rules.cards import options, presets
from scorekeeper.rules.cards.game import Game
from scorekeeper.web.api.auth import Operation
from scorekeeper.web.api.parsing import MOST_LINES, MOST_SIGNS, Fields, choices_of, is_list, is_switch
from scorekeeper.web.fixtures.forms import DayField, TimeField
from scorekeeper.web.forms import KeyField, NameField, ReasonField, WholeNumberField
from scorekeeper.web.leagues.forms import RulesForm
from scorekeeper.web.matches.forms import SetupForm, house_rules

Schema = dict[str, Any]

_ID: Schema = {"type": "string", "minLength": 1, "maxLength": 40}
_DAY, _TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-2][0-9]:[0-5][0-9]"
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


def describe(app: Flask) -> Schema:
    described: Schema = json.loads(files("scorekeeper.web.api").joinpath("openapi.json").read_text("utf-8"))
    parts = described["components"]
    parts["responses"] = {str(status): _refusal(status, words) for status, words in _REFUSALS.items()}
    parts["schemas"] |= _bodies(parts["schemas"])
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
    schema = dict(_ID)
    if isinstance(rule._converters[name], IntegerConverter):
        schema = {"type": "integer", "minimum": 1, "maximum": 999_999}
    elif name == "day":
        schema = {"type": "string", "pattern": f"^{_DAY}$"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _has_key(takes: Fields[Any] | Mapping[str, Fields[Any]] | str) -> bool:
    if isinstance(takes, Fields):
        return any(isinstance(field, KeyField) for field in takes.form(formdata=None))
    return not isinstance(takes, str)


def _body(takes: Fields[Any] | Mapping[str, Fields[Any]] | str) -> Schema:
    if isinstance(takes, str):
        return _ref(takes)
    if isinstance(takes, Fields):
        return _object(takes)
    first, *_ = takes
    ways = [(way, _object(fields)) for way, fields in takes.items()]
    for way, schema in ways:
        schema["properties"]["way"] = {"const": way}
        schema["required"] += [] if way == first else ["way"]
    return {"oneOf": [schema for _, schema in ways]}


def _object(takes: Fields[Any]) -> Schema:
    fields = [field for field in takes.form(formdata=None) if not isinstance(field, KeyField)]
    needed = [field.name for field in fields if takes.needed(field)]
    properties = {field.name: _value(field, needed=field.name in needed) for field in fields}
    defaults = {field.name: field.default for field in fields if choices_of(field) and field.default}
    for name, usual in ({} if takes.stays else {**defaults, **takes.usual}).items():
        if usual is not None:
            properties[name]["default"] = {"yes": True, "no": False}.get(usual, usual)
    return {"type": "object", "additionalProperties": False, "required": needed, "properties": properties}


def _value(field: Field, *, needed: bool) -> Schema:
    """The values that a program may send for this field, in the page's words."""
    length = next((check.max for check in field.validators if isinstance(check, Length)), None)
    words = "" if isinstance(field, HiddenField) else field.label.text
    if isinstance(field, ReasonField):
        length = MAX_REASON
    if isinstance(field, WholeNumberField):
        schema: Schema = {"type": "integer", "minimum": field.least, "maximum": field.most}
    elif is_switch(field):
        schema = {"type": "boolean"}
    elif is_list(field):
        schema, length = _lines(needed=needed), None
    elif isinstance(field, DayField | TimeField):
        pattern, example = (_DAY, "2026-11-24") if isinstance(field, DayField) else (_TIME, "20:30")
        schema, length = {"type": "string", "pattern": f"^{pattern}$" if needed else f"^({pattern})?$"}, None
        words = f"{words}: such as {example}"
    elif chosen := choices_of(field):
        schema = {"enum": chosen}
    elif isinstance(field, SelectField):
        schema = dict(_ID)
    elif isinstance(field, NameField):
        schema = {"type": "string", "minLength": 1, "maxLength": MOST_SIGNS}
    else:
        schema = {"type": "string", **({"minLength": 1} if needed else {})}
    if length and length > 0:
        stop = "" if not words or words.endswith(("?", ".")) else "."
        words = f"{words}{stop} At most {length} letters.".strip()
    return {**schema, **({"description": words} if words else {})}


def _lines(*, needed: bool) -> Schema:
    line = {"type": "string", "minLength": 1, "maxLength": MOST_SIGNS, "pattern": "^[^,;\\n\\r]+$"}
    return {"type": "array", **({"minItems": 1} if needed else {}), "maxItems": MOST_LINES, "items": line}


def _bodies(by_hand: Schema) -> Schema:
    """What is sent for a match beside its forms, where the rules say what there is to choose."""
    match = deepcopy(by_hand["NewMatch"])
    match["properties"]["game"]["enum"] = list(presets.BY_KEY)
    number = {"type": "integer", "minimum": 0, "maximum": 999_999}
    setup = deepcopy(match)
    setup["properties"]["seen"] = {**number, "description": "The match's version that this change knows of."}
    setup["required"] = ["seen", "players"]
    correction = deepcopy(by_hand["NewRound"])
    del correction["properties"]["round"]
    correction["properties"]["standing"] = {**number, "description": "The version that stands there."}
    correction["required"] = ["standing", "event"]
    return {
        "NewMatch": match,
        "Setup": setup,
        "Correction": correction,
        "LeagueRules": _object(Fields(RulesForm, stays=True)),
        "HouseRules": {
            "type": "object",
            "additionalProperties": False,
            "description": "What differs from the preset's card; a rule that the game lacks is refused.",
            "properties": _house_rules(),
        },
    }


def _house_rules() -> Schema:
    lengths = (field for field in SetupForm(formdata=None) if isinstance(field, WholeNumberField))
    rules = {field.name: _value(field, needed=False) for field in lengths}
    for option in options.OPTIONS:
        if not any(option in house_rules(game) for game in Game):
            continue
        rules[option.key] = {"description": option.label} | (
            {"type": "integer", "minimum": option.least, "maximum": option.most}
            if option.kind == "number"
            else {"type": "boolean"}
            if option.kind == "switch"
            else {"enum": option.values}
        )
    return rules
