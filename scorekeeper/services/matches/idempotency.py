"""What every act on a running match has in common: its key, and the answers other than yes.

Each act (``recording``, ``corrections``) is one transaction and can be repeated without harm. It takes the
key that the phone made for it: a key that has been seen with the same content adds nothing and answers as
the first time. Every act also names what it means (the round, or the entry it corrects), so that two phones
never write over each other unseen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.store.leagues.card_events import CardEvent
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd
from scorekeeper.store.matches.matches import MatchRef


class IdempotencyKey(NamedTuple):
    """What a phone sends with every act: its key, and a fingerprint of what it said with it."""

    key: str
    fingerprint: str


class RuleViolation(Exception):
    """The rules do not allow it; ``validation`` says why, fault by fault."""

    def __init__(self, validation: Validation) -> None:
        super().__init__("; ".join(problem.message for problem in validation.problems))
        self.validation = validation


class Conflict(Exception):
    """Somebody else was first: ``theirs`` is what stands there now, None where the match is over."""

    def __init__(self, sentence: str, theirs: MatchEvent | None = None) -> None:
        super().__init__(sentence)
        self.theirs = theirs


class Ahead(Conflict):
    """The phone knows more than the record: it was restored from a copy, or something was taken back."""


class KeyReused(Exception):
    """This key came before with other content; ``str(error)`` is shown as it is."""


def load_for_update(db: Database, at: MatchRef) -> MatchState:
    """The state of this match of the club, read inside the act's transaction; ``LookupError`` if unknown."""
    state = load_match(db, *at)
    if state is None:
        raise LookupError(f"no match {at.match}")
    return state


def is_replay(
    events: Sequence[MatchEvent | CardEvent], idempotency_key: IdempotencyKey, of: str = "match"
) -> bool:
    """Whether this very act is among the entries ``of`` a match or card.

    Raises ``KeyReused`` where its key came with other content.
    """
    earlier = next((event for event in events if event.key == idempotency_key.key), None)
    if earlier and earlier.fingerprint != idempotency_key.fingerprint:
        raise KeyReused(f"This page has saved something else before. Look at the {of}, then enter it again.")
    return earlier is not None


def verify_end(state: MatchState, end: RoundEnd, round: int, reason: str | None) -> None:
    """Raise ``RuleViolation`` unless the rules allow this end; a ``reason`` settles a mere doubt."""
    validation = state.validate_end(end, round)
    if validation.refused or (validation.doubtful and not reason):
        raise RuleViolation(validation)
