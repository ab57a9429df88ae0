"""What other programs may start and set up: a match, its rematch, who sits at it and by which game."""

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.starting import rematch, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import idempotency_key, read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.api.setups import SETUP, read_setup
from scorekeeper.web.http.db import get_db

bp = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")


@bp.post("")
@with_token("score")
@explained
def start(club: Club) -> Response:
    """A new match by a preset and its house rules; new players are created."""
    body = read_body(*SETUP)
    key = idempotency_key(body).key
    setup = read_setup(body)
    return _started(club, start_match(get_db(), club.id, setup, key=key, author=program_author(club)), key)


@bp.post("/<match>/rematch")
@with_token("score")
@explained
def start_rematch(club: Club, match: str) -> Response:
    """The same people, seats and rule card once more."""
    body = read_body()
    key = idempotency_key(body).key
    body.verify()
    return _started(
        club, rematch(get_db(), MatchRef(club.id, match), key=key, author=program_author(club)), key
    )


@bp.post("/<match>/setup")
@with_token("score")
@explained
def set_up(club: Club, match: str) -> Response:
    """Other players, partners, rules or another game for a match that has begun; what was entered stays."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body("seen", *SETUP)
    seen = body.whole("seen", needed=True) or 0
    setup = read_setup(body, state.card)
    change_setup(get_db(), MatchRef(club.id, match), setup, seen=seen, author=program_author(club))
    return jsonify(id=match)


def _started(club: Club, match: str, key: str) -> Response:
    answer = jsonify(id=match, key=key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer
