"""The result of one league fixture, and the league points it earns."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.leagues.points import PointsCard


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
