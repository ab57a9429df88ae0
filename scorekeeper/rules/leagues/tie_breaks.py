"""Tie-breaks for teams level on points, and the reason in words for every place they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.text import MINUS


class TieBreak(StrEnum):
    """A tie-break between teams level on points; each league lists its own order of them."""

    LEG_DIFFERENCE = "leg_difference"
    LEGS_WON = "legs_won"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"
    POINTS_DIFFERENCE = "points_difference"
    PLAY_OFF = "play_off"

    @property
    def words(self) -> str:
        """The tie-break as a table's page says it."""
        return _WORDS[self]


_WORDS = {
    TieBreak.LEG_DIFFERENCE: "leg difference",
    TieBreak.LEGS_WON: "legs won",
    TieBreak.WINS: "matches won",
    TieBreak.HEAD_TO_HEAD: "the matches between them",
    TieBreak.POINTS_DIFFERENCE: "points difference",
    TieBreak.PLAY_OFF: "the play-off",
}
_SIGNED = (TieBreak.LEG_DIFFERENCE, TieBreak.POINTS_DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a team stands above the next: the tie-break and both values, or that a play-off must decide."""

    below: str
    tie_break: TieBreak
    own: int
    other: int

    def words(self, names: Mapping[str, str]) -> str:
        """``above Red Lion on leg difference, +11 to +7``."""
        own, other = (_figure(self.tie_break, value) for value in (self.own, self.other))
        return f"above {names[self.below]} on {self.tie_break.words}, {own} to {other}"


def verify_order(tie_breaks: Sequence[str]) -> tuple[TieBreak, ...]:
    """The order of tie-breaks; RuleError for one that is not known or is named twice."""
    known = {tie_break.value for tie_break in TieBreak}
    for name in tie_breaks:
        if name not in known:
            raise RuleError("no_such_tie_break", f"Tie-breaks: there is none called “{name}”.")
        if tie_breaks.count(name) > 1:
            raise RuleError("tie_break_twice", f"Tie-breaks: {TieBreak(name).words} is named twice.")
    return tuple(TieBreak(name) for name in tie_breaks)


def _figure(tie_break: TieBreak, value: int) -> str:
    text = str(value).replace("-", MINUS)
    return f"+{text}" if value > 0 and tie_break in _SIGNED else text
