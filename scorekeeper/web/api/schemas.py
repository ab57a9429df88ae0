"""What programs may send, as JSON schemas: read off the fields of a form, or by hand in ``openapi.json``.

The description shows them, and what is sent is checked against the same ones.
"""

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wtforms import BooleanField, Field, HiddenField, RadioField, SelectField, TextAreaField
from wtforms.validators import AnyOf, Length

from scorekeeper.names import MAX_REASON
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import OPTIONS
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.web import forms
from scorekeeper.web.matches.forms import LENGTHS, house_rules

Schema = dict[str, Any]

NEEDED = "This field is needed."
DAY, TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-2][0-9]:[0-5][0-9]"
ID: Schema = {"type": "string", "minLength": 1, "maxLength": 40}
_MOST_SIGNS = 200  # of a name as it is sent; how long one may be is said by the names themselves
_MOST_LINES = 100
_LINE: Schema = {"type": "string", "minLength": 1, "maxLength": _MOST_SIGNS, "pattern": "^[^\\n\\r]+$"}
_STAYS = {"description": "Left out, it stays as it is while as many play."}
_NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 999_999}


def by_hand() -> Schema:
    """What stands in the file: all of the description but what is read off the app."""
    described: Schema = json.loads(Path(__file__).with_name("openapi.json").read_text("utf-8"))
    schemas = described["components"]["schemas"]
    match, end = schemas["NewMatch"], schemas["NewRound"]
    match["properties"]["game"]["enum"] = list(BY_KEY)
    seen = {**_NUMBER, "description": "The match's version that this change knows of."}
    stay = {name: match["properties"][name] | _STAYS for name in ("pairs", "first_leader")}
    del stay["pairs"]["default"]
    schemas["Setup"] = match | {
        "required": ["seen", "players"],
        "properties": {**match["properties"], **stay, "seen": seen},
    }
    fields = {name: field for name, field in end["properties"].items() if name != "round"}
    standing = {**_NUMBER, "minimum": 1, "description": "The version that stands there."}
    schemas["Correction"] = end | {
        "required": ["standing", "event"],
        "properties": {**fields, "standing": standing},
    }
    read = schemas["BoardAsRead"]
    own = {
        "board": {**_NUMBER, "minimum": 1, "maximum": 99},
        "was": {"$ref": "#/components/schemas/BoardAsRead"},
    }
    schemas["Board"] = {**read, "required": ["board"], "properties": {**own, **read["properties"]}}
    del schemas["Board"]["description"]
    schemas["HouseRules"] = rules_of(*Game)
    return described


def rules_of(*games: Game) -> Schema:
    """What a match of these games may be played by beside its preset's card."""
    rules: Schema = {}
    for option in OPTIONS:
        if option.key in LENGTHS or any(option in house_rules(game) for game in games):
            number: Schema = {"type": "integer", "minimum": option.least, "maximum": option.most}
            of_kind: Schema = {"switch": {"type": "boolean"}, "choice": {"enum": option.values}}
            rules[option.key] = {"description": option.label} | of_kind.get(option.kind, number)
    words = "What differs from the preset's card; a rule that the game lacks is refused."
    return {"type": "object", "additionalProperties": False, "description": words, "properties": rules}


SCHEMAS: Schema = by_hand()["components"]["schemas"]


def object_of(
    form: forms.PageForm, needs: tuple[str, ...], usual: Mapping[str, Any], *, stays: bool
) -> Schema:
    fields = [field for field in form if not isinstance(field, forms.KeyField)]
    needed = [
        field.name
        for field in fields
        if field.name in needs or (not stays and field.name not in usual and _is_needed(field))
    ]
    properties = {field.name: value_of(field, needed=field.name in needed) for field in fields}
    defaults = {field.name: field.default for field in fields if choices_of(field) and field.default}
    for name, value in ({} if stays else {**defaults, **usual}).items():
        if value is not None:
            properties[name]["default"] = {"yes": True, "no": False}.get(value, value)
    return {"type": "object", "additionalProperties": False, "required": needed, "properties": properties}


def _is_needed(field: Field) -> bool:
    if isinstance(field, forms.NameField) or field.flags.required:
        return True
    if any(isinstance(check, AnyOf) and None not in check.values for check in field.validators):
        return True
    return type(field) is SelectField and field.default is None


def value_of(field: Field, *, needed: bool) -> Schema:
    """The values that a program may send for this field, in the page's words."""
    length = next((check.max for check in field.validators if isinstance(check, Length)), None)
    words = "" if isinstance(field, HiddenField) else field.label.text
    if isinstance(field, forms.ReasonField):
        length = MAX_REASON
    if isinstance(field, forms.WholeNumberField):
        schema: Schema = {"type": "integer", "minimum": field.least, "maximum": field.most}
    elif is_switch(field):
        schema = {"type": "boolean"}
    elif isinstance(field, TextAreaField | forms.FreeDaysField):
        schema, length = {"type": "array", "maxItems": _MOST_LINES, "items": _LINE}, None
        schema |= {"minItems": 1} if needed else {}
    elif isinstance(field, forms.DayField | forms.TimeField):
        pattern, example = (DAY, "2026-11-24") if isinstance(field, forms.DayField) else (TIME, "20:30")
        schema, length = {"type": "string", "pattern": f"^{pattern}$" if needed else f"^({pattern})?$"}, None
        words = f"{words}: such as {example}"
    elif chosen := choices_of(field):
        schema = {"enum": chosen}
    elif isinstance(field, SelectField):
        schema = dict(ID)
    elif isinstance(field, forms.NameField):
        schema = {"type": "string", "minLength": 1, "maxLength": _MOST_SIGNS}
    else:
        schema = {"type": "string", **({"minLength": 1} if needed else {})}
    if length and length > 0:
        stop = "" if not words or words.endswith(("?", ".")) else "."
        words = f"{words}{stop} At most {length} letters.".strip()
    return {**schema, **({"description": words} if words else {})}


def is_switch(field: Field) -> bool:
    choices = {*(getattr(field, "choices", None) or ())}
    return isinstance(field, BooleanField) or ("yes" in choices and choices <= {"yes", "no", ""})


def choices_of(field: Field) -> list[str]:
    """What this field may be, where the form itself says so."""
    if isinstance(field, RadioField | SelectField) and field.validate_choice:
        return [*(field.choices or ())]
    checks = (check for check in field.validators if isinstance(check, AnyOf))
    return [value for check in checks for value in check.values if value]


def faults_in(values: Mapping[str, Any], schema: Schema) -> dict[str, list[str]]:
    """Which of these fields are not as described, and why; what is in their objects is not looked at."""
    known: Schema = schema["properties"]
    faults = {name: ["There is no such field."] for name in values if name not in known}
    for name, field in known.items():
        if name not in values:
            faults |= {name: [NEEDED]} if name in schema.get("required", ()) else {}
        elif values[name] is None:
            faults[name] = ["Leave a field out rather than send null."]
        elif not _fits(values[name], _meant(field)):
            faults[name] = [f"{_words(_meant(field))}."]
    return faults


def _meant(schema: Schema) -> Schema:
    """The schema itself; of one that is read off a form, that it is an object."""
    return SCHEMAS.get(schema["$ref"].rpartition("/")[2], {"type": "object"}) if "$ref" in schema else schema


def _fits(value: Any, schema: Schema) -> bool:
    if "enum" in schema:
        return any(type(value) is type(one) and value == one for one in schema["enum"])
    match schema["type"]:
        case "integer":
            return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
        case "string":
            least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
            return isinstance(value, str) and least <= len(value) <= most
        case "boolean":
            return isinstance(value, bool)
        case "array":
            each, least, most = _meant(schema["items"]), schema.get("minItems", 0), schema["maxItems"]
            fits = isinstance(value, list) and least <= len(value) <= most
            fits = fits and all(_fits(one, each) for one in value)
            return fits and (each is not _LINE or all(re.fullmatch(_LINE["pattern"], one) for one in value))
    return isinstance(value, dict)


def _words(schema: Schema) -> str:
    if "enum" in schema:
        return f"One of: {', '.join(str(one) for one in schema['enum'] if one != '')}"
    match schema["type"]:
        case "integer":
            return f"A whole number from {schema['minimum']} to {schema['maximum']}"
        case "string":
            most = schema.get("maxLength")
            return f"A text of {schema.get('minLength', 0)} to {most} signs" if most else "A text"
        case "boolean":
            return "true or false"
        case "array":
            each, least, most = _meant(schema["items"]), schema.get("minItems", 0), schema["maxItems"]
            if each["type"] == "integer":
                return f"Two whole numbers from {each['minimum']} to {each['maximum']}"
            many = "objects" if each["type"] == "object" else "texts"
            many += " of one line each" if each is _LINE else ""
            return f"A list of {least} to {most} {many}" if least else f"A list of at most {most} {many}"
    return "An object"
