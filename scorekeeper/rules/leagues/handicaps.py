"""Handicaps: the points with which each side of a board starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST_START = 999


def board_starts(
    sides: Sequence[tuple[str, Sequence[str]]], points: Mapping[str, int], target: int
) -> tuple[int, int]:
    """The start of home and away on a board, always short of its ``target``.

    ``sides`` are each the team and who plays for it; ``points`` those of teams and players. A team's
    handicap counts on each of its boards; in pairs those of both players are added.
    """
    home, away = (
        min(points.get(team, 0) + sum(points.get(player, 0) for player in players), max(0, target - 1))
        for team, players in sides
    )
    return home, away
