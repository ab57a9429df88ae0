"""What is put right in a match: an entry corrected or taken out, a round struck, the last act undone.

Nothing is written over: each of these adds an entry, and the record keeps what stood there before.
"""

from sqlite_utils import Database

from scorekeeper.services.matches.idempotency import (
    Overtaken,
    Ticket,
    already_told,
    book_to_change,
    verify_end,
)
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.services.matches.undo_stack import taken_back
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.match_events import Entry, NewEntry, RoundEnd, Told, Void, add_entries


def correct(
    db: Database,
    at: tuple[str, str],
    told: Told,
    *,
    root: int,
    standing: int,
    reason: str | None,
    ticket: Ticket,
    stamp: Stamp,
) -> bool:
    """Put ``told`` in the place of the entry at ``root``; the old value stays in the record.

    ``standing`` is the version the phone saw there; if another stands there by now, nothing is stored
    and ``Overtaken`` names it.
    """
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket):
            return False
        newest = book.newest(root)
        if newest is None:
            raise LookupError(f"no entry {root}")
        if newest.version != standing:
            raise Overtaken("Somebody has changed this entry since you opened it.", newest)
        if isinstance(told, RoundEnd):
            _verify_only_end(book, newest)
            verify_end(book, told, newest.round, reason)
        add_entries(db, *at, [NewEntry(told, newest.round, *ticket, root=root, reason=reason)], stamp)
        return True


def undo(db: Database, at: tuple[str, str], standing: int, *, ticket: Ticket, stamp: Stamp) -> bool:
    """Take back the last act, whose last entry is ``standing``: everything it told is as it was before.

    ``Overtaken`` where something else has become the last act meanwhile.
    """
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket):
            return False
        act = book.last_act
        if act is None or act[-1].version != standing:
            raise Overtaken("Somebody has entered or taken back something since you looked.")
        add_entries(db, *at, taken_back(book.entries, act, *ticket), stamp)
        return True


def take_out(
    db: Database, at: tuple[str, str], root: int, standing: int, *, ticket: Ticket, stamp: Stamp
) -> bool:
    """Take one entry out of the count, wherever in the match it stands."""
    return correct(db, at, Void(), root=root, standing=standing, reason=None, ticket=ticket, stamp=stamp)


def strike_round(db: Database, at: tuple[str, str], round: int, *, ticket: Ticket, stamp: Stamp) -> bool:
    """Take a whole round out of the count: its end and every play in it."""
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket):
            return False
        roots = [entry.root for entry in book.counting if entry.round == round]
        keys = [ticket.key, *(f"{ticket.key}:{n}" for n in range(1, len(roots)))]
        new = [
            NewEntry(Void(), round, key, ticket.fingerprint, root=root)
            for key, root in zip(keys, roots, strict=False)
        ]
        if new:
            add_entries(db, *at, new, stamp)
        return bool(new)


def _verify_only_end(book: MatchBook, entry: Entry) -> None:
    """A round that was taken out and entered anew has its end; the old one does not come back beside it."""
    ends = (e for e in book.counting if e.round == entry.round and isinstance(e.told, RoundEnd))
    theirs = next((e for e in ends if e.root != entry.root), None)
    if theirs:
        raise Overtaken(f"Round {entry.round} has been entered anew by {theirs.nickname}.", theirs)
