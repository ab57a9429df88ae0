"""The scorer’s PIN: six digits or more let a phone score, for those who cannot scan a code."""

import hashlib
import hmac
import re
import time

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.ops.logs import host_of
from scorekeeper.services.clubs.pins import forgive_tries, set_pin, try_pin
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.links import generations
from scorekeeper.store.clubs.pins import Client, has_pin
from scorekeeper.web.auth.access import author, grant, needs
from scorekeeper.web.forms.act import chosen
from scorekeeper.web.http.db import get_db

bp = Blueprint("pins", __name__, url_prefix="/c/<club>/pin")

_LEAST_DIGITS, _MOST_DIGITS = 6, 12
_PIN = re.compile(rf"[0-9]{{{_LEAST_DIGITS},{_MOST_DIGITS}}}", re.ASCII)


@bp.get("")
def ask(club: str) -> str:
    """Where the PIN is typed; also for phones that may not even watch yet."""
    return _page(_with_pin(club), "")


@bp.post("")
def enter(club: str) -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Let the phone in, or count the try. Who is let in already is never kept out by a lock."""
    found = _with_pin(club)
    answer = try_pin(get_db(), club, request.form.get("pin", ""), client=_client(), at=int(time.time()))
    if answer.wait:
        words = f"Too many tries. Wait {answer.wait} seconds, or ask for the link."
        return _page(found, words), 429, {"Retry-After": str(answer.wait)}
    if not answer.right:
        return _page(found, "That is not the PIN."), 403  # which the log notes
    grant(club, "score", generations(get_db(), club)["score"])
    return redirect(url_for("clubs.show", club=club), 303)


@bp.route("/settings", methods=["GET", "POST"])
@needs("manage")
def settings(club: Club) -> Response | str | tuple[str, int]:
    """Set the PIN, take it away, or let locked-out phones try again."""
    if request.method != "POST":
        return _settings_page(club, "")
    act, pin = chosen("act", "set", "remove", "unlock"), request.form.get("pin", "")
    if act == "set" and not _PIN.fullmatch(pin):
        return _settings_page(club, f"A PIN has {_LEAST_DIGITS} to {_MOST_DIGITS} digits."), 422
    by = author(club)
    if act == "unlock":
        forgive_tries(get_db(), club.id)
    else:
        set_pin(get_db(), club.id, pin if act == "set" else None, by)
    return redirect(url_for(".settings", club=club.id), 303)


def _client() -> Client:
    """The phone, by the proof that its form carries, and its address; neither can be read from the store."""
    key = current_app.config["SECRET_KEY"]
    who = (f"phone {session.get('csrf_token', '')}", f"address {host_of(request.remote_addr)}")
    phone, address = (hmac.new(key, words.encode(), hashlib.sha256).hexdigest()[:32] for words in who)
    return phone, address


def _with_pin(club: str) -> Club:
    found = find_club(get_db(), club)
    if found is None or not has_pin(get_db(), club):
        abort(404, "This club has no PIN. Ask for its link at the bar.")
    return found


def _page(club: Club, fault: str) -> str:
    return render_template("pins/enter.html", club=club, fault=fault, most_digits=_MOST_DIGITS)


def _settings_page(club: Club, fault: str) -> str:
    return render_template(
        "pins/settings.html", club=club, fault=fault, set=has_pin(get_db(), club.id), most_digits=_MOST_DIGITS
    )
