"""PINs of six digits or more: the scorer’s, for those who cannot scan a code, and those of teams’ links."""

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.ops.logs import host_of
from scorekeeper.services.clubs.administration import forgive_tries, set_pin, try_pin
from scorekeeper.store.clubs.access import Client, generations, has_pin
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.engine.ids import new_id
from scorekeeper.web.auth.access import asks
from scorekeeper.web.auth.passes import grant
from scorekeeper.web.doors import Answer, page_at
from scorekeeper.web.forms import chosen
from scorekeeper.web.http.answers import on_a_phone
from scorekeeper.web.http.db import get_db

bp = Blueprint("pins", __name__, url_prefix="/c/<club>/pin")

Refusal = tuple[str, int, dict[str, str]]

_LEAST_DIGITS, MOST_DIGITS = 6, 12
_PIN = re.compile(rf"[0-9]{{{_LEAST_DIGITS},{MOST_DIGITS}}}", re.ASCII)


@bp.get("")
def ask(club: str) -> str:
    """The page for typing the PIN; also for phones that may not even watch yet."""
    _with_pin(club)
    return pin_page()


@bp.post("")
def enter(club: str) -> Response | Refusal:
    """Admit the phone, or count the try. A phone that has access already is never locked out."""
    _with_pin(club)
    if refusal := refused_pin(club):
        return refusal
    grant(club, "score", generations(get_db(), club)["score"])
    return redirect(url_for("clubs.show"), 303)


@page_at(bp, "/settings", role="manage", posts=True)
def settings(club: Club) -> Answer:
    sent = request.method == "POST"
    fault = change_pin(club, partial(set_pin, asks(club), club.id)) if sent else ""
    if sent and not fault:
        return redirect(url_for(".settings"), 303)
    known = {"set": has_pin(get_db(), club.id), "most_digits": MOST_DIGITS, "at": on_a_phone(url_for(".ask"))}
    return render_template("pins/settings.html", fault=fault, **known), 422 if fault else 200


def change_pin(club: Club, save: Callable[[str | None], object]) -> str:
    """Do what the form of a PIN's settings asks for; why it cannot be done, or "" where it was.

    ``save`` stores the new PIN, or takes it away with None.
    """
    act, pin = chosen("act", "set", "remove", "unlock"), request.form.get("pin", "")
    if act == "set" and not _PIN.fullmatch(pin):
        return f"A PIN has {_LEAST_DIGITS} to {MOST_DIGITS} digits."
    if act == "unlock":
        forgive_tries(asks(club), club.id)
    else:
        save(pin if act == "set" else None)
    return ""


def refused_pin(club: str, squad: str = "", team: str = "") -> Refusal | None:
    """A page to type the PIN again, or that of a ``team``’s link, with the reason; None if it was right."""
    typed, at = request.form.get("pin", ""), int(time.time())
    answer = try_pin(get_db(), club, typed, client=_client(), at=at, squad=squad)
    if answer.wait:
        words = f"Too many tries. Wait {answer.wait} seconds, or ask for the link."
        return pin_page(words, team), 429, {"Retry-After": str(answer.wait)}
    return None if answer.right else (pin_page("That is not the PIN.", team), 403, {})  # which the log notes


def pin_page(fault: str = "", team: str = "") -> str:
    """Where the PIN is typed, sent to where this page lies; ``team`` where it is that of a team's link."""
    return render_template("pins/enter.html", fault=fault, team=team, most_digits=MOST_DIGITS)


def _client() -> Client:
    """The phone, by what its cookie holds since its first try, and its address, both as keyed hashes."""
    key = current_app.config["SECRET_KEY"]
    who = (f"phone {session.setdefault('tries', new_id())}", f"address {host_of(request.remote_addr)}")
    phone, address = (hmac.new(key, words.encode(), hashlib.sha256).hexdigest()[:32] for words in who)
    return phone, address


def _with_pin(club: str) -> None:
    if find_club(get_db(), club) is None or not has_pin(get_db(), club):
        abort(404, "This club has no PIN. Ask for its link at the bar.")
