"""A club's facts, and what they come to, as JSON values."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.cards.describe import card_sentence
from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.undo_stack import last_undo
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd


def line_json(line: MatchResult) -> dict[str, Any]:
    """A match in one line."""
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
        "rounds": [_round(state, e, e.body) for e in state.counting if isinstance(e.body, RoundEnd)],
    }


def _standing(act: Sequence[MatchEvent] | None) -> int | None:
    """What ``standing`` names of an act that is to be taken back: the version of its last entry."""
    return act[-1].version if act else None


def _round(state: MatchState, event: MatchEvent, end: RoundEnd) -> dict[str, Any]:
    return {
        "round": event.round,
        "original": event.original,
        "standing": event.version,
        "event": end.event,
        "out_player": end.out_player,
        "words": state.words_of(event),
        "entered_at": event.entered_at,
        "entered_by": event.nickname,
    }


def standing_json(row: Standing, names: dict[str, str]) -> dict[str, Any]:
    """One row of the running table; ``names`` are the competitors' by id."""
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
