"""Acts on a match card as a whole: both captains' signatures, a reopening, a forfeit."""

from scorekeeper.rules.text import counted
from scorekeeper.services.cards.card_commands import (
    CARD,
    CardOf,
    MatchCardError,
    add_to_card,
    verify_may_act,
    verify_other_phone,
    verify_unlocked,
)
from scorekeeper.services.gate import Act, act
from scorekeeper.store.leagues.card_events import Forfeit, Reopening, Signature

CHANGED = "The card has changed since it was shown here. Look at it again, then sign."


@act(CARD, "score", "card")
def sign(now: Act[CardOf], side: int, *, shown: str) -> bool:
    """The captain of this side signs for the card as ``shown``; it must be complete and still stand.

    The secretary may sign for both, as a card on paper has it. False where this side has signed already.
    """
    season, card = now.on
    secretary = now.ask.may("manage")
    if card.signatures[side] is not None:
        return False
    verify_unlocked(card)
    verify_may_act(now, side)
    if not secretary:
        verify_other_phone(season, card, side, now.author)
    if card.differing:
        raise MatchCardError((0, f"{card.dispute}. Settle that first, then sign."))
    if not card.complete:
        boards = len(card.boards)
        missing = f"{boards - card.done} of {counted(boards, 'board')}"
        raise MatchCardError((0, f"Still without a result: {missing}."))
    if shown != card.wording:
        raise MatchCardError((0, CHANGED))
    return add_to_card(now, [Signature(side, shown, secretary)])


@act(CARD, "manage", "card")
def reopen(now: Act[CardOf], reason: str) -> bool:
    """Unlock a signed card; the reason is kept with it and both captains sign anew.

    A result that came with a spreadsheet gives way to the boards that are entered then.
    """
    signed = now.on.card.locked or any(now.on.card.signatures)
    return signed and add_to_card(now, [Reopening()], reason)


@act(CARD, "manage", "card")
def forfeit(now: Act[CardOf], side: int | None, reason: str) -> bool:
    """Side 0 or 1 does not fulfil the fixture, so the other walks over; None takes that back."""
    if now.on.card.forfeited_by == side:
        return False
    verify_unlocked(now.on.card)
    return add_to_card(now, [Forfeit(side)], reason)
