"""The nickname of a phone, asked once: beside the first round that it enters, or below the keys for plays."""

import re

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.names import NameFault, parse_name
from scorekeeper.services.clubs.names import rename_device
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.http.db import get_db

bp = Blueprint("device_name", __name__, url_prefix="/c/<club>/matches/<match>/phone")

FIELD = "phone_name"  # in the form of a round, where the phone is asked
_GIVEN = re.compile(r"Phone [0-9]+")  # what a phone is called that nobody has named


@bp.post("")
@needs("score")
def answer(club: Club, match: str) -> Response:
    """The answer to the question on a match's page, given or left empty."""
    if load_match(get_db(), club.id, match) is None:
        abort(404, "There is no such match in this club.")
    take_name(club)
    return redirect(url_for("matches.show", club=club.id, match=match), 303)


def was_asked(club: Club) -> bool:
    """Whether this phone has answered, even with an empty name."""
    return club.id in session.get("asked", [])


def is_numbered(nickname: str) -> bool:
    """Whether nobody has given this phone a name."""
    return _GIVEN.fullmatch(nickname) is not None


def asks_name(club: Club) -> bool:
    """Whether this phone has neither a name nor been asked for one."""
    if visitor().device is None or was_asked(club):
        return False
    nickname = visitor().nickname
    return nickname is None or is_numbered(nickname)


def take_name(club: Club) -> None:
    """Rename the phone as answered; without a valid name it keeps its number and is not asked again."""
    if not asks_name(club):
        return
    session["asked"] = [*session.get("asked", []), club.id]
    try:
        name = parse_name(request.form.get(FIELD, ""))
    except NameFault:
        return
    rename_device(asks(club), club.id, name)
