"""What other programs may start and set up: a match, its rematch, who sits at it and by which game."""

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.starting import rematch, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import idempotency_key, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.api.setups import SETUP, read_setup
from scorekeeper.web.auth.access import asks
from scorekeeper.web.http.db import get_db

bp = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")


@bp.post("")
@with_token("score", takes="NewMatch", answers="Started", status=(201,), keyed=True)
def start(club: Club) -> Response:
    """A new match by a preset and its house rules; new players are created."""
    body = read_body(*SETUP)
    key = idempotency_key(body)
    return _started(club, start_match(asks(club, key), "", read_setup(body)).answer, key)


@bp.post("/<match>/rematch")
@with_token("score", answers="Started", status=(201,), keyed=True)
def start_rematch(club: Club, match: str) -> Response:
    """The same people, seats and rule card once more."""
    body = read_body()
    key = idempotency_key(body)
    body.verify()
    return _started(club, rematch(asks(club, key), match).answer, key)


@bp.post("/<match>/setup")
@with_token("score", takes="Setup", keyed=True)
def set_up(club: Club, match: str) -> Response:
    """Other players, partners, rules or another game for a match that has begun; what was entered stays."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("seen", *SETUP)
    seen = body.whole("seen", needed=True) or 0
    setup = read_setup(body, state.card)
    key = idempotency_key(body)
    return jsonify(id=change_setup(asks(club, key), match, setup, seen=seen).answer or match)


def _started(club: Club, match: str, key: IdempotencyKey) -> Response:
    answer = jsonify(id=match, key=key.key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer
