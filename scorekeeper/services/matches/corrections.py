"""Corrections to a match: an entry corrected or deleted, a round deleted, the last act undone.

Nothing is overwritten: each of these adds an entry, and the record keeps the earlier one.
"""

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.idempotency import (
    Conflict,
    IdempotencyKey,
    is_done,
    is_replay,
    load_for_update,
    verify_end,
)
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.rounds import event_of, progress_before
from scorekeeper.services.matches.undo_stack import last_undo, reverted
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import (
    EventBody,
    MatchEvent,
    NewMatchEvent,
    Play,
    Removal,
    RoundEnd,
    add_events,
)
from scorekeeper.store.matches.matches import MatchRef


def correct(
    db: Database,
    at: MatchRef,
    body: EventBody,
    *,
    original: int,
    standing: int,
    reason: str | None,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Replace the entry at ``original`` by ``body``; the old value stays in the record.

    ``standing`` is the version the phone saw there; if another stands there by now, nothing is stored
    and ``Conflict`` names it. Raises ``RuleViolation`` or ``RuleError`` where the rules do not allow it.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_replay(db, at, state.events, idempotency_key):
            return False
        count_act(db, at.club, "correction", author)
        newest = state.newest(original)
        if newest is None:
            raise LookupError(f"no entry {original}")
        if newest.version != standing:
            raise Conflict("Somebody has changed this entry since you opened it.", newest)
        if isinstance(body, RoundEnd):
            _verify_only_end(state, newest)
            verify_end(state, body, newest.round, reason)
        elif isinstance(body, Play):
            _verify_play(state, newest.round, body, original)
        new = NewMatchEvent(body, newest.round, *idempotency_key, original=original, reason=reason)
        add_events(db, *at, [new], author)
        return True


def add_play(
    db: Database,
    at: MatchRef,
    play: Play,
    *,
    round: int,
    seen: int,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Add a play that was forgotten, after those that were entered of its round, whether it has ended or not.

    ``seen`` is the match's version that the page showed; ``Conflict`` where something was entered since.
    Raises ``RuleError`` for a play that cannot be, ``LookupError`` for a round of which nothing was entered.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_replay(db, at, state.events, idempotency_key):
            return False
        count_act(db, at.club, "correction", author)
        if round not in state.rounds:
            raise LookupError(f"no round {round}")
        if seen != state.match.version:
            raise Conflict("Somebody has entered something since you opened this page.")
        _verify_play(state, round, play, None)
        add_events(db, *at, [NewMatchEvent(play, round, *idempotency_key)], author)
        return True


def _verify_play(state: MatchState, round: int, play: Play, original: int | None) -> None:
    """Raise RuleError unless the play can be in this place of its round, or after all others of it."""
    known = state.rounds.get(round)
    before = progress_before(state.match, state.card, known.events if known else (), original)
    before.apply(event_of(state.match, play))


def undo(
    db: Database, at: MatchRef, standing: int, *, idempotency_key: IdempotencyKey, author: Author
) -> bool:
    """Undo the last act, whose last entry is ``standing``, with everything that it entered.

    ``Conflict`` where something else has become the last act meanwhile.
    """
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_replay(db, at, state.events, idempotency_key):
            return False
        count_act(db, at.club, "correction", author)
        act = state.last_act
        if act is None or act[-1].version != standing:
            raise Conflict("Somebody has entered or taken back something since you looked.")
        add_events(db, *at, reverted(state.events, act, *idempotency_key), author)
        return True


def redo(
    db: Database, at: MatchRef, standing: int, *, idempotency_key: IdempotencyKey, author: Author
) -> bool:
    """Put back what the last undo took, if that undo, whose last entry is ``standing``, is the last act."""
    with writing(db, at.club):
        state = load_for_update(db, at)
        if is_replay(db, at, state.events, idempotency_key):
            return False
        count_act(db, at.club, "correction", author)
        undo = last_undo(state.events)
        if undo is None or undo[-1].version != standing:
            raise Conflict("Somebody has entered something since you looked.")
        add_events(db, *at, reverted(state.events, undo, *idempotency_key), author)
        return True


def remove(
    db: Database,
    at: MatchRef,
    original: int,
    standing: int,
    *,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> bool:
    """Delete one entry anywhere in the match, so that it no longer counts."""
    return correct(
        db,
        at,
        Removal(),
        original=original,
        standing=standing,
        reason=None,
        idempotency_key=idempotency_key,
        author=author,
    )


def delete_round(
    db: Database, at: MatchRef, round: int, *, idempotency_key: IdempotencyKey, author: Author
) -> bool:
    """Delete a whole round, its end and every play in it, so that it no longer counts."""
    with writing(db, at.club):
        state = load_for_update(db, at)
        roots = [event.original for event in state.counting if event.round == round]
        if is_done(db, at, state.events, idempotency_key, author, there=not roots):
            return False
        count_act(db, at.club, "correction", author)
        keys = [idempotency_key.key, *(f"{idempotency_key.key}:{n}" for n in range(1, len(roots)))]
        new = [
            NewMatchEvent(Removal(), round, key, idempotency_key.fingerprint, original=original)
            for key, original in zip(keys, roots, strict=False)
        ]
        add_events(db, *at, new, author)
        return True


def _verify_only_end(state: MatchState, event: MatchEvent) -> None:
    """A round that was taken out and entered anew has its end; the old one does not come back beside it."""
    ends = (e for e in state.counting if e.round == event.round and isinstance(e.body, RoundEnd))
    theirs = next((e for e in ends if e.original != event.original), None)
    if theirs:
        raise Conflict(f"{theirs.nickname} has entered round {event.round} again since.", theirs)
