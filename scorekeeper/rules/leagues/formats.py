"""How leagues turn the games of a match card into league points: a table, one row a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """League points of one match: for winning it, for each game won, for a loss by a single game."""

    key: str
    name: str
    match_win: int = 0
    per_game: int = 0
    narrow_loss: int = 0


# Where a league's sheet leaves its points open (Guisborough, Northallerton) it is not listed here.
FORMATS = {
    event.key: event
    for event in (
        MatchFormat("leek", "Leek", match_win=2, per_game=1),
        MatchFormat("solihull", "Solihull and Warwickshire", match_win=3, narrow_loss=1),
        MatchFormat("hdddcl", "HDDDCL", match_win=2),
    )
}


def format_named(key: str) -> MatchFormat:
    """The format of this name, in any case; RuleError for one that is not known."""
    try:
        return FORMATS[key.lower()]
    except KeyError:
        known = ", ".join(FORMATS)
        raise RuleError("unknown_format", f"No league “{key}” is known here: {known}.") from None


def match_points(games: Sequence[int], league: MatchFormat) -> tuple[int, ...]:
    """League points for two sides that won these numbers of games; a level match has no winner."""
    if len(games) != 2 or min(games) < 0:
        raise RuleError("bad_games", "Say how many games each of the two sides won.")
    return tuple(_points(games[side], games[1 - side], league) for side in (0, 1))


def _points(won: int, lost: int, league: MatchFormat) -> int:
    points = won * league.per_game
    if won > lost:
        return points + league.match_win
    return points + (league.narrow_loss if lost - won == 1 else 0)
