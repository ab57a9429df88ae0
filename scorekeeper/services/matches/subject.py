"""Matches as what acts are done to: the state read under the lock, what closes it, and how it refuses.

Every act names what it means (the round, or the entry it corrects), so that two phones never write over each
other unseen. One that finds what it wants there already, because another phone has entered the same, adds
nothing and answers False; its key is kept, so that it adds nothing either when it is sent again after that
was taken back.
"""

from scorekeeper.rules.rounds.validate import Validation
from scorekeeper.services.gate import Act, Ask, Closed, Refused, Subject, there
from scorekeeper.services.leagues.cups import set_anew
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.store.leagues.card_events import status_of_board
from scorekeeper.store.matches.match_events import MatchEvent, NewMatchEvent, RoundEnd, add_events

MOST_ENTRIES = 5000  # in one match; the longest that is played has a few hundred
OTHERS = "This match is a board of other teams. A captain’s phone acts for its own team only."


class RuleViolation(Refused):
    """The rules do not allow the round; ``validation`` lists the faults."""

    code = "rules"

    def __init__(self, validation: Validation) -> None:
        super().__init__("; ".join(problem.message for problem in validation.problems))
        self.validation = validation


class Conflict(Refused):
    """Somebody else was first: ``theirs`` is what stands there now, None where the match is over."""

    status, code = 409, "conflict"

    def __init__(self, sentence: str, theirs: MatchEvent | None = None) -> None:
        super().__init__(sentence)
        self.theirs = theirs


class Reseated(Refused):
    """The page had shown others in these seats: what was entered there is not theirs."""

    code = "seats"

    def __init__(self) -> None:
        super().__init__("Somebody has changed who sits where. Look at the names, then enter it again.")


class Ahead(Conflict):
    """The phone knows more than the record: a copy was restored, or an entry was undone."""


def read_match(ask: Ask, match: str) -> MatchState:
    return there(load_match(ask.db, ask.club, match), "match")


def _verify(ask: Ask, state: MatchState) -> None:
    verify_match_open(ask, state.match.id)
    if ask.seats not in ("", state.seats_tag):
        raise Reseated


def verify_match_open(ask: Ask, match: str) -> None:
    """Raise ``Refused`` where the match is a board that this phone may change nothing of.

    ``Closed`` where nobody may: its card is signed, or its season in the archive.
    """
    board = status_of_board(ask.db, ask.club, match)
    if board is None:
        return
    if board.archived:
        raise Closed("This match was played for a season that is in the archive, so it cannot change.")
    if board.signed:
        raise Closed("Both captains have signed this match’s card. The secretary can unlock the card first.")
    own = {*captained_teams(ask.db, ask.club, ask.author.device)}
    if own and not ask.may("manage") and not own & {board.home, board.away}:
        raise Refused(OTHERS)


MATCH = Subject(
    "match",
    read_match,
    _verify,
    lambda state, key: next((event.fingerprint for event in state.events if event.key == key), None),
)


def verify_room(state: MatchState) -> None:
    """Raise ``Refused`` where a match holds so many entries already that no more are taken."""
    if len(state.events) >= MOST_ENTRIES:
        raise Refused(f"This match holds {MOST_ENTRIES} entries, and takes no more. Start a new one.")


def enter(act: Act[MatchState], *new: NewMatchEvent) -> bool:
    """Add these to the match; where a cup's tie ends by it, or goes on again, its next round follows."""
    league = add_events(act.db, act.club, act.on.match.id, new, act.author)
    if league and not (act.on.running and read_match(act.ask, act.on.match.id).running):
        set_anew(act.ask, league)
    return True


def verify_end(state: MatchState, end: RoundEnd, round: int, reason: str | None) -> None:
    """Raise ``RuleViolation`` unless the rules allow this end; a ``reason`` settles a mere doubt."""
    validation = state.validate_end(end, round)
    if validation.refused or (validation.doubtful and not reason):
        raise RuleViolation(validation)
