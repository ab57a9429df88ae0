"""What other programs may enter of a card's boards."""

from typing import Any

from flask import Response, jsonify

from scorekeeper.services.cards.board_commands import save_boards, start_board
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.web import doors
from scorekeeper.web.api.auth import with_token
from scorekeeper.web.api.parsing import JsonFields, idempotency_key, read_body
from scorekeeper.web.auth.access import asks
from scorekeeper.web.cards.forms import SIDE_KEYS
from scorekeeper.web.cards.views import card_of

_MOST_BOARDS, _MOST_ID, _MOST_LEGS = 99, 40, 999
_BOARD = ("home", "away", "legs", "points", "conceded")
_SIDES = tuple(SIDE_KEYS)

bp = doors.CARDS


@bp.post("/boards")
@with_token("score", takes="Boards", keyed=True)
def save(club: Club, fixture: str) -> Response:
    """What has changed of these boards since they were as ``was``; nothing where another was faster."""
    card_of(club, fixture)
    body = read_body("side", "boards")
    side = SIDE_KEYS.get(body.one_of("side", _SIDES)) if "side" in body.values else None
    boards = body.objects("boards", _MOST_BOARDS, required=True)
    entered = [_entered(body, side, one) for one in boards]
    key = idempotency_key(body)
    body.verify()
    save_boards(asks(club, key), fixture, [now for now, _ in entered], was=[was for _, was in entered])
    return jsonify(id=fixture, key=key.key)


@bp.post("/boards/<int:board>/start")
@with_token("score", keyed=True)
def start(club: Club, fixture: str, board: int) -> Response:
    """Start the match of this board at its table; ``match`` is its id, also if it runs already."""
    card_of(club, fixture)
    body = read_body()
    key = idempotency_key(body)
    body.verify()
    match = start_board(asks(club, key), fixture, board).answer
    return jsonify(id=fixture, key=key.key, match=match)


def _entered(body: JsonFields, side: int | None, sent: dict[str, Any]) -> tuple[BoardEntry, BoardEntry]:
    """A board as it is now and as it was."""
    inside = JsonFields(sent, ("board", "was", *_BOARD))
    number, was = inside.whole("board", 1, _MOST_BOARDS, needed=True) or 0, sent.get("was", {})
    if not isinstance(was, dict):
        inside.faults["was"] = ["The board as it was read."]
        was = {}
    before = JsonFields(was, _BOARD)
    both = _board(inside, number, side), _board(before, number, side)
    for name, sentences in [*inside.faults.items(), *before.faults.items()]:
        body.faults.setdefault("boards", []).append(f"Board {number}, {name}: {sentences[0]}")
    return both


def _board(sent: JsonFields, number: int, side: int | None) -> BoardEntry:
    home, away = (tuple(sent.texts(name, 2, _MOST_ID, needed=False)) for name in ("home", "away"))
    legs, points = (sent.pair(name, _MOST_LEGS) for name in ("legs", "points"))
    return BoardEntry(number, side, home, away, legs, points, sent.flag("conceded"))
