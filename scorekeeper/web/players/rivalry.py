"""Head to head on a player's page: whom they met, in matches and on league boards."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.services.statistics import EnteredBoard

_MET = 20  # rivals, those met most often


def share_bar(won: int, drawn: int, lost: int) -> list[tuple[str, float, float]]:
    """The share of each result in a bar of 100, as (kind, where it begins, width)."""
    parts, at = [], 0.0
    for kind, count in (("won", won), ("drawn", drawn), ("lost", lost)):
        width = 100 * count / max(1, won + drawn + lost)
        if count:
            parts.append((kind, round(at, 1), round(max(width - 1, 1), 1)))
        at += width
    return parts


class OwnMatch(NamedTuple):
    """A match of theirs, and the side they sat on."""

    line: MatchResult
    side: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Head to head with one opponent."""

    name: str
    played: int
    won: int
    drawn: int
    lost: int

    @property
    def bar(self) -> list[tuple[str, float, float]]:
        """The share of each result."""
        return share_bar(self.won, self.drawn, self.lost)


def rivals_of(matches: list[OwnMatch], boards: Iterable[EnteredBoard] = ()) -> list[Rivalry]:
    """Rivals, most frequent first. At a table of several sides, each other side counts as a rival.

    Left out: who was only met where somebody else won; there is no score between them.
    """
    played, won, drawn, lost = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for line, own in matches:
        for side, name in enumerate(line.sides):
            if line.result and side != own:
                played[name] += 1
                won[name] += line.winner == own
                drawn[name] += line.winner is None
                lost[name] += line.winner == side
    for board in boards:
        played[board.opponents] += 1
        won[board.opponents] += board.appearance.won
        lost[board.opponents] += not board.appearance.won
    met = [(name, n) for name, n in played.most_common() if won[name] or drawn[name] or lost[name]]
    return [Rivalry(name, n, won[name], drawn[name], lost[name]) for name, n in met[:_MET]]
