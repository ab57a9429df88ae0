"""A club put back from a copy that its manager chooses, or that is shown where the file is damaged."""

from pathlib import Path

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, is_postgres
from scorekeeper.ops.rescue import Offer
from scorekeeper.services.gate import Refused
from scorekeeper.services.transfer.copies import copy_named, held_in, held_in_copies, held_now, restore_club
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.transfer.restore import PUT_BACK
from scorekeeper.timestamps import timestamp
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.headers import never_kept
from scorekeeper.web.http.read_only import note_read_only

bp = Blueprint("copies", __name__, url_prefix="/c/<club>/copies")
# Only where the server's file is damaged and a copy is shown in its place.
offered_bp = Blueprint("offered", __name__)


@page_at(bp, "", role="manage", kept="never")
def index(club: Club) -> str:
    copies = held_in_copies(*_places(), club.id)
    done = (change for change in changes(get_db(), club.id, [club.id]) if change.field == PUT_BACK)
    return render_template("copies/index.html", copies=copies, last=next(done, None))


@page_at(bp, "/<name>", role="manage", kept="never")
def show(club: Club, name: str, problem: str = "") -> str:
    try:
        held, matches = held_in(get_db(), copy_named(*_places(), name), club.id)
    except Refused as error:
        abort(404, str(error))
    return render_template("copies/show.html", held=held, matches=matches, problem=problem)


@bp.post("/<name>")
@needs("manage")
def put_back(club: Club, name: str) -> Response | tuple[str, int]:
    try:
        database, folder = _places()
        copy = copy_named(database, folder, name)
        restore_club(asks(club), database, copy, request.form.get("seen", "")[:20])
    except Refused as error:
        if error.status != 422:
            raise
        return show(club, name, str(error)), 422
    return redirect(url_for(".index"), 303)


def _places() -> tuple[Path, Path]:
    """The database and the folder of its copies; a database server has copies of its own."""
    database = current_app.config["DATABASE"]
    if is_postgres(database):
        abort(404, "Copies of this server are its operator’s.")
    return database, backups_folder(database)


@page_at(offered_bp, "/c/<club>/go-on", role="manage", kept="never")
def ask(club: Club) -> str:
    held, matches = held_now(get_db(), club.id, _offer().made_at)
    alone = len(clubs(get_db())) == 1
    return render_template("copies/offered.html", held=held, matches=matches, alone=alone)


@offered_bp.post("/c/<club>/go-on")
@needs("manage", always=True)
def go_on(_: Club) -> Response:
    """Go on from the copy that is shown; where other clubs are here as well, their operator decides."""
    if len(clubs(get_db())) > 1:
        abort(403, "There are other clubs here as well: whoever runs this server decides.")
    _offer().choose()
    note_read_only(None)
    to, made_at = url_for("clubs.show"), timestamp(_offer().made_at)
    return never_kept(render_template("copies/coming.html", to=to, made_at=made_at))


def _offer() -> Offer:
    offer: Offer = current_app.config["OFFERED"]
    return offer
