"""Recording in a running match: the end of a round, a play or a penalty in it, its abandonment."""

from collections.abc import Iterable

from sqlite_utils import Database

from scorekeeper.rules.rounds.turns import verify_turn
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.idempotency import (
    Ahead,
    Conflict,
    IdempotencyKey,
    is_done,
    is_replay,
    load_for_update,
    verify_end,
    verify_room,
)
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.reported_hands import pips_of
from scorekeeper.services.matches.rounds import event_of
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches.match_events import (
    Abandonment,
    NewMatchEvent,
    Penalty,
    Play,
    RoundEnd,
    add_events,
)
from scorekeeper.store.matches.matches import MatchRef


def record_round(
    db: Database,
    at: MatchRef,
    end: RoundEnd,
    plays: Iterable[Play],
    *,
    round: int,
    reason: str | None,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Store the end of round ``round``, with the plays entered along with it; False if it was there already.

    Two phones that enter the same result agree: the second one is told that it is there.

    ``at`` is the club's and the match's id. ``reason`` overrides a doubt of the rules and is kept.
    Raises ``RuleViolation``, ``Conflict``, ``KeyReused`` or ``LookupError`` for an unknown match.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        same = _says_the_same(state, end, round)
        if is_done(db, at, state.events, idempotency_key, author, there=same):
            return False
        verify_room(len(state.events))
        _verify_open(state, round)
        verify_end(state, end, round, reason)
        new = [
            *(
                NewMatchEvent(play, round, f"{idempotency_key.key}:{n}", idempotency_key.fingerprint)
                for n, play in enumerate(plays)
            ),
            NewMatchEvent(end, round, idempotency_key.key, idempotency_key.fingerprint, reason=reason),
        ]
        add_events(db, *at, new, author)
        return True


def record_event(
    db: Database,
    at: MatchRef,
    body: Play | Penalty,
    *,
    round: int,
    seen: int | None = None,
    reason: str | None,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Store a play or a penalty inside the open round; False if it was there already.

    ``seen`` is the match's version that the phone showed: where another phone has entered something
    since, it may be the same play, so nothing is stored and ``Conflict`` says what it was; None where
    nobody else can have been faster. Raises ``RuleError`` for a play that the rules do not know.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_replay(db, at, state.events, idempotency_key):
            return False
        verify_room(len(state.events))
        _verify_open(state, round)
        if seen is not None and seen > state.match.version:
            raise Ahead("An entry that this phone has seen is no longer in the record.")
        if seen not in (None, state.match.version):
            theirs = state.events[-1]
            raise Conflict(f"{theirs.nickname} has just entered: {state.words_of(theirs)}.", theirs)
        if isinstance(body, Play):
            body = _chipped_out(state, body)
            scored = event_of(state.match, body)
            state.progress.apply(scored)
            verify_turn(state.progress, scored)
        add_events(db, *at, [NewMatchEvent(body, round, *idempotency_key, reason=reason)], author)
        return True


def abandon(
    db: Database,
    at: MatchRef,
    *,
    winner: int | None = None,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Give the match up without a result, or to the side ``winner``; undo takes it back like anything else.

    Raises ``Conflict`` where the match is a board of a league, whose match card says who conceded.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_done(db, at, state.events, idempotency_key, author, there=not state.running):
            return False
        if winner is not None and board_of_match(db, *at):
            raise Conflict("This match is played for a league: concede the board on its match card.")
        count_act(db, at.club, "correction", author)
        add_events(
            db, *at, [NewMatchEvent(Abandonment(winner), state.score.round_open, *idempotency_key)], author
        )
        return True


def _says_the_same(state: MatchState, end: RoundEnd, round: int) -> bool:
    """Whether the newest of the rounds has been entered by another phone with just this result."""
    if round != state.score.round_open - 1 and state.running:
        return False
    theirs = next((e.body for e in state.counting if e.round == round and isinstance(e.body, RoundEnd)), None)
    return theirs is not None and _result(state, theirs) == _result(state, end)


def _result(state: MatchState, end: RoundEnd) -> tuple[object, ...]:
    """What a round's end says of the result, however its hands were entered."""
    pips = {hand.player: pips_of(hand, state.card) for hand in end.hands if hand.player != end.out_player}
    return end.event, end.out_player, pips


def _verify_open(state: MatchState, round: int) -> None:
    if round < state.score.round_open:
        theirs = next((e for e in state.counting if e.round == round and isinstance(e.body, RoundEnd)), None)
        if theirs:
            raise Conflict(f"{theirs.nickname} has entered round {round} already.", theirs)
    if not state.running:
        raise Conflict("This match is over; nothing more can be entered in it.")
    if round < state.score.round_open:
        # Without an end of its own: it was struck, or a leg was won by a play in it.
        raise Conflict(f"Round {round} is over; round {state.score.round_open} is being played.")
    if round > state.score.round_open:
        raise Ahead(f"Round {state.score.round_open} is being played: round {round} cannot come before it.")


def _chipped_out(state: MatchState, play: Play) -> Play:
    """The same play, marked as the last tile where the round so far shows that it is."""
    names = {seat.player: seat.name for seat in state.match.seats}
    if play.kind == "tile" and play.player in names and state.progress.is_last(names[play.player]):
        return play._replace(last_tile=1)
    return play
