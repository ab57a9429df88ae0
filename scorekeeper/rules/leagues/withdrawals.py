"""Withdrawal: what happens to a team's fixtures once it has left the season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

WITHDRAWALS = {
    "void": "its results are void",
    "kept": "its results stand, the rest is forfeited",
    "halves": "in the first half all is void; in the second the first half stands",
}


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """The league's rule, and the day on which each team that has left did so.

    ``half`` is the last round of the first half and ``second_half`` the first day after it; both serve
    the rule ``halves`` alone.
    """

    rule: str = "void"
    days: Mapping[str, int] = field(default_factory=dict)
    half: int = 0
    second_half: int | None = None

    @classmethod
    def of(
        cls, rule: str, days: Mapping[str, int], fixtures: Iterable[tuple[int, int | None]]
    ) -> Withdrawals:
        """These withdrawals in a season of ``fixtures``, each given as its round and its day."""
        rounds = list(fixtures)
        half = max((number for number, _ in rounds), default=0) // 2
        later = [day for number, day in rounds if number > half and day is not None]
        return cls(rule, days, half, min(later, default=None))

    def gone(self, teams: tuple[str, str]) -> tuple[int, ...]:
        """The sides of a fixture that have withdrawn."""
        return tuple(side for side, team in enumerate(teams) if team in self.days) if self.days else ()

    def voids(self, teams: tuple[str, str], number: int) -> bool:
        """Whether the fixture of this round counts for nobody."""
        return bool(self.days) and any(self._void_for(teams[side], number) for side in self.gone(teams))

    def strikes(self, team: str) -> bool:
        """Whether none of this team's results count, so that it is removed from the table."""
        return team in self.days and self._void_for(team, 1)

    def forfeited_by(self, teams: tuple[str, str], number: int) -> int | None:
        """The side that a fixture still to be played is forfeited by; None where none or both have left."""
        gone = self.gone(teams)
        return gone[0] if len(gone) == 1 and not self.voids(teams, number) else None

    def left_on(self, teams: tuple[str, str]) -> int | None:
        """The day on which the first of the two left."""
        return min((self.days[teams[side]] for side in self.gone(teams)), default=None)

    def _void_for(self, team: str, number: int) -> bool:
        # Tuesday Domino League: a team that withdraws in the first half has all its results void; in the
        # second half, those of the first half stand.
        if self.rule != "halves":
            return self.rule == "void"
        stayed = self.second_half is not None and self.days[team] >= self.second_half
        return not stayed or number > self.half
