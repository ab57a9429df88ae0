"""Phones: what one is called, asked once beside its first round; and what the manager’s list says of each."""

import re
from collections.abc import Collection

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.names import NameFault, parse_name
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.names import rename_device
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.access import ActivePhone
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.http.templating import day

bp = Blueprint("device_name", __name__, url_prefix="/c/<club>/matches/<match>/phone")

FIELD = "phone_name"  # in the form of a round, where the phone is asked
_GIVEN = re.compile(r"Phone [0-9]+")  # what a phone is called that nobody has named
SHOWN = 30  # those that acted last; a season knows hundreds
_ROLES = {"manage": "manages", "score": "scores"}


@bp.post("")
@needs("score", MATCH)
def answer(club: Club, _: MatchState) -> Response:
    take_name(club)
    return redirect(url_for("matches.show"), 303)


def is_numbered(nickname: str) -> bool:
    return _GIVEN.fullmatch(nickname) is not None


def asks_name(club: Club) -> bool:
    if visitor().device is None or club.id in session.get("asked", []):
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


def words_of(phone: ActivePhone, teams: Collection[str] = ()) -> str:
    """``scores, 21 Nov 2026, 118 entries``: what the manager goes by, beside its ``teams`` as a captain's."""
    role = "a program" if phone.id.startswith("api-") else _ROLES.get(phone.role or "", "")
    if phone.role == "captain":
        role = "" if teams else "captain until the link ended"
    entered = counted(phone.entries, "entry", "entries") if phone.entries else ""
    return ", ".join(filter(None, (role, day(phone.seen_at), entered)))
