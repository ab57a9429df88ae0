"""A league's points card, and the result of one fixture with the points that it earns."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.text import counted

MOST_POINTS = 99
MOST_DAYS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCard:
    """League points of one match.

    ``per_leg`` is for every leg won, ``narrow_loss`` for a defeat by a single leg. A fixture that one
    team does not fulfil counts as a win for the other by ``forfeit_for`` legs to ``forfeit_against``;
    the team at fault gets nothing, less ``forfeit_fine``. A card signed more than ``late_days`` days
    after the match costs ``late_fine``; ``late_repeat``, if not 0, is what it costs from the second on.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    per_leg: int = 0
    narrow_loss: int = 0
    forfeit_for: int = 5
    forfeit_against: int = 0
    forfeit_fine: int = 0
    late_days: int = 7
    late_fine: int = 0
    late_repeat: int = 0

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "PointsCard":
        """The card of these plain values; CardError names every one that no card has."""
        faults = tuple(_faults(values))
        if faults:
            raise CardError(faults)
        return cls(**values)

    def to_dict(self) -> dict[str, int]:
        """Plain values for storing; ``from_dict`` gives an equal card back."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def played(self, legs: Sequence[int]) -> tuple[int, int]:
        """League points of the two teams that won these numbers of legs."""
        if len(legs) != 2 or min(legs) < 0:
            raise RuleError("bad_games", "Say how many games each of the two sides won.")
        return self._points(legs[0], legs[1]), self._points(legs[1], legs[0])

    def forfeited(self, by: int) -> tuple[int, int]:
        """League points where team ``by`` (0 home, 1 away) did not fulfil the fixture."""
        given, taken = self._points(self.forfeit_for, self.forfeit_against), -self.forfeit_fine
        return (taken, given) if by == 0 else (given, taken)

    def forfeit_legs(self, by: int) -> tuple[int, int]:
        """The legs that such a fixture counts as, home first."""
        legs = (self.forfeit_for, self.forfeit_against)
        return legs if by == 1 else (legs[1], legs[0])

    def sentence(self) -> str:
        """The card in one line of plain English."""
        parts = [f"{self.win} for a win"]
        parts += [f"{self.draw} for a draw"] if self.draw else []
        parts += [f"{self.loss} for a defeat"] if self.loss else []
        parts += [f"{self.narrow_loss} for a defeat by one leg"] if self.narrow_loss else []
        parts += [f"{self.per_leg} for each leg won"] if self.per_leg else []
        if self.late_fine:
            repeat = f", then {self.late_repeat}" if self.late_repeat else ""
            days = counted(self.late_days, "day")
            parts.append(f"a card more than {days} late costs {self.late_fine}{repeat}")
        return ", ".join(parts) + "."

    def _points(self, won: int, lost: int) -> int:
        points = won * self.per_leg
        if won > lost:
            return points + self.win
        if won == lost:
            return points + self.draw
        return points + self.loss + (self.narrow_loss if lost - won == 1 else 0)


# What a form asks, in its order: the key and its words.
POINTS_WORDS = (
    ("win", "For a win"),
    ("draw", "For a draw"),
    ("loss", "For a defeat"),
    ("narrow_loss", "More for a defeat by one leg"),
    ("per_leg", "For each leg won"),
    ("forfeit_for", "Forfeit: legs for the other team"),
    ("forfeit_against", "Forfeit: legs against it"),
    ("forfeit_fine", "Forfeit: points taken off"),
    ("late_days", "Days until a card is late"),
    ("late_fine", "Late card: points taken off"),
    ("late_repeat", "Late again: points (0: the same)"),
)


def _faults(values: dict[str, Any]) -> list[tuple[str, str]]:
    words = dict(POINTS_WORDS)
    found = [(key, f"A points card has no “{key}”.") for key in values if key not in words]
    for key, label in POINTS_WORDS:
        value, most = values.get(key, 0), MOST_DAYS if key == "late_days" else MOST_POINTS
        if type(value) is not int or not 0 <= value <= most:
            found.append((key, f"{label}: a whole number from 0 to {most}."))
    if not found and values.get("forfeit_for", 5) <= values.get("forfeit_against", 0):
        found.append(("forfeit_for", "Forfeit: the other team must be given more legs than it lets in."))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureResult:
    """One fixture that counts. ``day`` orders results, ``ref`` settles those of one day.

    ``legs`` and ``points`` (pips or pegs made) are home first. ``forfeited_by``: 0 home, 1 away, None if
    it was played. ``fines``: league points that a late card costs. ``play_off``: it separates level teams
    and counts nowhere else.
    """

    home: str
    away: str
    legs: tuple[int, int]
    day: int
    ref: str = ""
    points: tuple[int, int] = (0, 0)
    forfeited_by: int | None = None
    fines: tuple[int, int] = (0, 0)
    play_off: bool = False

    @property
    def teams(self) -> tuple[str, str]:
        """Home and away."""
        return self.home, self.away


def points_of(result: FixtureResult, card: PointsCard) -> tuple[int, int]:
    """League points of one fixture, home first, fines taken off."""
    if result.forfeited_by is not None:
        return card.forfeited(result.forfeited_by)
    home, away = card.played(result.legs)
    return home - result.fines[0], away - result.fines[1]
