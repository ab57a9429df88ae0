"""What other programs may undo in a match: the last act, one entry, a round, the match itself."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.matches import corrections
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.recording import abandon as abandon_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import JsonFields, idempotency_key, read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import stored

bp = Blueprint("api_corrections", __name__, url_prefix=f"{PREFIX}/matches/<match>")

_Act = Callable[[MatchRef, JsonFields, dict[str, Any]], bool]


@bp.post("/undo")
@with_token("score")
@explained
def undo(club: Club, match: str) -> Response:
    """Undo the last act, whatever it was."""
    return _done(
        club, match, lambda at, body, by: corrections.undo(get_db(), at, _standing(body), **by), "standing"
    )


@bp.post("/redo")
@with_token("score")
@explained
def redo(club: Club, match: str) -> Response:
    """Put back what the last undo took."""
    return _done(
        club, match, lambda at, body, by: corrections.redo(get_db(), at, _standing(body), **by), "standing"
    )


@bp.post("/entries/<int:original>/remove")
@with_token("score")
@explained
def remove(club: Club, match: str, original: int) -> Response:
    """Delete one entry, so that it no longer counts."""
    return _done(
        club,
        match,
        lambda at, body, by: corrections.remove(get_db(), at, original, _standing(body), **by),
        "standing",
    )


@bp.post("/rounds/<int:number>/delete")
@with_token("score")
@explained
def delete(club: Club, match: str, number: int) -> Response:
    """Delete a whole round, with every play in it."""
    return _done(club, match, lambda at, _, by: corrections.delete_round(get_db(), at, number, **by))


@bp.post("/call-off")
@with_token("score")
@explained
def abandon(club: Club, match: str) -> Response:
    """Give the match up without a result, or to the side ``winner``."""

    def act(at: MatchRef, body: JsonFields, by: dict[str, Any]) -> bool:
        winner = body.whole("winner", 0, MOST_SEATS - 1)
        state = found(load_match(get_db(), *at), "match")
        if winner is not None and winner >= len(state.sides):
            body.faults["winner"] = ["Nobody of that side plays in this match."]
        body.verify()
        return abandon_match(get_db(), at, winner=winner, **by)

    return _done(club, match, act, "winner")


def _standing(body: JsonFields) -> int:
    """The version of the entry that is meant, as the match shows it."""
    standing = body.whole("standing", 1, needed=True) or 0
    body.verify()
    return standing


def _done(club: Club, match: str, act: _Act, *known: str) -> Response:
    """Read the request, do the act once by its key, and say which version it is stored as."""
    found(load_match(get_db(), club.id, match), "match")
    body = read_body(*known)
    key = idempotency_key(body)
    body.verify()
    by = {"idempotency_key": key, "author": program_author(club)}
    return stored(club, match, key.key, new=act(MatchRef(club.id, match), body, by))
