"""Answers for programs, above all for the outbox on a phone: JSON where a browser's form gets a page.

An entry that was stored is answered with its key, so that a phone can tell this answer from a wifi's
log-in page. What was not stored is answered as problem details (RFC 9457), with a ``code`` to go by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import Response, abort, jsonify, request

from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.services.gate import KeyReused
from scorekeeper.services.matches.subject import Ahead, Conflict
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import entry_version
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.templating import url_for

_NEEDED = {"round": "which round it means", "seen": "which version of the match it has seen"}
_NEEDED["standing"] = "which version of the entry it corrects"


def for_program() -> bool:
    """Whether the request prefers JSON to a page. A browser's own requests never do."""
    return request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json"


def borne() -> str:
    """The secret that the request bears as its token (RFC 6750), empty where it bears none."""
    said = request.authorization
    return (said.token or "") if said and said.type == "bearer" else ""


def wants_page() -> bool:
    """Whether a page's own script sends an act: its answer shows what has become of it (RFC 7240)."""
    return request.headers.get("Prefer", "").partition(";")[0] == "return=representation"


def problem(status: int, detail: str, code: str, **more: object) -> Response:
    """Nothing was stored, and why; ``detail`` is a sentence for the page."""
    answer = jsonify(status=status, title=detail, detail=detail, code=code, **more)
    answer.status_code, answer.mimetype = status, "application/problem+json"
    return answer


def stored(club: Club, match: str, key: str, *, new: bool, **more: object) -> Response:
    """The event is stored, by this request or by an earlier one with the same key.

    ``version`` is the match's version right after this entry, whatever came later; ``more`` goes out as well.
    """
    version = entry_version(get_db(), club.id, match, key)
    page = url_for("matches.show", match=match)
    answer = jsonify({"key": key, "replayed": not new, "version": version, "location": page, **more})
    answer.status_code = 201 if new else 200
    return answer


def require(*fields: str) -> None:
    """Answer 428 to a program that does not say what its entry builds on."""
    for field in fields:
        if for_program() and not request.form.get(field):
            abort(problem(428, f"The entry does not say {_NEEDED[field]}.", "precondition", field=field))


def form_errors(faults: Mapping[Any, Sequence[Any]], **more: object) -> Response:
    errors = {str(name): [str(words) for words in found] for name, found in faults.items()}
    first = next(words for found in errors.values() for words in found)
    return problem(422, first, "form", errors=errors, **more)


def rule_errors(validation: Validation, **more: object) -> Response:
    """What the rules found wrong with the end of a round, fault by fault; the first one is the sentence."""
    first = validation.problems[0]
    problems = [asdict(found) for found in validation.problems]
    return problem(422, first.message, first.code, problems=problems, **more)


def conflict(error: Conflict | KeyReused, theirs: str, mine: str, choices: list[dict[str, Any]]) -> Response:
    """Another phone was first: both values, and what can be done with this phone's own.

    A choice is the address that one's own fields are to be sent to, and the fields to change before.
    """
    if isinstance(error, KeyReused):
        return problem(422, str(error), "key_used")
    code = "ahead" if isinstance(error, Ahead) else "conflict"
    return problem(409, str(error), code, theirs=theirs, mine=mine, choices=choices)


def choice(words: str, action: str, **fields: object) -> dict[str, Any]:
    """One thing that can be done after a conflict: its words, where to send to, the fields to change."""
    return {"words": words, "action": action, "fields": {name: str(value) for name, value in fields.items()}}
