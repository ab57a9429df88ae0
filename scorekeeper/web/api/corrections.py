"""What other programs may undo in a match: the last act, one entry, a round, the match itself."""

from typing import Any

from flask import Blueprint, Response

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.gate import Declared
from scorekeeper.services.matches import corrections
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.recording import abandon as abandon_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Removal
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import JsonFields, idempotency_key, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.auth.access import asks
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import stored

bp = Blueprint("api_corrections", __name__, url_prefix=f"{PREFIX}/matches/<match>")


@bp.post("/undo")
@with_token("score", takes="Entry", answers="Stored", status=(200, 201), keyed=True)
def undo(club: Club, match: str) -> Response:
    """Undo the last act, whatever it was."""
    body = read_body("standing")
    return _done(club, match, body, corrections.undo, standing=_standing(body))


@bp.post("/redo")
@with_token("score", takes="Entry", answers="Stored", status=(200, 201), keyed=True)
def redo(club: Club, match: str) -> Response:
    """Put back what the last undo took."""
    body = read_body("standing")
    return _done(club, match, body, corrections.redo, standing=_standing(body))


@bp.post("/entries/<int:original>/remove")
@with_token("score", takes="Entry", answers="Stored", status=(200, 201), keyed=True)
def remove(club: Club, match: str, original: int) -> Response:
    """Delete one entry, so that it no longer counts."""
    body = read_body("standing")
    standing = _standing(body)
    return _done(club, match, body, corrections.correct, Removal(), original=original, standing=standing)


@bp.post("/rounds/<int:number>/delete")
@with_token("score", takes="Nothing", answers="Stored", status=(200, 201), keyed=True)
def delete(club: Club, match: str, number: int) -> Response:
    """Delete a whole round, with every play in it."""
    return _done(club, match, read_body(), corrections.delete_round, round=number)


@bp.post("/call-off")
@with_token("score", takes="Winner", answers="Stored", status=(200, 201), keyed=True)
def abandon(club: Club, match: str) -> Response:
    """Give the match up without a result, or to the side ``winner``."""
    state, body = found(load_match(get_db(), club.id, match), "match"), read_body("winner")
    winner = body.whole("winner", 0, MOST_SEATS - 1)
    if winner is not None and winner >= len(state.sides):
        body.faults["winner"] = ["Nobody of that side plays in this match."]
    return _done(club, match, body, abandon_match, winner=winner)


def _standing(body: JsonFields) -> int:
    """The version of the entry that is meant, as the match shows it."""
    return body.whole("standing", 1, needed=True) or 0


def _done(
    club: Club, match: str, body: JsonFields, act: Declared[Any, ..., bool], *said: object, **more: object
) -> Response:
    """Do the act once by the request's key, and say which version it is stored as."""
    key = idempotency_key(body)
    body.verify()
    return stored(club, match, key.key, new=act(asks(club, key), match, *said, **more).added)
