"""Acts on a match card as a whole: both captains' signatures, a reopening, a forfeit."""

from sqlite_utils import Database

from scorekeeper.rules.text import counted
from scorekeeper.services.cards.card_commands import (
    MatchCardError,
    add_to_card,
    load_for_update,
    verify_unlocked,
)
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.captains import verify_may_act, verify_other_phone
from scorekeeper.services.matches.idempotency import IdempotencyKey, is_done
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import Forfeit, Reopening, Signature
from scorekeeper.store.leagues.fixtures import FixtureRef

CHANGED = "The card has changed since it was shown here. Look at it again, then sign."


def sign(
    db: Database,
    at: FixtureRef,
    side: int,
    *,
    shown: str,
    idempotency_key: IdempotencyKey,
    author: Author,
    secretary: bool = False,
) -> None:
    """The captain of this side signs for the card as ``shown``; it must be complete and still stand.

    The ``secretary`` may sign for both, as a card on paper has it.
    """
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, fixture_card = load_for_update(db, at, author)
        signed = fixture_card.signatures[side] is not None
        if is_done(db, at, fixture_card.events, idempotency_key, author, there=signed, of="card"):
            return
        verify_unlocked(fixture_card)
        if not secretary:
            verify_may_act(db, at.club, season, fixture_card, side, author)
            verify_other_phone(season, fixture_card, side, author)
        if fixture_card.differing:
            raise MatchCardError((0, f"{fixture_card.dispute}. Settle that first, then sign."))
        if not fixture_card.complete:
            boards = len(fixture_card.boards)
            missing = f"{boards - fixture_card.done} of {counted(boards, 'board')}"
            raise MatchCardError((0, f"Still without a result: {missing}."))
        if shown != fixture_card.wording:
            raise MatchCardError((0, CHANGED))
        add_to_card(db, at, fixture_card, [Signature(side, shown, secretary)], idempotency_key, author)


def reopen(
    db: Database, at: FixtureRef, reason: str, *, idempotency_key: IdempotencyKey, author: Author
) -> None:
    """Unlock a signed card; the reason is kept with it and both captains sign anew.

    A result that came with a spreadsheet gives way to the boards that are entered then.
    """
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        _, fixture_card = load_for_update(db, at, author)
        unsigned = not (fixture_card.locked or any(fixture_card.signatures))
        if is_done(db, at, fixture_card.events, idempotency_key, author, there=unsigned, of="card"):
            return
        add_to_card(db, at, fixture_card, [Reopening()], idempotency_key, author, reason)


def forfeit(
    db: Database,
    at: FixtureRef,
    side: int | None,
    reason: str,
    *,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> None:
    """Side 0 or 1 does not fulfil the fixture, so the other walks over; None takes that back."""
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        _, fixture_card = load_for_update(db, at, author)
        same = fixture_card.forfeited_by == side
        if is_done(db, at, fixture_card.events, idempotency_key, author, there=same, of="card"):
            return
        verify_unlocked(fixture_card)
        add_to_card(db, at, fixture_card, [Forfeit(side)], idempotency_key, author, reason)
