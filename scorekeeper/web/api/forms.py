"""A page's form filled from JSON, so that the same values are valid, with the same error sentences."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, TextAreaField

from scorekeeper.web.api.parsing import Unreadable, idempotency_key, read_body
from scorekeeper.web.fixtures.forms import FreeDaysField
from scorekeeper.web.forms import KeyField, PageForm, WholeNumberField
from scorekeeper.web.http.negotiation import form_errors

_LINE = re.compile(r"[^,;\n\r]{1,200}")  # commas and line breaks separate names or days
MOST_LINES = 100
F = TypeVar("F", bound=PageForm)


def filled(make: Callable[..., F], before: Mapping[str, Any] | None = None, *beside: str) -> F:
    """The valid form that the request's JSON object fills in, its fields named as on the page.

    ``before`` is what stands there already and stays where the request says nothing; ``beside`` names what is
    read of the request elsewhere. A form with a key takes the request's Idempotency-Key.

    Raises ``Unreadable``.
    """
    empty = make(formdata=None)
    fields = {field.name: field for field in empty if not isinstance(field, KeyField)}
    body = read_body(*fields, *beside)
    typed = {name: str(value) for name, value in (before or {}).items() if value is not None}
    for name, value in body.values.items():
        if name in fields:
            text = _as_typed(fields[name], value)
            if text is None:
                body.faults[name] = [f"{_kind(fields[name])}."]
            else:
                typed[name] = text
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
    """Whether the field is true or false."""
    if isinstance(field, BooleanField):
        return True
    choices = {str(choice.value) for choice in getattr(field, "choices", None) or []}
    return bool(choices) and choices <= {"yes", "no", ""}


def is_list(field: Field) -> bool:
    """Whether the field takes several texts."""
    return isinstance(field, TextAreaField | FreeDaysField)


def _kind(field: Field) -> str:
    """The kind of value that the field takes, for an error sentence."""
    if isinstance(field, WholeNumberField):
        return "A whole number"
    if is_switch(field):
        return "true or false"
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
