"""The phone's side, inside the pocket: taking a club along, and handing over what was played."""

import json
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.transfer.club_file import ImportRefused
from scorekeeper.services.transfer.handover_file import (
    NotHandedOver,
    handover_lines,
    mark,
    take_along,
    waiting,
)
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.links import generations
from scorekeeper.web.auth.access import grant, needs
from scorekeeper.web.http.csrf import check_csrf, knows_who_asks, never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import JSON_LINES, as_file

bp = Blueprint("hand_over", __name__)

MOST = 50_000_000  # bytes: a club with many seasons, on one's own phone


@bp.url_value_preprocessor  # runs before anything reads the form
def let_files_in(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow these pages in a pocket only, with files of any length up to ``MOST``."""
    if not current_app.config["POCKET"]:
        abort(404, "This page is for the app inside a phone.")
    request.max_content_length = request.max_form_memory_size = MOST


@bp.get("/c/<club>/hand-over")
@needs("manage")
def show(club: Club) -> Response:
    """The page on which a club's matches are handed over."""
    count = len(waiting(get_db(), club.id))
    return never_kept(render_template("pocket/hand_over.html", club=club, waiting=count, fault=""))


@bp.get("/c/<club>/hand-over.jsonl")
@needs("manage")
def file(club: Club) -> Response:
    """A file with everything that the club does not have yet."""
    return as_file(Response("".join(handover_lines(get_db(), club)), mimetype=JSON_LINES), "hand-over.jsonl")


@bp.post("/c/<club>/hand-over")
@needs("manage")
def received(club: Club) -> ResponseReturnValue:
    """Record what the club’s server has: from its answer to this phone, or from a receipt file."""
    try:
        answer = _answer_of_the_club()
        there = [(str(one["entity"]), str(one["id"]), int(one["version"])) for one in answer if one["safe"]]
        left = [one for one in answer if not one["safe"]]
    except (ValueError, KeyError, TypeError):
        abort(422, "That was no answer of the club’s server. Nothing was marked.")
    mark(get_db(), club.id, there)
    if not left:
        return redirect(url_for(".show", club=club.id), 303)
    count = len(waiting(get_db(), club.id))
    return render_template("pocket/hand_over.html", club=club, waiting=count, left=left, fault=""), 409


def _answer_of_the_club() -> list[dict[str, Any]]:
    receipt = request.files.get("receipt")
    if receipt is None:
        return list(json.loads(request.form.get("there", "")))
    return list(json.loads(receipt.read())["taken"])


@bp.get("/take-along")
def come() -> str:
    """``?club=`` names a club of the server that gave us the pocket."""
    club = request.args.get("club", "")
    source = f"/c/{club}/take-along.jsonl" if club.isalnum() else ""
    return render_template("pocket/come_along.html", source=source, fault="")


@bp.post("/take-along")
@knows_who_asks
def come_along() -> ResponseReturnValue:
    """Copy a club to this phone, or update the copy; the phone's owner may do everything there."""
    check_csrf()
    sent = request.files.get("file")
    lines = sent.read().decode(errors="replace").splitlines(keepends=True) if sent else []
    try:
        club = take_along(get_db(), lines)
    except NotHandedOver as error:
        return render_template("pocket/come_along.html", source="", fault=str(error)), 409
    except ImportRefused as error:
        fault = f"{error.refusals[0].sentence} Nothing was changed."
        return render_template("pocket/come_along.html", source="", fault=fault), 422
    grant(club, "manage", generations(get_db(), club)["manage"])
    return redirect(url_for("clubs.show", club=club), 303)
