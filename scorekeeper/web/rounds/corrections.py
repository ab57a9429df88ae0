"""Corrections that need no form: undo, a play removed, a round deleted."""

from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.services.gate import Declared
from scorekeeper.services.matches import corrections
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Removal
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.forms import ActForm, standing
from scorekeeper.web.matches.views import done

bp = Blueprint("corrections", __name__, url_prefix="/c/<club>/matches/<match>/rounds")


@bp.post("/undo")
@needs("score")
def undo(club: Club, match: str) -> Response:
    """Undo the last act, whatever it was."""
    return _done(club, match, corrections.undo, standing())


@bp.post("/redo")
@needs("score")
def redo(club: Club, match: str) -> Response:
    """Put back what the last undo took."""
    return _done(club, match, corrections.redo, standing())


@bp.post("/<int:original>/out")
@needs("score")
def remove(club: Club, match: str, original: int) -> Response:
    """Delete one play; undo restores it."""
    return _done(club, match, corrections.correct, Removal(), original=original, standing=standing())


@bp.post("/<int:number>/strike")
@needs("score")
def delete(club: Club, match: str, number: int) -> Response:
    """Delete a whole round, with every play in it."""
    return _done(club, match, corrections.delete_round, number)


def _done(club: Club, match: str, act: Declared[Any, ..., bool], *said: object, **more: object) -> Response:
    form = ActForm()
    return done(club, match, form, new=act(asks(club, form.idempotency_key()), match, *said, **more).added)
