"""A club’s data: what is kept of whom, taken along, forgotten, deleted and restored, put back from a copy."""

from operator import attrgetter
from pathlib import Path

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.config import backups_folder, is_postgres
from scorekeeper.names import name_key
from scorekeeper.ops.rescue import Offer
from scorekeeper.services.clubs.administration import restore_trashed, trash_club
from scorekeeper.services.clubs.names import forget_player
from scorekeeper.services.gate import Refused
from scorekeeper.services.transfer.club_file import copy_of
from scorekeeper.services.transfer.copies import copy_named, held_in, held_in_copies, held_now, restore_club
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import TRASH_DAYS, Club, TrashedClub, clubs, find_trashed
from scorekeeper.store.clubs.players import players
from scorekeeper.store.transfer.restore import PUT_BACK
from scorekeeper.timestamps import timestamp
from scorekeeper.web.auth.access import asks, needs, visitor_of
from scorekeeper.web.auth.rate_limit import count_export
from scorekeeper.web.clubs.views import ClubForm
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.answers import JSON_LINES, as_file, never_kept
from scorekeeper.web.http.changes import note_read_only, refuse_while_read_only
from scorekeeper.web.http.db import get_db

bp = Blueprint("privacy", __name__)


@bp.get("/privacy")
def policy() -> str:
    """The privacy policy: what is stored, for whom, and for how long; a short form of PRIVACY.md."""
    return render_template("privacy/policy.html")


@page_at(bp, "/c/<club>/data", role="manage")
def data(club: Club, form: ClubForm | None = None, faults: tuple[str, ...] = ()) -> str:
    """``faults`` are those of who is to be forgotten."""
    form = form or ClubForm(formdata=None)
    known = [(one.id, one.name) for one in sorted(players(get_db(), club.id), key=attrgetter("name_key"))]
    return render_template("privacy/data.html", form=form, players=known, faults=faults, days=TRASH_DAYS)


@page_at(bp, "/c/<club>/export.jsonl", role="manage")
def export(club: Club) -> Response:
    """The club as a file that another Scorekeeper can import."""
    count_export(club)
    file = current_app.response_class(copy_of(get_db(), club.id), mimetype=JSON_LINES)
    return as_file(file, "scorekeeper-club.jsonl")


@bp.post("/c/<club>/data/forget")
@needs("manage")
def forget(club: Club) -> Response | tuple[str, int]:
    player = request.form.get("player", "")
    if not player:
        return data(club, faults=("Choose who it is.",)), 422
    forget_player(asks(club), player)
    return redirect(url_for("players.show", player=player), 303)


@bp.post("/c/<club>/delete")
@needs("manage")
def delete(club: Club) -> Response | tuple[str, int]:
    """Move the club to the trash; its name has to be typed, so that no stray tap does it."""
    form = ClubForm()
    if form.validate_on_submit() and name_key(form.name.said) != name_key(club.name):
        form.name.errors = [*form.name.errors, f"This club is called {club.name}."]
    if form.errors:
        return data(club, form), 422
    trash_club(asks(club), club.id)
    return redirect(url_for(".trashed"), 303)


@bp.get("/c/<club>/trash")
def trashed(club: str) -> str:
    return render_template("privacy/trash.html", trashed=_trashed_or_refuse(club))


@bp.post("/c/<club>/trash")
def restore(club: str) -> Response:
    found = _trashed_or_refuse(club).club
    refuse_while_read_only()
    restore_trashed(asks(found), club)
    return redirect(url_for("clubs.show"), 303)


def _trashed_or_refuse(club: str) -> TrashedClub:
    """The deleted club, for its manager; a 404 for everybody else."""
    found = find_trashed(get_db(), club) or abort(404, "There is no club here.")
    g.visitor = visitor_of(club)
    if g.visitor is None or not g.visitor.may("manage"):
        abort(404, "There is no club here.")
    return found


copies_bp = Blueprint("copies", __name__, url_prefix="/c/<club>/copies")
# Only where the server's file is damaged and a copy is shown in its place.
offered_bp = Blueprint("offered", __name__)


@page_at(copies_bp, "", role="manage", kept="never")
def index(club: Club) -> str:
    copies = held_in_copies(*_places(), club.id)
    done = (change for change in changes(get_db(), club.id, [club.id]) if change.field == PUT_BACK)
    return render_template("copies/index.html", copies=copies, last=next(done, None))


@page_at(copies_bp, "/<name>", role="manage", kept="never")
def show(club: Club, name: str, problem: str = "") -> str:
    try:
        held, matches = held_in(get_db(), copy_named(*_places(), name), club.id)
    except Refused as error:
        abort(404, str(error))
    return render_template("copies/show.html", held=held, matches=matches, problem=problem)


@copies_bp.post("/<name>")
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
