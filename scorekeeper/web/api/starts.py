"""What other programs may start and set up: a match, its rematch, who sits at it and by which game."""

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.starting import MatchSetup, rematch, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import MOST_SIGNS, JsonFields, idempotency_key, read_body
from scorekeeper.web.api.refusals import explained
from scorekeeper.web.http.db import get_db

bp = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")

_SETUP = ("game", "players", "pairs", "first_leader")


@bp.post("")
@with_token("score")
@explained
def start(club: Club) -> Response:
    """A new match by one of the presets; players whom nobody knew yet are made in passing."""
    body = read_body(*_SETUP)
    key = idempotency_key(body).key
    setup = _setup(body)
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
    """Other players, partners or another game for a match that has begun; what was entered stays."""
    body = read_body("seen", *_SETUP)
    seen = body.whole("seen", needed=True) or 0
    setup = _setup(body)
    change_setup(get_db(), MatchRef(club.id, match), setup, seen=seen, author=program_author(club))
    return jsonify(id=match)


def _setup(body: JsonFields) -> MatchSetup:
    """The match that was asked for. Raises ``Unreadable`` where something is wrong with it."""
    game, pairs = body.one_of("game", tuple(BY_KEY)), body.flag("pairs")
    typed = body.texts("players", MOST_SEATS, MOST_SIGNS)
    leader = body.whole("first_leader", 0, MOST_SEATS - 1)
    names: list[str] = []
    for number, one in enumerate(typed, 1):
        try:
            names.append(parse_name(one, f"Player {number}"))
        except NameFault as fault:
            body.faults.setdefault("players", []).append(str(fault))
    if len({name_key(name) for name in names}) < len(names):
        body.faults.setdefault("players", []).append("Somebody is named twice.")
    body.verify()
    card = BY_KEY[game].card
    if len(names) not in card.players_allowed(pairs):
        sizes = ", ".join(map(str, card.players_allowed(pairs)))
        body.faults["players"] = [f"So many players sit down to this game: {sizes}."]
    elif leader is not None and leader >= len(names):
        body.faults["first_leader"] = ["Nobody sits there; seats are counted from 0."]
    body.verify()
    return MatchSetup(card, tuple(names), pairs=pairs, first_leader=leader)


def _started(club: Club, match: str, key: str) -> Response:
    answer = jsonify(id=match, key=key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer
