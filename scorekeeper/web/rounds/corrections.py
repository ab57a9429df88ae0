"""Corrections that need no form: undo, a play removed, a round deleted."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from scorekeeper.services.matches import corrections
from scorekeeper.services.matches.idempotency import Conflict, KeyReused
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.auth.access import author, needs
from scorekeeper.web.caching.polling import done
from scorekeeper.web.forms.act import ActForm, standing
from scorekeeper.web.http.db import get_db
from scorekeeper.web.matches.views import match_or_404, to_match

bp = Blueprint("corrections", __name__, url_prefix="/c/<club>/matches/<match>/rounds")


@bp.post("/undo")
@needs("score")
def undo(club: Club, match: str) -> Response:
    """Undo the last act, whatever it was."""
    at, form = MatchRef(club.id, match_or_404(club, match).match.id), ActForm()
    with _refusals_explained():
        new = corrections.undo(
            get_db(), at, standing(), idempotency_key=form.idempotency_key(), author=author(club)
        )
    return done(club, match, form, new=new)


@bp.post("/redo")
@needs("score")
def redo(club: Club, match: str) -> Response:
    """Put back what the last undo took."""
    at, form = MatchRef(club.id, match_or_404(club, match).match.id), ActForm()
    with _refusals_explained():
        new = corrections.redo(
            get_db(), at, standing(), idempotency_key=form.idempotency_key(), author=author(club)
        )
    return done(club, match, form, new=new)


@bp.post("/<int:original>/out")
@needs("score")
def remove(club: Club, match: str, original: int) -> Response:
    """Delete one play; undo restores it."""
    at = MatchRef(club.id, match_or_404(club, match).match.id)
    with _refusals_explained():
        corrections.remove(
            get_db(),
            at,
            original,
            standing(),
            idempotency_key=ActForm().idempotency_key(),
            author=author(club),
        )
    return to_match(club, match)


@bp.post("/<int:number>/strike")
@needs("score")
def delete(club: Club, match: str, number: int) -> Response:
    """Delete a whole round, with every play in it."""
    at = MatchRef(club.id, match_or_404(club, match).match.id)
    with _refusals_explained():
        corrections.delete_round(
            get_db(), at, number, idempotency_key=ActForm().idempotency_key(), author=author(club)
        )
    return to_match(club, match)


@contextmanager
def _refusals_explained() -> Iterator[None]:
    """Answer refusals with a page that says why, because there is no form to show again."""
    try:
        yield
    except LookupError:
        abort(404, "There is no such entry in this match.")
    except (Conflict, KeyReused) as error:
        abort(409, f"{error} Look at the match again; nothing was changed.")
