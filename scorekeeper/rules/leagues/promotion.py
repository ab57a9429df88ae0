"""Promotion and relegation between the divisions of a league, proposed from their final tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Move:
    """A team changes its division; divisions are counted from 0, the highest."""

    team: str
    old: int
    new: int

    @property
    def up(self) -> bool:
        """Promoted rather than relegated."""
        return self.new < self.old


def proposed(
    divisions: Sequence[str], tables: Sequence[Sequence[str]], count: int, gone: Sequence[str] = ()
) -> tuple[Move, ...]:
    """``count`` teams up and down between neighbouring divisions, each with its name and its final table.

    Teams that have left (``gone``) do not move, and their places are not filled.
    """
    if count < 0:
        raise RuleError("bad_moves", "Teams that go up and down: 0 or more.")
    staying = [[team for team in table if team not in gone] for table in tables]
    for number, (division, table) in enumerate(zip(divisions, staying, strict=True)):
        neighbours = (number > 0) + (number < len(staying) - 1)
        if count * neighbours > len(table):
            raise RuleError("bad_moves", f"{division} has only {len(table)} teams to move.")
    moves: list[Move] = []
    for upper in range(len(staying) - 1):
        down = staying[upper][len(staying[upper]) - count :]
        up = staying[upper + 1][:count]
        moves += [Move(team, upper, upper + 1) for team in down]
        moves += [Move(team, upper + 1, upper) for team in up]
    return tuple(moves)


def next_divisions(
    tables: Sequence[Sequence[str]], moves: Sequence[Move], gone: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The teams of each division next season: those who stay first, in their order."""
    moving = {move.team: move.new for move in moves}
    divisions: list[list[str]] = [
        [team for team in table if team not in moving and team not in gone] for table in tables
    ]
    for team, new in moving.items():
        divisions[new].append(team)
    return tuple(map(tuple, divisions))
