"""Appearances on boards, with their results: the statistics of players and pairs are sums of these."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.leagues.board import Board
from scorekeeper.store.leagues.fixtures import Fixture

_EVENING = "20:00"  # where a fixture has no time of its own

Who = tuple[str, ...]  # one player, or a pair in the order of their ids


@dataclass(frozen=True, slots=True)
class Appearance:
    """One board from the view of one side of it, 0 at home: ``own`` met ``other``; ``legs`` won and lost.

    ``teams`` are the names of home and away, ``at`` the day and time, for its place among matches.
    """

    fixture: Fixture
    teams: tuple[str, str]
    played_on: date
    at: str
    board: Board
    side: int
    own: Who
    other: Who
    legs: Legs
    won: bool


def appearances_on(
    fixture: Fixture, teams: tuple[str, str], played_on: date, boards: Iterable[Board]
) -> Iterable[Appearance]:
    """Every board that was played out, once for each side; none that was conceded."""
    when = f"{played_on.isoformat()}T{fixture.starts or _EVENING}"
    for board in boards:
        if board.legs is None or board.conceded:
            continue
        home, away = tuple(sorted(board.lineup.home)), tuple(sorted(board.lineup.away))
        won, lost = board.legs
        shared = (fixture, teams, played_on, when, board)
        yield Appearance(*shared, 0, home, away, (won, lost), won > lost)
        yield Appearance(*shared, 1, away, home, (lost, won), lost > won)
