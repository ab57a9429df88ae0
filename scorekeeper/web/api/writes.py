"""What other programs may enter: the end of a round, and a correction of it. Each once, by its key."""

from flask import Blueprint, Response

from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.recording import record_round
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import idempotency_key, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.api.round_ends import END, read_end
from scorekeeper.web.auth.access import asks
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import stored

bp = Blueprint("api_writes", __name__, url_prefix=f"{PREFIX}/matches/<match>")


@bp.post("/rounds")
@with_token("score", takes="NewRound", answers="Stored", status=(200, 201), keyed=True)
def enter_round(club: Club, match: str) -> Response:
    """The end of the open round; in Fives-and-Threes with what the last tile's ends scored."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("round", "last", *END)
    number = body.whole("round", 1, needed=True) or 0
    entry = read_end(state, body, number)
    key, reason = idempotency_key(body), body.reason()
    done = record_round(asks(club, key), match, entry.end, entry.last_play, round=number, reason=reason)
    return stored(club, match, key.key, new=done.added)


@bp.post("/rounds/<int:original>")
@with_token("score", takes="Correction", answers="Stored", status=(200, 201), keyed=True)
def correct_round(club: Club, match: str, original: int) -> Response:
    """Replace the entry at ``original`` by another end; the old one stays readable."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("standing", "last", *END)
    standing, newest = body.whole("standing", 1, needed=True) or 0, state.newest(original)
    entry = read_end(state, body, newest.round if newest else 1)
    if newest is None or not isinstance(newest.body, RoundEnd):
        raise LookupError(f"no round at {original}")
    key = idempotency_key(body)
    done = correct(
        asks(club, key),
        match,
        entry.end,
        original=original,
        standing=standing,
        reason=body.reason(),
        last_play=entry.last_play,
    )
    return stored(club, match, key.key, new=done.added)
