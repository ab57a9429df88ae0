"""What other programs may read: a club, its matches, its running table."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from scorekeeper.rules.cards.describe import card_sentence
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.club_results import MatchResult, record
from scorekeeper.services.matches.match_state import MatchState, last_undo
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import MatchEvent, Penalty, Play, RoundEnd
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.description import describe
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.doors import match_or_404
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem

bp = Blueprint("api", __name__)

_MOST = 100


@bp.get("/api/v1/openapi.json")
def description() -> Response:
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
    return jsonify(match_json(match_or_404(club, match)))


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


def line_json(line: MatchResult) -> dict[str, Any]:
    return {
        "id": line.match.id,
        "game": line.game.value,
        "started_at": line.match.started_at,
        "sides": list(line.sides),
        "score": list(line.score),
        "running": line.running,
        "winner": line.winner,
    }


def match_json(state: MatchState) -> dict[str, Any]:
    """A match with its seats, its standing and its rounds; ``version`` is what ``seen`` refers to."""
    score = state.score
    made = {step.ref.version: [*step.delta] for step in score.steps if isinstance(step.ref, MatchEvent)}
    return {
        "id": state.match.id,
        "version": state.match.version,
        "game": state.card.game.value,
        "rules": card_sentence(state.card),
        "started_at": state.match.started_at,
        "running": state.running,
        "called_off": state.abandoned,
        "winner": score.winner,
        "last_act": _standing(state.last_act),
        "last_undo": _standing(last_undo(state.events)),
        "round_open": score.round_open,
        "sides": [
            {"name": name, "total": total, "legs": legs}
            for name, total, legs in zip(state.sides, score.totals, score.legs_won, strict=True)
        ],
        "seats": [{"player": s.player, "name": s.name, "side": s.side} for s in state.match.seats],
        "rounds": [_round(state, e, e.body, made) for e in state.counting if isinstance(e.body, RoundEnd)],
        "plays": [_play(e, e.body, made) for e in state.counting if isinstance(e.body, Play | Penalty)],
    }


def _standing(act: Sequence[MatchEvent] | None) -> int | None:
    """What ``standing`` names of an act that is to be taken back: the version of its last entry."""
    return act[-1].version if act else None


def _entry(event: MatchEvent, made: Mapping[int, list[int]]) -> dict[str, Any]:
    """What every entry says; ``points`` are those that each side made by it, None where it did not count."""
    return {
        "round": event.round,
        "original": event.original,
        "standing": event.version,
        "points": made.get(event.version),
        "entered_at": event.entered_at,
        "entered_by": event.nickname,
    }


def _round(
    state: MatchState, event: MatchEvent, end: RoundEnd, made: Mapping[int, list[int]]
) -> dict[str, Any]:
    hands = [hand._asdict() for hand in end.hands]
    return {**_entry(event, made), **end._asdict(), "hands": hands, "words": state.words_of(event)}


def _play(event: MatchEvent, play: Play | Penalty, made: Mapping[int, list[int]]) -> dict[str, Any]:
    """A play as it was entered: by points, by the open ends, by its tile; or a penalty with its reason."""
    said = _entry(event, made) | {"side": play.side}
    if isinstance(play, Penalty):
        return said | {"kind": "penalty", "reason": event.reason}
    tile = {"tile": play.tile, "place": play.place, "last_tile": bool(play.last_tile)}
    return said | {"kind": play.kind, "player": play.player, "ends": play.shown} | tile


def standing_json(row: Standing, names: dict[str, str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "competitor": row.competitor,
        "name": names[str(row.competitor)],
        "played": row.played,
        "won": row.won,
        "lost": row.lost,
        "points_for": row.points_for,
        "points_against": row.points_against,
    }
