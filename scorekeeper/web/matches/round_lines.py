"""The rounds of a match as a list: each with its plays, its end, and what was corrected in it."""

from dataclasses import dataclass

from scorekeeper.rules.matches.events import Step
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.match_events import Entry, RoundEnd


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list: its end, and its plays each with why it made its points."""

    number: int
    leg: int
    steps: list[Step]
    plays: list[tuple[Step, str]]
    end: Step | None
    entry: Entry | None
    earlier: list[Entry]

    @property
    def totals(self) -> tuple[int, ...]:
        """Every side's total after the round."""
        return self.steps[-1].totals

    @property
    def late(self) -> bool:
        """Nothing in it counts: a correction has moved the win to an earlier round."""
        return not any(step.counted for step in self.steps)

    @property
    def headline(self) -> str:
        """Who won it and how; nothing while it has no end."""
        return headline(self.end) if self.end else ""


def round_lines(book: MatchBook) -> list[RoundLine]:
    """The rounds, newest first, the open round left out until something is scored in it."""
    lines: dict[int, list[Step]] = {}
    for step in book.state.steps:
        lines.setdefault(step.round, []).append(step)
    return [_line(book, number, steps) for number, steps in sorted(lines.items(), reverse=True)]


def headline(step: Step) -> str:
    """Who and how, without the sum, which is shown on a line of its own."""
    if not step.sum:
        return step.words
    return step.words.replace(f": {step.sum}", "").replace(f", {step.sum}", "")


def _line(book: MatchBook, number: int, steps: list[Step]) -> RoundLine:
    end = next((s for s in steps if isinstance(s.ref, Entry) and isinstance(s.ref.told, RoundEnd)), None)
    entry = end.ref if end and isinstance(end.ref, Entry) else None
    earlier = [e for e in book.entries if entry and e.root == entry.root and e.version != entry.version]
    plays = [(step, _why(book, step)) for step in steps if step is not end]
    return RoundLine(number, steps[-1].leg, steps, plays, end, entry, earlier)


def _why(book: MatchBook, step: Step) -> str:
    heard = book.heard(step.ref) if isinstance(step.ref, Entry) else None
    return heard.words if heard else ""
