"""What other programs may enter: the end of a round, and a correction of it. Each once, by its key."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.idempotency import IdempotencyKey
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.services.matches.recording import record_round
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.parsing import JsonFields, idempotency_key, read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import stored

bp = Blueprint("api_writes", __name__, url_prefix=f"{PREFIX}/matches/<match>")

_MOST_HANDS, _MOST_TEXT = 5, 40
_END = ("event", "out_player", "hands", "reason")


@bp.post("/rounds")
@with_token("score")
@explained
def enter_round(club: Club, match: str) -> Response:
    """The end of the open round."""

    def act(state: MatchState, body: JsonFields, by: IdempotencyKey) -> Callable[[], bool]:
        number, end, reason = body.whole("round", 1, needed=True) or 0, _end(state, body), body.reason()
        at, db = MatchRef(club.id, match), get_db()
        return lambda: record_round(
            db, at, end, (), round=number, reason=reason, idempotency_key=by, author=program_author(club)
        )

    return _enter(club, match, ("round", *_END), act)


@bp.post("/rounds/<int:original>")
@with_token("score")
@explained
def correct_round(club: Club, match: str, original: int) -> Response:
    """Another end in the place of the entry at ``original``; the old one stays readable."""

    def act(state: MatchState, body: JsonFields, by: IdempotencyKey) -> Callable[[], bool]:
        standing, end, reason = body.whole("standing", 1, needed=True) or 0, _end(state, body), body.reason()
        at, db, newest = MatchRef(club.id, match), get_db(), state.newest(original)
        if newest is None or not isinstance(newest.body, RoundEnd):
            raise LookupError(f"no round at {original}")
        return lambda: correct(
            db,
            at,
            end,
            original=original,
            standing=standing,
            reason=reason,
            idempotency_key=by,
            author=program_author(club),
        )

    return _enter(club, match, ("standing", *_END), act)


def _enter(
    club: Club, match: str, known: tuple[str, ...], make: Callable[..., Callable[[], bool]]
) -> Response:
    """Read the request, have its act made and done, and answer with what came of it."""
    state = found(load_match(get_db(), club.id, match), "match")
    body = read_body(*known)
    by = idempotency_key(body)
    act = make(state, body, by)
    body.verify()
    return stored(club, match, by.key, new=act())


def _end(state: MatchState, body: JsonFields) -> RoundEnd:
    """The end as it was sent; whoever is named in it sits at this table."""
    event = body.one_of("event", ("out", "blocked"))
    out = body.text("out_player", _MOST_TEXT)
    if (event == "out") != (out is not None):
        body.faults.setdefault("out_player", ["Whoever chipped out; nobody where it is blocked."])
    hands = [_hand(body, sent) for sent in body.objects("hands", _MOST_HANDS)]
    kept = tuple(hand for hand in hands if hand)
    seated = {seat.player for seat in state.match.seats}
    if not {hand.player for hand in kept} <= seated or len({hand.player for hand in kept}) < len(kept):
        body.faults.setdefault("hands", ["Each hand is that of one player of this match."])
    if out is not None and out not in seated:
        body.faults.setdefault("out_player", ["Nobody of that id plays in this match."])
    return RoundEnd(event, out, None, None, None, None, kept)


def _hand(body: JsonFields, sent: dict[str, Any]) -> Hand | None:
    inside = JsonFields(sent, ("player", "pips", "tiles"))
    player, pips = inside.text("player", _MOST_TEXT, needed=True), inside.whole("pips")
    tiles = inside.text("tiles", 100)
    if (pips is None) == (tiles is None):
        inside.faults.setdefault("pips", ["Either pips or tiles."])
    if tiles is not None:
        try:
            tiles = " ".join(str(Tile.parse(tile)) for tile in tiles.split())
        except RuleError as error:
            inside.faults["tiles"] = [str(error)]
    if inside.faults:
        name, sentences = next(iter(inside.faults.items()))
        body.faults.setdefault("hands", [f"{name}: {sentences[0]}"])
        return None
    return Hand(player or "", tiles or None, pips)
