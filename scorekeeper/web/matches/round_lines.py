"""The rounds of a match a line each, and what was changed or undone last, in words."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.rules.matches.scoring import Step
from scorekeeper.services.match_state import MatchState, undone_by
from scorekeeper.store.matches.match_events import Abandonment, MatchEvent, Penalty, Play, Removal, RoundEnd


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list."""

    number: int
    leg: int  # 0 where the match has one only
    of_leg: int  # which round of its leg it is
    steps: list[Step] = field(default_factory=list)
    plays: list[tuple[Step, str]] = field(default_factory=list)  # each with why it made its points
    end: Step | None = None
    event: MatchEvent | None = None
    earlier: list[tuple[str, MatchEvent]] = field(default_factory=list)  # how its end stood before a change
    deleted_plays: list[tuple[str, MatchEvent]] = field(default_factory=list)  # in words, with the deletion
    deleted: str = ""

    @property
    def columns(self) -> list[tuple[int, int]]:
        """Side by side: what the round brought, and the total after it."""
        made = [sum(deltas) for deltas in zip(*(step.delta for step in self.steps), strict=True)]
        return list(zip(made, self.steps[-1].totals, strict=True))

    @property
    def headline(self) -> str:
        """Who won it and how; nothing while it has no end."""
        return headline(self.end) if self.end else self.deleted


def round_lines(state: MatchState) -> list[RoundLine]:
    """The rounds, newest first, the open round left out until something is scored in it."""
    lines: dict[int, list[Step]] = {}
    for step in state.score.steps:
        lines.setdefault(step.round, []).append(step)
    changed, deleted = _changed(state), deleted_plays(state)
    found: dict[int, RoundLine] = {}
    for number, steps in lines.items():
        end = next((step for step in steps if step.kind == "round"), None)
        scored = [(step, state.scored(step.ref)) for step in steps if step is not end]
        plays = [(step, made.words if made else "") for step, made in scored]
        beside = changed.get(number, []), deleted.pop(number, [])
        event = end.ref if end else None
        found[number] = RoundLine(number, *_place(state, number), steps, plays, end, event, *beside)
    for event in _deleted_ends(state):
        if event.round in found:
            found[event.round].earlier.append((state.words_of(event), event))
        else:
            found[event.round] = RoundLine(
                event.round,
                *_place(state, event.round),
                event=state.newest(event.original),
                deleted_plays=deleted.pop(event.round, []),
                deleted=f"{state.words_of(event)} (deleted)",
            )
    for number, gone in deleted.items():
        words = "All its plays were deleted"
        found[number] = RoundLine(number, *_place(state, number), deleted_plays=gone, deleted=words)
    return [found[number] for number in sorted(found, reverse=True)]


def plays_of_round(state: MatchState, number: int) -> list[tuple[MatchEvent, str]]:
    words = {step.ref.version: step.words for step in state.score.steps}
    return [
        (event, words.get(event.version, ""))
        for event in state.counting
        if event.round == number and isinstance(event.body, Play | Penalty)
    ]


def _changed(state: MatchState) -> dict[int, list[tuple[str, MatchEvent]]]:
    """By round: what was changed of it, as it was before each change."""
    standing = {event.original: event.version for event in state.counting}
    found: dict[int, list[tuple[str, MatchEvent]]] = {}
    for event in state.events:
        if standing.get(event.original, event.version) != event.version and not isinstance(
            event.body, Removal
        ):
            found.setdefault(event.round, []).append((state.words_of(event), event))
    return found


def _deleted_ends(state: MatchState) -> list[MatchEvent]:
    """Rounds' ends of which nothing stands any more, each as it was last."""
    last = {event.original: event for event in state.events if isinstance(event.body, RoundEnd)}
    standing = {event.original for event in state.counting}
    return [event for original, event in last.items() if original not in standing]


def deleted_plays(state: MatchState) -> dict[int, list[tuple[str, MatchEvent]]]:
    """By round, each in words with the deletion; what was taken back by Undo is not among them."""
    found: dict[int, list[tuple[str, MatchEvent]]] = {}
    last: dict[int, MatchEvent] = {}
    for event in state.events:
        deleting = isinstance(event.body, Removal) and event.reverts is None
        if isinstance(event.body, Play | Penalty):
            last[event.original] = event
        elif deleting and event.original in last and state.newest(event.original) == event:
            found.setdefault(event.round, []).append((state.words_of(last[event.original]), event))
    return found


def headline(step: Step) -> str:
    """Who and how, without the sum, which is shown on a line of its own."""
    if not step.sum:
        return step.words
    return step.words.replace(f": {step.sum}", "").replace(f", {step.sum}", "")


def _place(state: MatchState, number: int) -> tuple[int, int]:
    return state.score.place_of(number) if state.card.legs > 1 else (0, number)


class LastChange(NamedTuple):
    delta: int | None  # what it made in points
    words: str
    sum: str  # how it made them, or what stands before what was undone
    by: str
    standing: MatchEvent  # the newest entry of it


def last_change(state: MatchState) -> LastChange | None:
    """The last change of this match, None before anything was entered."""
    if state.last_act is None:
        return None
    event = state.last_act[-1]
    step, scored = step_of(state, event.original), state.scored(event)
    steps = [made for part in state.last_act if (made := step_of(state, part.original))]
    won = [sum(points) for points in zip(*(made.delta for made in steps), strict=True)]
    # A round that is put back brings points for several.
    delta = max(won, key=abs, default=None) if sum(1 for points in won if points) < 2 else None
    sum_ = scored.words if scored else step.sum if step else ""
    if len(steps) > 1 and step is not None and delta is not None:
        # A round's end that brought its last tile: the tile's play says what was made.
        sum_ = "; ".join(made.words for made in steps if made is not step)
    if sum_ in {str(delta), "1 game"}:
        sum_ = ""
    return LastChange(delta, _act_words(state, event, step), sum_, event.nickname, event)


def last_undone(state: MatchState) -> LastChange | None:
    """What the undo that was the very last act took back, None where something else was the last act."""
    undo = state.last_undo
    if undo is None:
        return None
    event, newest, last = undone_by(state.events, undo)[-1], undo[-1], last_change(state)
    before = last and (_named(state, last.standing) if isinstance(last.standing.body, Play) else last.words)
    return LastChange(None, _undone_words(state, event), before or "", newest.nickname, newest)


def _undone_words(state: MatchState, event: MatchEvent) -> str:
    match event.body:
        case Abandonment():
            return "The match goes on"
        case RoundEnd() if _is_put_back(state, event) is not False:
            return f"{_round(state, event).capitalize()} taken back"
        case Removal() | RoundEnd():  # in so few words that a narrow phone has room for all of them
            return f"{_round(state, event).capitalize()} as it was"
        case _:
            return f"{_named(state, event)} taken back"


def _named(state: MatchState, event: MatchEvent) -> str:
    """What was entered, in so few words that others find room beside it."""
    match event.body:
        case Play(side=side, kind=kind, points=points, tile=tile):
            return f"{state.sides[side]}’s {({'key': points, 'tile': tile}).get(kind, kind)}"
        case _:
            return state.words_of(event)


def step_of(state: MatchState, original: int) -> Step | None:
    """What the entry that stands at ``original`` did to the totals, None where it counts nothing."""
    return next((step for step in reversed(state.score.steps) if step.ref.original == original), None)


def _act_words(state: MatchState, event: MatchEvent, step: Step | None) -> str:
    if isinstance(event.body, Abandonment):
        given = event.body.winner
        said = "Match abandoned" if given is None else f"Match given to {state.sides[given]}"
        return event.reason or said
    if step is None:
        ends = [e for e in state.events if e.original == event.original and isinstance(e.body, RoundEnd)]
        what = _round(state, event).capitalize() if ends else f"Play of {_round(state, event)}"
        return f"{what} deleted"
    put_back = _is_put_back(state, event)
    if put_back and not isinstance(event.body, RoundEnd):
        return f"{_named(state, event)} put back"
    if put_back is not None:
        done = "put back" if put_back else "corrected"
        return f"{_round(state, event).capitalize()} {done}: {headline(step)}"
    before = [e for e in state.events if e.version < event.version]
    ended = any(e.round == event.round and isinstance(e.body, RoundEnd) for e in before)
    if ended and event.round != state.score.round_open and isinstance(event.body, Play):
        return f"Added to {_round(state, event)}: {headline(step)}"
    return headline(step)


def _is_put_back(state: MatchState, event: MatchEvent) -> bool | None:
    """Whether this put back what had been taken away; False for a correction, None for what was new."""
    before = [e for e in state.events if e.version < event.version and e.original == event.original]
    return isinstance(before[-1].body, Removal) if before else None


def _round(state: MatchState, event: MatchEvent) -> str:
    return state.score.round_name(event.round)
