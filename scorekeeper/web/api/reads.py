"""What other programs may read: a club, its matches, its running table."""

from flask import Blueprint, Response, current_app, jsonify, request

from scorekeeper.rules.cards.game import Game
from scorekeeper.services.clubs.club_results import record
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.description import describe
from scorekeeper.web.api.serializers import line_json, match_json, standing_json
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem

bp = Blueprint("api", __name__)

_MOST = 100


@bp.get("/api/v1/openapi.json")
def description() -> Response:
    """The interface itself, described (OpenAPI 3.1)."""
    return jsonify(describe(current_app))


@bp.get(PREFIX)
@with_token("watch", answers="Club")
def club(club: Club) -> Response:
    """The club, with the role that the token grants."""
    return jsonify(id=club.id, name=club.name, version=club.version, role=visitor().role)


@bp.get(f"{PREFIX}/matches")
@with_token("watch", "limit", answers="Matches")
def matches(club: Club) -> Response:
    """The newest matches, as many as asked for."""
    limit = request.args.get("limit", "20")
    if not (
        limit.isascii() and limit.isdigit() and len(limit) <= len(str(_MOST)) and 1 <= int(limit) <= _MOST
    ):
        return problem(422, f"limit is a whole number from 1 to {_MOST}.", "form")
    with record(get_db(), club.id) as known:
        return jsonify(matches=[line_json(line) for line in known.newest_first[: int(limit)]])


@bp.get(f"{PREFIX}/matches/<match>")
@with_token("watch", answers="Match")
def match(club: Club, match: str) -> Response:
    """One match with its rounds; 404 where the club has no such match."""
    state = load_match(get_db(), club.id, match)
    if state is None:
        return problem(404, "There is no such match in this club.", "not_found")
    return jsonify(match_json(state))


@bp.get(f"{PREFIX}/table")
@with_token("watch", "game", answers="Table")
def table(club: Club) -> Response:
    """The running table of all games, or of one game; players and pairs have each their own."""
    game = request.args.get("game")
    if game is not None and game not in tuple(Game):
        return problem(422, f"game is one of: {', '.join(Game)}.", "form")
    chosen = Game(game) if game else None
    with record(get_db(), club.id) as known:
        rows = {
            name: [standing_json(row, known.names) for row in known.table(chosen, pairs=pairs)]
            for name, pairs in (("players", False), ("pairs", True))
        }
    return jsonify(rows)
