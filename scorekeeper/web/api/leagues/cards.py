"""What other programs may do to a fixture's match card: its boards, signatures, another day."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.services.cards.best_player import name_best_player
from scorekeeper.services.cards.board_commands import draw_boards, save_boards, start_board
from scorekeeper.services.cards.card_commands import MatchCardError, load_fixture_card
from scorekeeper.services.cards.proposals import ANSWERS, answer_day, propose_day
from scorekeeper.services.cards.signing import forfeit, reopen, sign
from scorekeeper.services.matches.idempotency import IdempotencyKey
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.store.leagues.proposals import Proposal
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.forms import filled
from scorekeeper.web.api.parsing import JsonFields, idempotency_key, read_body
from scorekeeper.web.api.refusals import Missing, explained
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.cards.forms import SIDE_KEYS
from scorekeeper.web.cards.proposal_form import ProposalForm
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("api_cards", __name__, url_prefix=f"{PREFIX}/fixtures/<fixture>")

_MOST_BOARDS, _MOST_ID, _MOST_LEGS = 99, 40, 999
_BOARD = ("home", "away", "legs", "points", "conceded")
_SIDES = tuple(SIDE_KEYS)


@bp.post("/boards")
@with_token("score")
@explained
def save(club: Club, fixture: str) -> Response:
    """What has changed of these boards since they were as ``was``; nothing where another was faster."""
    _verify_there(club, fixture)
    body = read_body("side", "boards")
    side = SIDE_KEYS.get(body.one_of("side", _SIDES)) if "side" in body.values else None
    boards = body.objects("boards", _MOST_BOARDS, required=True)
    entered = [_entered(body, side, one) for one in boards]
    return _done(
        club,
        fixture,
        body,
        lambda **by: save_boards(
            get_db(),
            FixtureRef(club.id, fixture),
            [now for now, _ in entered],
            was=[was for _, was in entered],
            secretary=visitor().may("manage"),
            **by,
        ),
    )


@bp.post("/boards/<int:board>/start")
@with_token("score")
@explained
def start(club: Club, fixture: str, board: int) -> Response:
    """Start the match of this board at its table; ``match`` is its id, also if it runs already."""
    _verify_there(club, fixture)
    body = read_body()
    key = idempotency_key(body)
    body.verify()
    by = program_author(club)
    at, secretary = FixtureRef(club.id, fixture), visitor().may("manage")
    match = start_board(get_db(), at, board, idempotency_key=key, author=by, secretary=secretary)
    return jsonify(id=fixture, key=key.key, match=match)


@bp.post("/draw")
@with_token("score")
@explained
def draw(club: Club, fixture: str) -> Response:
    """Draw who plays on which board."""
    at, secretary = FixtureRef(club.id, fixture), visitor().may("manage")
    return _done(
        club, fixture, read_body(), lambda **by: draw_boards(get_db(), at, secretary=secretary, **by)
    )


@bp.post("/sign")
@with_token("score")
@explained
def sign_card(club: Club, fixture: str) -> Response:
    """A captain signs for the card as it was read: ``shown`` is its ``wording``."""
    body = read_body("side", "shown")
    side, shown = body.one_of("side", _SIDES), body.text("shown", 60_000, needed=True) or ""
    return _done(
        club,
        fixture,
        body,
        lambda **by: sign(
            get_db(),
            FixtureRef(club.id, fixture),
            SIDE_KEYS[side],
            shown=shown,
            secretary=visitor().may("manage"),
            **by,
        ),
    )


@bp.post("/reopen")
@with_token("manage")
@explained
def reopen_card(club: Club, fixture: str) -> Response:
    """Unlock a signed card, with a reason."""
    body = read_body("reason")
    reason = _reason(body)
    return _done(
        club, fixture, body, lambda **by: reopen(get_db(), FixtureRef(club.id, fixture), reason, **by)
    )


@bp.post("/forfeit")
@with_token("manage")
@explained
def forfeit_fixture(club: Club, fixture: str) -> Response:
    """The team of ``side`` does not fulfil the fixture; with no side it is to be played after all."""
    body = read_body("side", "reason")
    side = SIDE_KEYS.get(body.one_of("side", _SIDES)) if "side" in body.values else None
    reason = _reason(body)
    return _done(
        club, fixture, body, lambda **by: forfeit(get_db(), FixtureRef(club.id, fixture), side, reason, **by)
    )


@bp.post("/best-player")
@with_token("score")
@explained
def name_best(club: Club, fixture: str) -> Response:
    """The captain of ``side`` names the best of the other team; no player takes it back."""
    _verify_there(club, fixture)
    body = read_body("side", "player")
    side, player = body.one_of("side", _SIDES), body.text("player", 40) or ""
    body.verify()
    at, secretary = FixtureRef(club.id, fixture), visitor().may("manage")
    name_best_player(get_db(), at, SIDE_KEYS[side], player, program_author(club), secretary=secretary)
    return jsonify(id=fixture)


@bp.post("/proposals")
@with_token("score")
@explained
def propose(club: Club, fixture: str) -> Response:
    """Ask the other captain for another day."""
    _verify_there(club, fixture)
    form = filled(ProposalForm)
    if form.side.data not in SIDE_KEYS or form.day.data is None:
        raise MatchCardError((0, "Another day: say for which team."))
    day, side = form.day.data.isoformat(), SIDE_KEYS[form.side.data]
    new = Proposal("", side, day, form.starts.data, form.note.data or None, None)
    key, secretary = form.key.data or "", visitor().may("manage")
    propose_day(
        get_db(), FixtureRef(club.id, fixture), new, key=key, author=program_author(club), secretary=secretary
    )
    return jsonify(id=fixture)


@bp.post("/proposals/<proposal>")
@with_token("score")
@explained
def reply(club: Club, fixture: str, proposal: str) -> Response:
    """Accept, decline or withdraw a proposal; answered already, nothing happens."""
    _verify_there(club, fixture)
    body = read_body("answer")
    answer = body.one_of("answer", ANSWERS)
    body.verify()
    at, secretary = FixtureRef(club.id, fixture), visitor().may("manage")
    answer_day(get_db(), at, proposal, answer, author=program_author(club), secretary=secretary)
    return jsonify(id=fixture)


def _verify_there(club: Club, fixture: str) -> None:
    try:
        load_fixture_card(get_db(), FixtureRef(club.id, fixture), today())
    except LookupError:
        raise Missing("There is no such fixture in this club.") from None


def _reason(body: JsonFields) -> str:
    reason = body.reason()
    if not reason:
        body.faults.setdefault("reason", ["Say why: it goes in the record."])
    return reason or ""


def _done(club: Club, fixture: str, body: JsonFields, act: Callable[..., Any]) -> Response:
    """Do the act once by the request's key."""
    _verify_there(club, fixture)
    key: IdempotencyKey = idempotency_key(body)
    body.verify()
    act(idempotency_key=key, author=program_author(club))
    return jsonify(id=fixture, key=key.key)


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
