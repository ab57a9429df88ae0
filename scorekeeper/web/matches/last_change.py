"""The last act of a match that stands: what it changed, and what Undo needs to take it back."""

from dataclasses import dataclass

from scorekeeper.rules.matches.events import Step
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.match_events import Abandonment, MatchEvent
from scorekeeper.web.matches.round_lines import headline


@dataclass(frozen=True, slots=True)
class LastChange:
    """``delta`` is what it made in points, ``sum`` how; ``standing`` its event's version at ``original``."""

    delta: int | None
    words: str
    sum: str
    by: str
    original: int
    standing: int


def last_change(state: MatchState) -> LastChange | None:
    """The last change of this match, None before anything was told."""
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
    return LastChange(delta, _act_words(event, step), sum_, event.nickname, event.original, event.version)


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


def _act_words(event: MatchEvent, step: Step | None) -> str:
    if isinstance(event.body, Abandonment):
        return "The match was called off"
    if step is None:
        return f"Taken out of round {event.round}"
    corrected = event.original != event.version
    return f"Round {event.round} corrected: {headline(step)}" if corrected else headline(step)
