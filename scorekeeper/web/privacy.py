"""A club’s data: what is kept of whom, taken along, forgotten, deleted and restored."""

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.names import name_key
from scorekeeper.services.clubs.administration import restore_trashed, trash_club
from scorekeeper.services.clubs.names import forget_player
from scorekeeper.services.transfer.club_file import copy_of
from scorekeeper.store.clubs.clubs import TRASH_DAYS, Club, TrashedClub, find_trashed
from scorekeeper.store.clubs.players import players
from scorekeeper.web.auth.access import asks, needs, visitor_of
from scorekeeper.web.auth.rate_limit import count_export
from scorekeeper.web.clubs.forms import ClubForm
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.bodies import JSON_LINES, as_file
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.read_only import refuse_while_read_only

bp = Blueprint("privacy", __name__)


@bp.get("/privacy")
def policy() -> str:
    """The privacy policy: what is stored, for whom, and for how long; a short form of PRIVACY.md."""
    return render_template("privacy/policy.html")


@page_at(bp, "/c/<club>/data", role="manage")
def data(club: Club, form: ClubForm | None = None) -> str:
    form = form or ClubForm(formdata=None)
    known = sorted(players(get_db(), club.id), key=lambda player: player.name_key)
    return render_template("privacy/data.html", form=form, players=known, days=TRASH_DAYS)


@page_at(bp, "/c/<club>/export.jsonl", role="manage")
def export(club: Club) -> Response:
    """The club as a file that another Scorekeeper can import."""
    count_export(club)
    file = current_app.response_class(copy_of(get_db(), club.id), mimetype=JSON_LINES)
    return as_file(file, "scorekeeper-club.jsonl")


@bp.post("/c/<club>/players/forget")
@needs("manage")
def forget(club: Club) -> Response:
    player = request.form.get("player", "")
    forget_player(asks(club), player)
    return redirect(url_for("players.show", player=player), 303)


@bp.post("/c/<club>/delete")
@needs("manage")
def delete(club: Club) -> Response | tuple[str, int]:
    """Move the club to the trash; its name has to be typed, so that no stray tap does it."""
    form = ClubForm()
    if form.validate_on_submit() and name_key(form.name.clean) != name_key(club.name):
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
