"""The rounds of a match as a list: each with its plays, its end, and what was corrected in it."""

from dataclasses import dataclass

from scorekeeper.rules.matches.events import Step
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import MatchEvent, Penalty, Play, Removal, RoundEnd


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list: its end, and its plays each with why it made its points.

    ``leg`` is 0 where the match has one only, ``of_leg`` which round of its leg it is. ``earlier`` is how its
    end stood before it was changed, each in words with its entry; ``deleted_plays`` are its plays and
    penalties that were deleted, each in words with the deletion.
    """

    number: int
    leg: int
    of_leg: int
    steps: list[Step]
    plays: list[tuple[Step, str]]
    end: Step | None
    event: MatchEvent | None
    earlier: list[tuple[str, MatchEvent]]
    deleted_plays: list[tuple[str, MatchEvent]]
    deleted: str = ""

    @property
    def columns(self) -> list[tuple[int, int]]:
        """Side by side: what the round brought, and the total after it."""
        made = [sum(deltas) for deltas in zip(*(step.delta for step in self.steps), strict=True)]
        return list(zip(made, self.totals, strict=True))

    @property
    def totals(self) -> tuple[int, ...]:
        """Every side's total after the round."""
        return self.steps[-1].totals

    @property
    def late(self) -> bool:
        """Nothing in it counts: a correction has moved the win to an earlier round."""
        return bool(self.steps) and not any(step.counted for step in self.steps)

    @property
    def headline(self) -> str:
        """Who won it and how; nothing while it has no end."""
        return headline(self.end) if self.end else self.deleted


def round_lines(state: MatchState) -> list[RoundLine]:
    """The rounds, newest first, the open round left out until something is scored in it."""
    lines: dict[int, list[Step]] = {}
    for step in state.score.steps:
        lines.setdefault(step.round, []).append(step)
    changed, deleted = _changed(state), _deleted_plays(state)
    found = {
        number: _line(state, number, steps, changed.get(number, []), deleted.pop(number, []))
        for number, steps in lines.items()
    }
    for event in _deleted_ends(state):
        if event.round in found:
            found[event.round].earlier.append((state.words_of(event), event))
        else:
            said = f"{state.words_of(event)} (deleted)"
            removal = state.newest(event.original)
            found[event.round] = RoundLine(
                event.round,
                *_place(state, event.round),
                [],
                [],
                None,
                removal,
                [],
                deleted.pop(event.round, []),
                said,
            )
    for number, plays in deleted.items():
        found[number] = RoundLine(
            number, *_place(state, number), [], [], None, None, [], plays, "All its plays were deleted"
        )
    return [found[number] for number in sorted(found, reverse=True)]


def plays_of_round(state: MatchState, number: int) -> list[tuple[MatchEvent, str]]:
    """The plays and penalties of a round that stand, each with its words."""
    words = {step.ref.version: step.words for step in state.score.steps if isinstance(step.ref, MatchEvent)}
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
    last: dict[int, MatchEvent] = {}
    for event in state.events:
        if isinstance(event.body, RoundEnd):
            last[event.original] = event
    standing = {event.original for event in state.counting}
    return [event for original, event in last.items() if original not in standing]


def deleted_plays_of_round(state: MatchState, number: int) -> list[tuple[str, MatchEvent]]:
    """The plays and penalties of a round that were deleted, each in words with the deletion."""
    return _deleted_plays(state).get(number, [])


def _deleted_plays(state: MatchState) -> dict[int, list[tuple[str, MatchEvent]]]:
    """By round; what was taken back by Undo is not among them."""
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


def _line(
    state: MatchState,
    number: int,
    steps: list[Step],
    earlier: list[tuple[str, MatchEvent]],
    deleted: list[tuple[str, MatchEvent]],
) -> RoundLine:
    end = next((s for s in steps if isinstance(s.ref, MatchEvent) and isinstance(s.ref.body, RoundEnd)), None)
    event = end.ref if end and isinstance(end.ref, MatchEvent) else None
    plays = [(step, _why(state, step)) for step in steps if step is not end]
    return RoundLine(number, *_place(state, number), steps, plays, end, event, earlier, deleted)


def _place(state: MatchState, number: int) -> tuple[int, int]:
    return state.score.place_of(number) if state.card.legs > 1 else (0, number)


def _why(state: MatchState, step: Step) -> str:
    scored = state.scored(step.ref) if isinstance(step.ref, MatchEvent) else None
    return scored.words if scored else ""
