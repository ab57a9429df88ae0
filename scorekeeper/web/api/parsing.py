"""What a program sends, read strictly: a JSON object with the fields that are described, and no others."""

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any

from flask import Response, request

from scorekeeper.names import clean_name
from scorekeeper.services.matches.idempotency import IdempotencyKey
from scorekeeper.web.http.negotiation import problem

_KEY = re.compile(r"[!-~]{1,64}", re.ASCII)
_MOST_REASON = 200


class Unreadable(Exception):
    """The request cannot be read at all; ``answer`` says why."""

    def __init__(self, status: int, detail: str, code: str) -> None:
        super().__init__(detail)
        self.answer: Response = problem(status, detail, code)


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
        """The text of this field; None, with a fault, where it is empty or longer than ``most`` signs."""
        value = self._value(name, needed)
        if value is None:
            return None
        if not isinstance(value, str) or not 0 < len(value) <= most:
            self._fault(name, f"A text of 1 to {most} signs.")
            return None
        return value

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        """The field, which has to be one of ``choices``."""
        value = self._value(name, True)
        if value not in choices:
            self._fault(name, f"One of: {', '.join(choices)}.")
        return str(value)

    def flag(self, name: str) -> bool:
        """The field as true or false; false where it is left out."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            self._fault(name, "true or false.")
        return value is True

    def objects(self, name: str, most: int) -> list[dict[str, Any]]:
        """The field's objects, ``most`` of them at the most; none where it is left out."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(v, dict) for v in value):
            self._fault(name, f"A list of at most {most} objects.")
            return []
        return value

    def texts(self, name: str, most: int, longest: int) -> list[str]:
        """The texts of this field, ``most`` of them at the most; none, with a fault, where it is no list."""
        value = self._value(name, True)
        good = isinstance(value, list) and 0 < len(value) <= most
        if not good or not all(isinstance(one, str) and 0 < len(one) <= longest for one in value):
            if name not in self.faults:
                self._fault(name, f"A list of 1 to {most} texts.")
            return []
        return [str(one) for one in value]

    def reason(self) -> str | None:
        return clean_name(self.text("reason", _MOST_REASON) or "") or None

    def _value(self, name: str, needed: bool) -> Any:
        if name not in self.values and needed:
            self._fault(name, "This field is needed.")
        elif name in self.values and self.values[name] is None:
            self._fault(name, "Leave a field out rather than send null.")
        return self.values.get(name)

    def _fault(self, name: str, sentence: str) -> None:
        self.faults.setdefault(name, []).append(sentence)


def read_body(*known: str) -> JsonFields:
    """The request's JSON object. Raises ``Unreadable`` where it is none."""
    if request.mimetype != "application/json":
        raise Unreadable(415, "Send JSON: Content-Type: application/json.", "media_type")
    try:
        values = json.loads(request.get_data(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Unreadable(400, "The body is not JSON.", "json") from None
    if not isinstance(values, dict):
        raise Unreadable(422, "The body is not a JSON object.", "json")
    return JsonFields(values, known)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def idempotency_key(body: JsonFields) -> IdempotencyKey:
    """The request's Idempotency-Key, with a fingerprint of what it says and where to."""
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Unreadable(400, "Send an Idempotency-Key header of 1 to 64 plain signs.", "idempotency_key")
    said = json.dumps([request.path, body.values], sort_keys=True)
    return IdempotencyKey(key, hashlib.sha256(said.encode()).hexdigest())
