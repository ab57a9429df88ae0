"""What every act on a running match has in common: the phone's ticket, and the answers other than yes.

Each act (see ``telling`` and ``mending``) is one transaction and can be repeated without harm. It takes the
key that the phone made for it: a key that has been seen with the same content adds nothing and answers as
the first time. Every act also names what it means (the round, or the entry it corrects), so that two phones
never write over each other unseen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.rounds.validate import Judgement
from scorekeeper.services.matches.match_state import MatchBook, open_book
from scorekeeper.store.card_events import CardEntry
from scorekeeper.store.match_events import Entry, RoundEnd


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


def book_to_change(db: Database, at: tuple[str, str]) -> MatchBook:
    """The book of this match of the club, read inside the act's transaction; ``LookupError`` if unknown."""
    book = open_book(db, *at)
    if book is None:
        raise LookupError(f"no match {at[1]}")
    return book


def already_told(entries: Sequence[Entry | CardEntry], ticket: Ticket, of: str = "match") -> bool:
    """Whether this very act is among the entries ``of`` a match or card.

    Raises ``KeyUsed`` where its key came with other content.
    """
    earlier = next((entry for entry in entries if entry.key == ticket.key), None)
    if earlier and earlier.fingerprint != ticket.fingerprint:
        raise KeyUsed(f"This page has saved something else before. Look at the {of}, then enter it again.")
    return earlier is not None


def verify_end(book: MatchBook, end: RoundEnd, round: int, reason: str | None) -> None:
    """Raise ``Refused`` unless the rules allow this end; a ``reason`` settles what is merely doubtful."""
    judgement = book.judge(end, round)
    if judgement.refused or (judgement.doubtful and not reason):
        raise Refused(judgement)
