"""What other programs may enter: the end of a round, and a correction of it. Each once, by its key."""

from typing import Any

from flask import Blueprint, Response

from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.recording import record_round
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import JsonFields, read_body
from scorekeeper.web.api.parsing import idempotency_key as sent_key
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.api.round_ends import END, read_end
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import stored

bp = Blueprint("api_writes", __name__, url_prefix=f"{PREFIX}/matches/<match>")


@bp.post("/rounds")
@with_token("score")
@explained
def enter_round(club: Club, match: str) -> Response:
    """The end of the open round; in Fives-and-Threes with what the last tile's ends scored."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("round", "last", *END)
    number = body.whole("round", 1, needed=True) or 0
    entry = read_end(state, body, number)
    new = record_round(
        get_db(),
        MatchRef(club.id, match),
        entry.end,
        entry.last_play,
        round=number,
        **_by(club, body),
    )
    return stored(club, match, sent_key(body).key, new=new)


@bp.post("/rounds/<int:original>")
@with_token("score")
@explained
def correct_round(club: Club, match: str, original: int) -> Response:
    """Replace the entry at ``original`` by another end; the old one stays readable."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("standing", *END)
    standing, newest = body.whole("standing", 1, needed=True) or 0, state.newest(original)
    entry = read_end(state, body, newest.round if newest else 1)
    if newest is None or not isinstance(newest.body, RoundEnd):
        raise LookupError(f"no round at {original}")
    new = correct(
        get_db(),
        MatchRef(club.id, match),
        entry.end,
        original=original,
        standing=standing,
        **_by(club, body),
    )
    return stored(club, match, sent_key(body).key, new=new)


def _by(club: Club, body: JsonFields) -> dict[str, Any]:
    return {"reason": body.reason(), "idempotency_key": sent_key(body), "author": program_author(club)}
