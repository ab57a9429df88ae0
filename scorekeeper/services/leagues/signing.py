"""What settles a match card as a whole: both captains' signatures, a reopening, a forfeit."""

from sqlite_utils import Database

from scorekeeper.services.leagues.card_commands import (
    CardRefused,
    Place,
    add_told,
    open_night,
    verify_unlocked,
)
from scorekeeper.services.matches.idempotency import Ticket, already_told
from scorekeeper.store.card_events import Forfeit, Reopening, Signature
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.engine.connection import writing


def sign(db: Database, at: Place, side: int, *, shown: str, ticket: Ticket, stamp: Stamp) -> None:
    """The captain of this side signs for the card as ``shown``; it must be complete and still stand."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if already_told(night.entries, ticket, "card") or night.signatures[side]:
            return
        if night.differing:
            numbers = ", ".join(str(board.number) for board in night.differing)
            raise CardRefused((0, f"The captains differ on board {numbers}. Settle that first, then sign."))
        if not night.complete:
            missing = len(night.boards) - night.done
            raise CardRefused((0, f"{missing} of {len(night.boards)} boards have no result yet."))
        if shown != night.wording:
            raise CardRefused(
                (0, "The card has changed since it was shown here. Look at it again, then sign.")
            )
        add_told(db, at, night, [Signature(side, shown)], ticket, stamp)


def reopen(db: Database, at: Place, reason: str, *, ticket: Ticket, stamp: Stamp) -> None:
    """Unlock a signed card; the reason is kept with it and both captains sign anew."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if not already_told(night.entries, ticket, "card") and any(night.signatures):
            add_told(db, at, night, [Reopening()], ticket, stamp, reason)


def forfeit(db: Database, at: Place, side: int | None, reason: str, *, ticket: Ticket, stamp: Stamp) -> None:
    """Side 0 or 1 does not fulfil the fixture, so the other walks over; None takes that back."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if not already_told(night.entries, ticket, "card") and night.forfeited_by != side:
            verify_unlocked(night)
            add_told(db, at, night, [Forfeit(side)], ticket, stamp, reason)
