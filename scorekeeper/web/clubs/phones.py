"""The phones that may act in a club, for its manager, who ends them one by one."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.administration import end_phone, reset_limits
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.devices import ActivePhone
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.http.templating import day

bp = Blueprint("phones", __name__, url_prefix="/c/<club>/phones")

SHOWN = 30  # those that acted last; a season knows hundreds
_ROLES = {"manage": "manages", "captain": "captain", "score": "scores"}


@bp.post("/<phone>/end")
@needs("manage")
def end(club: Club, phone: str) -> Response:
    """Sign this phone out at once."""
    end_phone(asks(club), phone)
    return redirect(url_for("clubs.settings", club=club.id, _anchor="phones"), 303)


@bp.post("/limits")
@needs("manage")
def reset(club: Club) -> Response:
    """Let phones go on that have reached an hour's limit."""
    reset_limits(asks(club), club.id)
    return redirect(url_for("clubs.settings", club=club.id, _anchor="phones"), 303)


def words_of(phone: ActivePhone) -> str:
    """``scores, 21 Nov 2026, 118 entries``: what the manager goes by."""
    role = "a program" if phone.id.startswith("api-") else _ROLES.get(phone.role or "", "")
    entered = counted(phone.entries, "entry", "entries") if phone.entries else ""
    return ", ".join(filter(None, (role, day(phone.seen_at), entered)))
