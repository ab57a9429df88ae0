"""A club's facts, and what they come to, as JSON values."""

from typing import Any

from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.results import MatchResult
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.match_events import Entry, RoundEnd


def line_json(line: MatchResult) -> dict[str, Any]:
    """A match in one line."""
    return {
        "id": line.match.id,
        "family": line.family.value,
        "started_at": line.match.started_at,
        "sides": list(line.sides),
        "score": list(line.score),
        "running": line.running,
        "winner": line.winner,
    }


def match_json(book: MatchBook) -> dict[str, Any]:
    """A match with its seats, its standing and its rounds; ``version`` is what ``seen`` refers to."""
    state = book.state
    return {
        "id": book.match.id,
        "version": book.match.version,
        "family": book.card.family.value,
        "rules": book.card.sentence(),
        "started_at": book.match.started_at,
        "running": book.running,
        "called_off": book.called_off,
        "winner": state.winner,
        "round_open": state.round_open,
        "sides": [
            {"name": name, "total": total, "legs": legs}
            for name, total, legs in zip(book.sides, state.totals, state.legs_won, strict=True)
        ],
        "seats": [{"player": s.player, "name": s.name, "side": s.side} for s in book.match.seats],
        "rounds": [_round(book, e, e.told) for e in book.counting if isinstance(e.told, RoundEnd)],
    }


def _round(book: MatchBook, entry: Entry, end: RoundEnd) -> dict[str, Any]:
    return {
        "round": entry.round,
        "root": entry.root,
        "standing": entry.version,
        "event": end.event,
        "out_player": end.out_player,
        "words": book.words_of(entry),
        "entered_at": entry.entered_at,
        "entered_by": entry.nickname,
    }


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
