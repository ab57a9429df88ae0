"""The last act of a match that stands: what it changed, and what Undo needs to take it back."""

from dataclasses import dataclass

from scorekeeper.rules.matches.events import Step
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.match_events import CallOff, Entry
from scorekeeper.web.matches.round_lines import headline


@dataclass(frozen=True, slots=True)
class LastChange:
    """``delta`` is what it made in points, ``sum`` how; ``standing`` is its entry's version at ``root``."""

    delta: int | None
    words: str
    sum: str
    by: str
    root: int
    standing: int


def last_change(book: MatchBook) -> LastChange | None:
    """The last change of this match, None before anything was told."""
    if book.last_act is None:
        return None
    entry = book.last_act[-1]
    step, heard = step_of(book, entry.root), book.heard(entry)
    steps = [made for part in book.last_act if (made := step_of(book, part.root))]
    delta = max((sum(made) for made in zip(*(s.delta for s in steps), strict=True)), key=abs, default=None)
    sum_ = heard.words if heard else step.sum if step else ""
    if len(steps) > 1 and step is not None:
        # A round's end that brought its last tile: the tile's play says what was made.
        sum_ = "; ".join(made.words for made in steps if made is not step)
    return LastChange(delta, _act_words(entry, step), sum_, entry.nickname, entry.root, entry.version)


def step_of(book: MatchBook, root: int) -> Step | None:
    """What the entry that stands at ``root`` did to the totals, None where it counts nothing."""
    return next(
        (s for s in reversed(book.state.steps) if isinstance(s.ref, Entry) and s.ref.root == root), None
    )


def _act_words(entry: Entry, step: Step | None) -> str:
    if isinstance(entry.told, CallOff):
        return "The match was called off"
    if step is None:
        return f"Taken out of round {entry.round}"
    corrected = entry.root != entry.version
    return f"Round {entry.round} corrected: {headline(step)}" if corrected else headline(step)
