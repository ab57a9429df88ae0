"""What can be done to a running match. Each act is one transaction and can be repeated without harm.

Every act takes the key that the phone made for it: a key that has been seen with the same content adds
nothing and answers as the first time. Every act also names what it means (the round, or the entry it
corrects), so that two phones never write over each other unseen.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.book.book import MatchBook, book_of
from scorekeeper.book.history import taken_back
from scorekeeper.book.rounds import told_of
from scorekeeper.rules.judge import Judgement
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.connection import writing
from scorekeeper.store.entries import (
    CallOff,
    Entry,
    NewEntry,
    Penalty,
    Play,
    RoundEnd,
    Told,
    Void,
    add_entries,
    entries,
)
from scorekeeper.store.matches import find_match


class Ticket(NamedTuple):
    """What a phone sends with every act: its key, and a fingerprint of what it said with it."""

    key: str
    fingerprint: str


class Refused(Exception):
    """The rules do not allow it; ``judgement`` says why, fault by fault."""

    def __init__(self, judgement: Judgement) -> None:
        super().__init__("; ".join(problem.message for problem in judgement.problems))
        self.judgement = judgement


class Overtaken(Exception):
    """Somebody else was first: ``theirs`` is what stands there now, None where the match is over."""

    def __init__(self, sentence: str, theirs: Entry | None = None) -> None:
        super().__init__(sentence)
        self.theirs = theirs


class KeyUsed(Exception):
    """This key came before with other content; ``str(error)`` is shown as it is."""


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
        book = _book(db, at)
        if _seen(book, ticket):
            return False
        _verify_open(book, round)
        _verify(book, end, round, reason)
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
        book = _book(db, at)
        if _seen(book, ticket):
            return False
        _verify_open(book, round)
        if seen not in (None, book.match.version):
            theirs = book.entries[-1]
            raise Overtaken(f"{theirs.nickname} has just entered: {book.words_of(theirs)}.", theirs)
        if isinstance(told, Play):
            told = _chipped_out(book, told)
            book.account.hear(told_of(book.match, told))
        add_entries(db, *at, [NewEntry(told, round, *ticket, reason=reason)], stamp)
        return True


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
        book = _book(db, at)
        if _seen(book, ticket):
            return False
        newest = book.newest(root)
        if newest is None:
            raise LookupError(f"no entry {root}")
        if newest.version != standing:
            raise Overtaken("Somebody has changed this entry since you opened it.", newest)
        if isinstance(told, RoundEnd):
            _verify_only_end(book, newest)
            _verify(book, told, newest.round, reason)
        add_entries(db, *at, [NewEntry(told, newest.round, *ticket, root=root, reason=reason)], stamp)
        return True


def undo(db: Database, at: tuple[str, str], standing: int, *, ticket: Ticket, stamp: Stamp) -> bool:
    """Take back the last act, whose last entry is ``standing``: everything it told is as it was before.

    ``Overtaken`` where something else has become the last act meanwhile.
    """
    with writing(db, at[0]):
        book = _book(db, at)
        if _seen(book, ticket):
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
        book = _book(db, at)
        if _seen(book, ticket):
            return False
        roots = [entry.root for entry in book.counting if entry.round == round]
        keys = [ticket.key, *(f"{ticket.key}:{n}" for n in range(1, len(roots)))]
        new = (
            [
                NewEntry(Void(), round, key, ticket.fingerprint, root=root)
                for key, root in zip(keys, roots, strict=True)
            ]
            if roots
            else []
        )
        add_entries(db, *at, new, stamp)
        return bool(new)


def call_off(db: Database, at: tuple[str, str], *, ticket: Ticket, stamp: Stamp) -> bool:
    """Give the match up without a result; undo takes it back like anything else."""
    with writing(db, at[0]):
        book = _book(db, at)
        if _seen(book, ticket) or not book.running:
            return False
        add_entries(db, *at, [NewEntry(CallOff(), book.state.round_open, *ticket)], stamp)
        return True


def _book(db: Database, at: tuple[str, str]) -> MatchBook:
    match = find_match(db, *at)
    if match is None:
        raise LookupError(f"no match {at[1]}")
    return book_of(match, entries(db, *at))


def _seen(book: MatchBook, ticket: Ticket) -> bool:
    earlier = next((entry for entry in book.entries if entry.key == ticket.key), None)
    if earlier and earlier.fingerprint != ticket.fingerprint:
        raise KeyUsed("This page has saved something else before. Look at the match, then enter it again.")
    return earlier is not None


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


def _verify_only_end(book: MatchBook, entry: Entry) -> None:
    """A round that was taken out and entered anew has its end; the old one does not come back beside it."""
    ends = (e for e in book.counting if e.round == entry.round and isinstance(e.told, RoundEnd))
    theirs = next((e for e in ends if e.root != entry.root), None)
    if theirs:
        raise Overtaken(f"Round {entry.round} has been entered anew by {theirs.nickname}.", theirs)


def _verify(book: MatchBook, end: RoundEnd, round: int, reason: str | None) -> None:
    judgement = book.judge(end, round)
    if judgement.refused or (judgement.doubtful and not reason):
        raise Refused(judgement)


def _chipped_out(book: MatchBook, play: Play) -> Play:
    """The same play, marked as the last tile where the account of the round shows that it is."""
    names = {seat.player: seat.name for seat in book.match.seats}
    if play.way == "tile" and play.player in names and book.account.is_last(names[play.player]):
        return play._replace(last_tile=1)
    return play
