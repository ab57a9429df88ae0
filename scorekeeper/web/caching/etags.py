"""ETags: the subject of an answer and its version, which is read before anything else."""

from collections.abc import Callable

from flask import Response, abort, g, make_response, request

from scorekeeper.store.engine.versions import Subject, version_of
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.templating import build_id

Version = tuple[int, ...]
_MISSING = {
    "match": "There is no such match in this club.",
    "league": "There is no such league in this club.",
    "fixture": "There is no such fixture in this club.",
}


def version_now(kind: str, club: str, id: str) -> Version:
    """The version of this request's subject, noted for the conditional GET middleware."""
    subject = Subject(kind, club, id)
    noted: tuple[Subject, Version] | None = g.get("about")
    if noted:
        known, version = noted
        if known == subject:
            return version
    version = version_of(get_db(), subject) or abort(404, _MISSING.get(kind, "There is no club here."))
    g.about = (subject, version)
    return version


def same_visitors(before: Version, now: Version) -> bool:
    """Whether between two versions of a subject nobody was renamed, let in or kept out."""
    return before[1:3] == now[1:3]  # the names' and the access's


def tag_of(version: Version, *more: object) -> str:
    """The ETag of what this visitor sees: the facts, the day, their role, and our templates’ build."""
    return tag_under(version, sight(*more))


def sight(*more: object) -> str:
    """What this visitor's view follows from besides the facts."""
    return ".".join(map(str, (*more, today(), visitor().role, build_id())))


def tag_under(version: Version, sight: str) -> str:
    """The ETag of what is seen by visitors of this ``sight``."""
    return ".".join((*map(str, version), sight))


def unless_known(tag: str, make: Callable[[], str]) -> Response:
    """The answer of ``make`` under this ETag; a 304, without calling it, if the phone has it already."""
    answer = make_response("", 304) if tag in request.if_none_match else make_response(make())
    answer.set_etag(tag)
    return answer
