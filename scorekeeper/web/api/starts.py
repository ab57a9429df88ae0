"""What other programs may start and call otherwise: a match, its rematch, a player, a pair."""

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.clubs.names import NameTaken, rename_player, rename_team
from scorekeeper.services.matches.idempotency import KeyReused
from scorekeeper.services.matches.starting import MatchSetup, rematch, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import find_player, teams
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import JsonFields, Unreadable, idempotency_key, read_body
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem

bp = Blueprint("api_starts", __name__, url_prefix=PREFIX)

_MOST_SIGNS = 200  # of a name as it is sent; how long one may be is said by the names themselves


@bp.post("/matches")
@with_token("score")
def start(club: Club) -> Response:
    """A new match by one of the presets; players whom nobody knew yet are made in passing."""
    try:
        body = read_body("game", "players", "pairs", "first_leader")
        key = idempotency_key(body).key
    except Unreadable as unreadable:
        return unreadable.answer
    setup = _setup(body)
    if setup is None:
        return _faulty(body)
    try:
        match = start_match(get_db(), club.id, setup, key=key, author=program_author(club))
    except KeyReused as error:
        return problem(422, str(error), "key_used")
    return _started(club, match, key)


@bp.post("/matches/<match>/rematch")
@with_token("score")
def start_rematch(club: Club, match: str) -> Response:
    """The same people, seats and rule card once more."""
    try:
        body = read_body()
        key = idempotency_key(body).key
        if body.faults:
            return _faulty(body)
        return _started(club, rematch(get_db(), (club.id, match), key=key, author=program_author(club)), key)
    except Unreadable as unreadable:
        return unreadable.answer
    except KeyReused as error:
        return problem(422, str(error), "key_used")
    except LookupError:
        return problem(404, "There is no such match in this club.", "not_found")


@bp.post("/players/<player>/name")
@with_token("score")
def name_player(club: Club, player: str) -> Response:
    """The same person under another name."""
    found = find_player(get_db(), club.id, player)
    if found is None:
        return problem(404, "There is no such player in this club.", "not_found")
    name = _name()
    if isinstance(name, Response):
        return name
    try:
        rename_player(get_db(), club.id, found, name, program_author(club))
    except NameTaken as taken:
        return problem(409, str(taken), "name_taken")
    return jsonify(id=player, name=name)


@bp.post("/teams/<team>/name")
@with_token("score")
def name_team(club: Club, team: str) -> Response:
    """The same pair under a name of its own."""
    found = next((known for known in teams(get_db(), club.id) if known.id == team), None)
    if found is None:
        return problem(404, "There is no such pair in this club.", "not_found")
    name = _name()
    if isinstance(name, Response):
        return name
    rename_team(get_db(), club.id, found, name, program_author(club))
    return jsonify(id=team, name=name)


def _setup(body: JsonFields) -> MatchSetup | None:
    """The match that was asked for; None where something is wrong with it, which ``body`` then says."""
    game, pairs = body.one_of("game", tuple(BY_KEY)), body.flag("pairs")
    typed = body.texts("players", MOST_SEATS, _MOST_SIGNS)
    leader = body.whole("first_leader", 0, MOST_SEATS - 1)
    names: list[str] = []
    for number, one in enumerate(typed, 1):
        try:
            names.append(parse_name(one, f"Player {number}"))
        except NameFault as fault:
            body.faults.setdefault("players", []).append(str(fault))
    if len({name_key(name) for name in names}) < len(names):
        body.faults.setdefault("players", []).append("Somebody is named twice.")
    if body.faults:
        return None
    card = BY_KEY[game].card
    if len(names) not in card.players_allowed(pairs):
        sizes = ", ".join(map(str, card.players_allowed(pairs)))
        body.faults["players"] = [f"So many players sit down to this game: {sizes}."]
    elif leader is not None and leader >= len(names):
        body.faults["first_leader"] = ["Nobody sits there; seats are counted from 0."]
    return None if body.faults else MatchSetup(card, tuple(names), pairs=pairs, first_leader=leader)


def _name() -> str | Response:
    """The name in the request, or what is wrong with it."""
    try:
        body = read_body("name")
    except Unreadable as unreadable:
        return unreadable.answer
    typed = body.text("name", _MOST_SIGNS, needed=True)
    if typed is not None and not body.faults:
        try:
            return parse_name(typed, "The name")
        except NameFault as fault:
            body.faults["name"] = [str(fault)]
    return _faulty(body)


def _faulty(body: JsonFields) -> Response:
    first = next(iter(body.faults))
    return problem(422, f"{first}: {body.faults[first][0]}", "form", errors=body.faults)


def _started(club: Club, match: str, key: str) -> Response:
    answer = jsonify(id=match, key=key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer
