"""The last act of a match that stands: what it changed, and what Undo needs to take it back."""

from dataclasses import dataclass

from scorekeeper.rules.matches.events import Step
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.undo_stack import last_undo, undone_by
from scorekeeper.store.matches.match_events import Abandonment, MatchEvent, Play, Removal, RoundEnd
from scorekeeper.web.matches.round_lines import headline


@dataclass(frozen=True, slots=True)
class LastChange:
    """``delta`` is what it made in points, ``sum`` how, empty where it says no more;
    ``standing`` is its event's version at ``original``."""

    delta: int | None
    words: str
    sum: str
    by: str
    original: int
    standing: int


def last_change(state: MatchState) -> LastChange | None:
    """The last change of this match, None before anything was entered."""
    if state.last_act is None:
        return None
    event = state.last_act[-1]
    step, scored = step_of(state, event.original), state.scored(event)
    steps = [made for part in state.last_act if (made := step_of(state, part.original))]
    delta = max((sum(made) for made in zip(*(s.delta for s in steps), strict=True)), key=abs, default=None)
    sum_ = scored.words if scored else step.sum if step else ""
    if len(steps) > 1 and step is not None:
        # A round's end that brought its last tile: the tile's play says what was made.
        sum_ = "; ".join(made.words for made in steps if made is not step)
    if sum_ in {str(delta), "1 game"}:
        sum_ = ""
    return LastChange(
        delta, _act_words(state, event, step), sum_, event.nickname, event.original, event.version
    )


def last_undone(state: MatchState) -> LastChange | None:
    """What the undo that was the very last act took back, None where something else was the last act."""
    undo = last_undo(state.events)
    if undo is None:
        return None
    event, newest = undone_by(state.events, undo)[-1], undo[-1]
    return LastChange(None, _undone_words(state, event), "", newest.nickname, newest.original, newest.version)


def _undone_words(state: MatchState, event: MatchEvent) -> str:
    match event.body:
        case Abandonment():
            return "The match goes on"
        case Removal():
            return f"Deletion in {_round(state, event)} taken back"
        case RoundEnd() if event.original == event.version:
            return f"{_round(state, event).capitalize()} taken back"
        case RoundEnd():
            return f"Correction of {_round(state, event)} taken back"
        case _:
            return f"{state.words_of(event)} taken back"


def step_of(state: MatchState, original: int) -> Step | None:
    """What the entry that stands at ``original`` did to the totals, None where it counts nothing."""
    return next(
        (
            s
            for s in reversed(state.score.steps)
            if isinstance(s.ref, MatchEvent) and s.ref.original == original
        ),
        None,
    )


def _act_words(state: MatchState, event: MatchEvent, step: Step | None) -> str:
    if isinstance(event.body, Abandonment):
        given = event.body.winner
        said = "Match abandoned" if given is None else f"Match given to {state.sides[given]}"
        return event.reason or said
    if step is None:
        ends = [e for e in state.events if e.original == event.original and isinstance(e.body, RoundEnd)]
        return (
            f"{_round(state, event).capitalize()} deleted"
            if ends
            else f"Play of {_round(state, event)} deleted"
        )
    if event.original != event.version:
        return f"{_round(state, event).capitalize()} {_what_was_done(state, event)}: {headline(step)}"
    if event.round != state.score.round_open and isinstance(event.body, Play) and _ended_before(state, event):
        return f"Added to {_round(state, event)}: {headline(step)}"
    return headline(step)


def _round(state: MatchState, event: MatchEvent) -> str:
    return state.score.round_name(event.round)


def _what_was_done(state: MatchState, event: MatchEvent) -> str:
    """What an entry did to the one that it replaced."""
    before = [e for e in state.events if e.original == event.original and e.version < event.version]
    return "put back" if isinstance(before[-1].body, Removal) else "corrected"


def _ended_before(state: MatchState, event: MatchEvent) -> bool:
    """Whether the round had its end when this was entered."""
    return any(
        other.round == event.round and isinstance(other.body, RoundEnd) and other.version < event.version
        for other in state.events
    )
