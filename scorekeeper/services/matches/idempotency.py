"""Idempotency keys of the acts on a match, and the errors that an act can raise.

Each act (``recording``, ``corrections``) is one transaction and can be repeated without harm. It takes the
key that the phone made for it: a key that has been seen with the same content adds nothing and answers as
the first time, also one that had nothing to add then, because another phone had entered the same. Every act
also names what it means (the round, or the entry it corrects), so that two phones never write over each other
unseen.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.leagues.card_events import CardEvent
from scorekeeper.store.matches.agreed_keys import add_agreed_key, agreed_fingerprint, count_agreed_keys
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd
from scorekeeper.store.matches.matches import MatchRef

Entity = Literal["match", "card"]
MOST_ENTRIES = 5000  # in one match; the longest that is played has a few hundred


class IdempotencyKey(NamedTuple):
    """What a phone sends with every act: its key, and a fingerprint of the act's content."""

    key: str
    fingerprint: str


class RuleViolation(Exception):
    """The rules do not allow the round; ``validation`` lists the faults."""

    def __init__(self, validation: Validation) -> None:
        super().__init__("; ".join(problem.message for problem in validation.problems))
        self.validation = validation


class Conflict(Exception):
    """Somebody else was first: ``theirs`` is what stands there now, None where the match is over."""

    def __init__(self, sentence: str, theirs: MatchEvent | None = None) -> None:
        super().__init__(sentence)
        self.theirs = theirs


class Ahead(Conflict):
    """The phone knows more than the record: a copy was restored, or an entry was undone."""


class KeyReused(Exception):
    """This key came before with other content; ``str(error)`` is shown as it is."""


class MatchFull(Exception):
    """A match holds no more entries; ``str(error)`` is shown as it is."""


def load_for_update(db: Database, at: MatchRef) -> MatchState:
    """The state of this match of the club, read inside the act's transaction; ``LookupError`` if unknown."""
    state = load_match(db, *at)
    if state is None:
        raise LookupError(f"no match {at.match}")
    return state


def is_replay(
    db: Database,
    at: tuple[str, str],
    events: Sequence[MatchEvent | CardEvent],
    idempotency_key: IdempotencyKey,
    of: Entity = "match",
) -> bool:
    """Whether this very act is among the ``events`` of the match or card ``at``, or has agreed with them.

    Raises ``KeyReused`` where its key came with other content.
    """
    club, id = at
    key, fingerprint = idempotency_key
    entered = (event.fingerprint for event in events if event.key == key)
    earlier = next(entered, None) or agreed_fingerprint(db, (club, of, id), key)
    if earlier not in (None, fingerprint):
        raise KeyReused(f"This page has saved something else already. Look at the {of}, then enter it again.")
    return earlier is not None


def is_done(
    db: Database,
    at: tuple[str, str],
    events: Sequence[MatchEvent | CardEvent],
    idempotency_key: IdempotencyKey,
    author: Author,
    *,
    there: bool,
    of: Entity = "match",
) -> bool:
    """Whether the act has nothing to add: it ``is_replay``, or what it wants is ``there``.

    Then its key is kept, so that it adds nothing either when it is sent again after that was taken back.
    Raises ``KeyReused``, and ``MatchFull`` where too many have agreed.
    """
    if is_replay(db, at, events, idempotency_key, of):
        return True
    if there:
        club, id = at
        verify_room(count_agreed_keys(db, (club, of, id)))
        add_agreed_key(db, (club, of, id), *idempotency_key, author)
    return there


def verify_room(entries: int) -> None:
    """Raise ``MatchFull`` where a match holds so many entries already that no more are taken."""
    if entries >= MOST_ENTRIES:
        raise MatchFull(f"This match holds {MOST_ENTRIES} entries, and takes no more. Start a new one.")


def verify_end(state: MatchState, end: RoundEnd, round: int, reason: str | None) -> None:
    """Raise ``RuleViolation`` unless the rules allow this end; a ``reason`` settles a mere doubt."""
    validation = state.validate_end(end, round)
    if validation.refused or (validation.doubtful and not reason):
        raise RuleViolation(validation)
