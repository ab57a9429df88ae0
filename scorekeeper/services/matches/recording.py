"""What a phone tells of a running match: the end of a round, a play or a penalty in it, giving it up."""

from collections.abc import Iterable

from sqlite_utils import Database

from scorekeeper.rules.rounds.turns import verify_turn
from scorekeeper.services.matches.idempotency import (
    Overtaken,
    Ticket,
    already_told,
    book_to_change,
    verify_end,
)
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.services.matches.rounds import told_of
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.match_events import CallOff, NewEntry, Penalty, Play, RoundEnd, add_entries


def record_round(
    db: Database,
    at: tuple[str, str],
    end: RoundEnd,
    plays: Iterable[Play],
    *,
    round: int,
    reason: str | None,
    ticket: Ticket,
    stamp: Stamp,
) -> bool:
    """Store the end of round ``round``, with the plays entered along with it; False if it was there already.

    ``at`` is the club's and the match's id. ``reason`` overrides a doubtful judgement and is kept.
    Raises ``Refused``, ``Overtaken``, ``KeyUsed`` or ``LookupError`` for an unknown match.
    """
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket):
            return False
        _verify_open(book, round)
        verify_end(book, end, round, reason)
        new = [
            *(NewEntry(play, round, f"{ticket.key}:{n}", ticket.fingerprint) for n, play in enumerate(plays)),
            NewEntry(end, round, ticket.key, ticket.fingerprint, reason=reason),
        ]
        add_entries(db, *at, new, stamp)
        return True


def record_event(
    db: Database,
    at: tuple[str, str],
    told: Play | Penalty,
    *,
    round: int,
    seen: int | None = None,
    reason: str | None,
    ticket: Ticket,
    stamp: Stamp,
) -> bool:
    """Store a play or a penalty inside the open round; False if it was there already.

    ``seen`` is the match's version that the phone showed: where another phone has entered something
    since, it may be the same play, so nothing is stored and ``Overtaken`` says what it was; None where
    nobody else can have been faster. Raises ``RuleError`` for a play that the rules do not know.
    """
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket):
            return False
        _verify_open(book, round)
        if seen not in (None, book.match.version):
            theirs = book.entries[-1]
            raise Overtaken(f"{theirs.nickname} has just entered: {book.words_of(theirs)}.", theirs)
        if isinstance(told, Play):
            told = _chipped_out(book, told)
            heard = told_of(book.match, told)
            book.account.hear(heard)
            verify_turn(book.account, heard)
        add_entries(db, *at, [NewEntry(told, round, *ticket, reason=reason)], stamp)
        return True


def call_off(db: Database, at: tuple[str, str], *, ticket: Ticket, stamp: Stamp) -> bool:
    """Give the match up without a result; undo takes it back like anything else."""
    with writing(db, at[0]):
        book = book_to_change(db, at)
        if already_told(book.entries, ticket) or not book.running:
            return False
        add_entries(db, *at, [NewEntry(CallOff(), book.state.round_open, *ticket)], stamp)
        return True


def _verify_open(book: MatchBook, round: int) -> None:
    if round < book.state.round_open:
        theirs = next((e for e in book.counting if e.round == round and isinstance(e.told, RoundEnd)), None)
        if theirs:
            raise Overtaken(f"{theirs.nickname} has entered round {round} already.", theirs)
    if not book.running:
        raise Overtaken("This match is over; nothing more can be entered in it.")
    if round < book.state.round_open:
        # Without an end of its own: it was struck, or a leg was won by a play in it.
        raise Overtaken(f"Round {round} is over; round {book.state.round_open} is being played.")
    if round > book.state.round_open:
        raise Overtaken(f"Round {book.state.round_open} comes first: somebody has taken a round back.")


def _chipped_out(book: MatchBook, play: Play) -> Play:
    """The same play, marked as the last tile where the account of the round shows that it is."""
    names = {seat.player: seat.name for seat in book.match.seats}
    if play.way == "tile" and play.player in names and book.account.is_last(names[play.player]):
        return play._replace(last_tile=1)
    return play
