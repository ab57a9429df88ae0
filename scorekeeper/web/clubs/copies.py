"""The club's copies: what each holds, and the club put back as it was when one was made."""

from pathlib import Path

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, is_url
from scorekeeper.ops.rescue import Offer
from scorekeeper.services.gate import Refused
from scorekeeper.services.transfer.copies import held_in, held_in_copies, held_now, restore_club
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db

bp = Blueprint("copies", __name__)
# Only where the server's file is damaged and a copy is shown in its place.
offered_bp = Blueprint("offered", __name__)


@bp.get("/c/<club>/copies")
@needs("manage")
def index(club: Club) -> Response:
    """The copies that this server has of the club, newest first."""
    copies = held_in_copies(*_places(), club.id)
    return never_kept(render_template("copies/index.html", club=club, copies=copies))


@bp.get("/c/<club>/copies/<name>")
@needs("manage")
def show(club: Club, name: str) -> Response:
    """What one copy holds, to look at only."""
    return never_kept(_page(club, name))


@bp.post("/c/<club>/copies/<name>")
@needs("manage")
def put_back(club: Club, name: str) -> Response | tuple[str, int]:
    """Put the club back as it was then."""
    try:
        restore_club(asks(club), *_places(), name, request.form.get("seen", "")[:20])
    except Refused as error:
        if error.status != 422:
            raise
        return _page(club, name, str(error)), 422
    return redirect(url_for("clubs.show", club=club.id), 303)


def _page(club: Club, name: str, problem: str = "") -> str:
    try:
        held, matches = held_in(get_db(), *_places(), club.id, name)
    except Refused as error:
        abort(404, str(error))
    return render_template("copies/show.html", club=club, held=held, matches=matches, problem=problem)


def _places() -> tuple[Path, Path]:
    """The database and the folder of its copies; a database server has copies of its own."""
    database = current_app.config["DATABASE"]
    if is_url(database):
        abort(404, "Copies of this server are its operator’s.")
    return database, backups_folder(database)


@offered_bp.get("/c/<club>/go-on")
@needs("manage")
def ask(club: Club) -> Response:
    """What the copy that is shown holds, and whether to go on from it."""
    held, matches = held_now(get_db(), club.id, _offer().made_at)
    alone = len(clubs(get_db())) == 1
    return never_kept(
        render_template("copies/offered.html", club=club, held=held, matches=matches, alone=alone)
    )


@offered_bp.post("/c/<club>/go-on")
@needs("manage", always=True)
def go_on(club: Club) -> Response:
    """Go on from the copy that is shown; where other clubs are here as well, their operator decides."""
    if len(clubs(get_db())) > 1:
        abort(403, "There are other clubs here as well: whoever runs this server decides.")
    _offer().choose()
    return never_kept(render_template("copies/coming.html", to=url_for("clubs.show", club=club.id)))


def _offer() -> Offer:
    offer: Offer = current_app.config["OFFERED"]
    return offer


def init_app(app: Flask) -> None:
    """Have the copy that is shown in place of a damaged file decided about."""
    if app.config["OFFERED"]:
        app.register_blueprint(offered_bp)
