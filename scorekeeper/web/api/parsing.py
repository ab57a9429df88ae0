"""What a program sends, read strictly: a JSON object with the fields that are described, and no others."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from flask import Response, request
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, RadioField, SelectField, TextAreaField
from wtforms.validators import AnyOf

from scorekeeper.names import MAX_REASON, NameFault, clean_name, parse_name
from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.web.fixtures.forms import FreeDaysField
from scorekeeper.web.forms import KeyField, NameField, PageForm, WholeNumberField
from scorekeeper.web.http.negotiation import form_errors, problem

_KEY = re.compile(r"[!-~]{1,64}", re.ASCII)
NEEDED = "This field is needed."
MOST_SIGNS = 200  # of a name as it is sent; how long one may be is said by the names themselves


class Unreadable(Exception):
    """The request cannot be read, or one of its fields; ``answer`` says why."""

    def __init__(self, answer: Response) -> None:
        super().__init__(answer.status)
        self.answer = answer


class JsonFields:
    """The fields of a request; what is wrong with them is collected in ``faults``."""

    def __init__(self, values: dict[str, Any], known: Iterable[str]) -> None:
        self.values = values
        self.faults: dict[str, list[str]] = {
            name: ["There is no such field."] for name in values if name not in set(known)
        }

    def whole(self, name: str, least: int = 0, most: int = 999_999, *, needed: bool = False) -> int | None:
        """The whole number of this field; None, with a fault, where it is none from ``least`` to ``most``."""
        value = self._value(name, needed)
        if value is None:
            return None
        number = isinstance(value, int | float) and not isinstance(value, bool)
        # The bounds come first: 1e999 is a number in JSON, and no whole one.
        if not number or not least <= value <= most or value != int(value):
            self._fault(name, f"A whole number from {least} to {most}.")
            return None
        return int(value)

    def text(self, name: str, most: int, *, needed: bool = False) -> str | None:
        value = self._value(name, needed)
        if value is None:
            return None
        if not isinstance(value, str) or not 0 < len(value) <= most:
            self._fault(name, f"A text of 1 to {most} signs.")
            return None
        return value

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        value = self._value(name, True)
        if value not in choices and name not in self.faults:
            self._fault(name, f"One of: {', '.join(choices)}.")
        return str(value)

    def flag(self, name: str) -> bool:
        value = self._value(name, False)
        if name in self.values and not isinstance(value, bool):
            self._fault(name, "true or false.")
        return value is True

    def objects(self, name: str, most: int, *, required: bool = False) -> list[dict[str, Any]]:
        value = self.values.get(name, None if required else [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(v, dict) for v in value):
            self._fault(name, f"A list of at most {most} objects.")
            return []
        return value

    def part(self, name: str) -> dict[str, Any]:
        value = self._value(name, False)
        if name in self.values and value is not None and not isinstance(value, dict):
            self._fault(name, "An object.")
        return value if isinstance(value, dict) else {}

    def pair(self, name: str, most: int) -> tuple[int, int] | None:
        value = self._value(name, False)
        if value is None:
            return None
        both = value if isinstance(value, list) else []
        if len(both) != 2 or not all(type(one) is int and 0 <= one <= most for one in both):
            self._fault(name, f"Two whole numbers from 0 to {most}.")
            return None
        return both[0], both[1]

    def texts(self, name: str, most: int, longest: int, *, needed: bool = True) -> list[str]:
        value = self._value(name, needed)
        if value is None and not needed:
            return []
        good = isinstance(value, list) and 0 < len(value) <= most
        if not good or not all(isinstance(one, str) and 0 < len(one) <= longest for one in value):
            if name not in self.faults:
                self._fault(name, f"A list of 1 to {most} texts.")
            return []
        return [str(one) for one in value]

    def name(self, what: str) -> str:
        """The field ``name`` as a club keeps names; empty, with a fault, where it is none."""
        typed = self.text("name", MOST_SIGNS, needed=True)
        try:
            return parse_name(typed, what) if typed is not None else ""
        except NameFault as fault:
            self._fault("name", str(fault))
            return ""

    def reason(self) -> str | None:
        return clean_name(self.text("reason", MAX_REASON) or "") or None

    def verify(self) -> None:
        if self.faults:
            first = next(iter(self.faults))
            detail = f"{first}: {self.faults[first][0]}"
            raise Unreadable(problem(422, detail, "form", errors=self.faults))

    def _value(self, name: str, needed: bool) -> Any:
        if name not in self.values and needed:
            self._fault(name, NEEDED)
        elif name in self.values and self.values[name] is None:
            self._fault(name, "Leave a field out rather than send null.")
        return self.values.get(name)

    def _fault(self, name: str, sentence: str) -> None:
        self.faults.setdefault(name, []).append(sentence)


def read_body(*known: str) -> JsonFields:
    """The request's JSON object. Raises ``Unreadable`` where it is none."""
    if request.mimetype != "application/json":
        raise Unreadable(problem(415, "Send JSON: Content-Type: application/json.", "media_type"))
    try:
        values = json.loads(request.get_data(), parse_constant=_no_constant, object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise Unreadable(problem(400, "The body is not JSON.", "json")) from None
    if not isinstance(values, dict):
        raise Unreadable(problem(422, "The body is not a JSON object.", "json"))
    return JsonFields(values, known)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; of a field that it has twice, nobody could say which one is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(problem(400, f"{twice}: This field is there twice.", "json"))
    return found


def optional_key() -> IdempotencyKey | None:
    """The Idempotency-Key of a request whose body has been read, None where it sends none."""
    return idempotency_key(read_body()) if "Idempotency-Key" in request.headers else None


def idempotency_key(body: JsonFields) -> IdempotencyKey:
    """The request's Idempotency-Key, with a fingerprint of what it says and where to."""
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        detail = "Send an Idempotency-Key header of 1 to 64 plain signs."
        raise Unreadable(problem(400, detail, "idempotency_key"))
    said = json.dumps([request.path, body.values], sort_keys=True)
    return IdempotencyKey(key, hashlib.sha256(said.encode()).hexdigest())


_LINE = re.compile(r"[^,;\n\r]{1,200}")  # commas and line breaks separate names or days
MOST_LINES = 100
F = TypeVar("F", bound=PageForm)


class Fields(NamedTuple, Generic[F]):
    """A form whose fields a program sends as JSON, named as on the page.

    It may leave out what is ``usual``, and everything where what it leaves out ``stays``; it ``needs``
    some that a page may leave out.
    """

    form: type[F]
    usual: Mapping[str, Any] = {}
    stays: bool = False
    needs: tuple[str, ...] = ()

    def needed(self, field: Field) -> bool:
        """Whether a program has to send this field."""
        if field.name in self.needs or self.stays or field.name in self.usual:
            return field.name in self.needs
        if isinstance(field, NameField) or field.flags.required:
            return True
        if any(isinstance(check, AnyOf) and None not in check.values for check in field.validators):
            return True
        return type(field) is SelectField and field.default is None


def filled(
    takes: Fields[F], make: Callable[..., F], before: Mapping[str, Any] | None = None, *beside: str
) -> F:
    """The valid form that the request's JSON object fills in.

    ``before`` is what stands there already and stays where the request says nothing; ``beside`` names what is
    read of the request elsewhere. A form with a key takes the request's Idempotency-Key.

    Raises ``Unreadable``.
    """
    empty = make(formdata=None)
    fields = {field.name: field for field in empty if not isinstance(field, KeyField)}
    body = read_body(*fields, *beside)
    typed = {name: str(value) for name, value in (before or takes.usual).items() if value is not None}
    for name, field in fields.items():
        if name in body.values:
            text = _as_typed(field, body.values[name])
            if text is None:
                body.faults[name] = [f"{_kind(field)}."]
            else:
                typed[name] = text
        elif takes.needed(field):
            body.faults[name] = [NEEDED]
    body.verify()
    if any(isinstance(field, KeyField) for field in empty):
        typed["key"] = idempotency_key(body).key
    form = make(formdata=MultiDict(typed))
    if not form.validate():
        raise Unreadable(form_errors(form.errors))
    return form


def settings_of(form: PageForm) -> dict[str, Any]:
    """What stands in the form's fields, as ``filled`` takes it; a number that is not set is left out."""
    values: dict[str, Any] = {}
    for field in form:
        if is_switch(field):
            values[field.name] = field.data == "yes"
        elif field.data is not None and not isinstance(field, KeyField):
            values[field.name] = field.data
    return values


def is_switch(field: Field) -> bool:
    if isinstance(field, BooleanField):
        return True
    choices = {str(choice.value) for choice in getattr(field, "choices", None) or []}
    return bool(choices) and choices <= {"yes", "no", ""}


def is_list(field: Field) -> bool:
    return isinstance(field, TextAreaField | FreeDaysField)


def choices_of(field: Field) -> list[str]:
    """What this field may be, where the form itself says so."""
    if isinstance(field, RadioField | SelectField):
        return [str(choice.value) for choice in field.choices or ()] if field.validate_choice else []
    checks = (check for check in field.validators if isinstance(check, AnyOf))
    return [value for check in checks for value in check.values if value]


def _kind(field: Field) -> str:
    if isinstance(field, WholeNumberField):
        return "A whole number"
    if is_switch(field):
        return "true or false"
    if chosen := choices_of(field):
        return f"One of: {', '.join(chosen)}"
    return f"A list of at most {MOST_LINES} texts without commas" if is_list(field) else "A text"


def _as_typed(field: Field, value: object) -> str | None:
    """What a browser would have sent for this value; None for a value that the field does not take."""
    if isinstance(value, bool):
        if not is_switch(field):
            return None
        off = "no" if any(choice.value == "no" for choice in getattr(field, "choices", None) or []) else ""
        return "yes" if value else off
    if is_switch(field):
        return None
    if isinstance(field, WholeNumberField):
        return _whole(value)
    if is_list(field):
        return _lines(value)
    if (chosen := choices_of(field)) and value not in chosen:
        return None
    return value if isinstance(value, str) else None


def _whole(value: object) -> str | None:
    # The bounds come first: 1e999 is a number in JSON, and no whole one.
    if isinstance(value, int | float) and 0 <= value < 1e6 and value == int(value):
        return str(int(value))
    return None


def _lines(value: object) -> str | None:
    if not isinstance(value, list) or len(value) > MOST_LINES:
        return None
    if not all(isinstance(line, str) and _LINE.fullmatch(line) for line in value):
        return None
    return "\n".join(value)
