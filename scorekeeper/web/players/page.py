"""The page of a player or a pair: record, rivals, rating, honours."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.cards.game import Game
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics import EnteredBoard
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Player
from scorekeeper.web.auth.access import visitor


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating over their matches, drawn as a line of 300 by 60."""

    values: list[int]

    @property
    def now(self) -> int:
        return self.values[-1]

    @property
    def first(self) -> int:
        return self.values[0]

    @property
    def matches(self) -> int:
        return len(self.values) - 1

    @property
    def gain(self) -> int:
        return self.now - self.first

    @property
    def _places(self) -> list[tuple[float, float]]:
        low, high = min(self.values), max(self.values)
        step = 290 / max(1, len(self.values) - 1)
        return [
            (round(5 + n * step, 1), round(54 - 48 * (value - low) / max(1, high - low), 1))
            for n, value in enumerate(self.values)
        ]

    @property
    def line(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self._places)

    @property
    def end(self) -> tuple[float, float]:
        return self._places[-1]


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
    line: MatchResult
    side: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    name: str
    played: int
    won: int
    drawn: int
    lost: int

    @property
    def bar(self) -> list[tuple[str, float, float]]:
        return share_bar(self.won, self.drawn, self.lost)


def rivals_of(matches: list[OwnMatch], boards: Iterable[EnteredBoard]) -> list[Rivalry]:
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


_LISTED = 20  # matches on one page


@dataclass(frozen=True, slots=True)
class CompetitorPage:
    """A player's page, or a pair's with its two ``members``; ``matches`` are all of theirs, newest first.

    ``boards`` are league boards that were entered and not scored here, the newest first; ``merges`` those who
    may be the same person.
    """

    club: Club
    name: str
    matches: list[OwnMatch]
    boards: Sequence[EnteredBoard]
    before: str | None
    members: tuple[str, ...] = ()
    player: Player | None = None
    rating: RatingLine | None = None
    merges: tuple[Player, ...] = ()
    refused: str = ""

    @property
    def is_pair(self) -> bool:
        return self.player is None

    @property
    def rivals(self) -> list[Rivalry]:
        return rivals_of(self.matches, self.boards)

    @property
    def listed(self) -> list[OwnMatch]:
        return [own for own in self.matches if not self.before or own.line.match.id < self.before][:_LISTED]

    @property
    def older(self) -> str | None:
        """The match before which the next page begins, None on the last one."""
        last = self.listed[-1].line.match.id if self.listed else ""
        return last if self.matches and self.matches[-1].line.match.id < last else None

    @property
    def played(self) -> list[OwnMatch]:
        return [own for own in self.matches if own.line.result]

    @property
    def unused(self) -> bool:
        """Whether this phone may delete the player: nothing was ever entered of theirs."""
        idle = not any(line.result or line.running or any(line.score) for line, _ in self.matches)
        return self.player is not None and visitor().may("score") and idle and not self.boards

    @property
    def won(self) -> int:
        return sum(line.winner == side for line, side in self.played) + sum(self._boards_won)

    @property
    def lost(self) -> int:
        """How many somebody else won; a draw is neither."""
        matches = sum(line.winner not in (side, None) for line, side in self.played)
        return matches + len(self.boards) - sum(self._boards_won)

    @property
    def drawn(self) -> int:
        return sum(1 for line, _ in self.played if line.winner is None)

    @property
    def share(self) -> list[tuple[str, float, float]]:
        return share_bar(self.won, self.drawn, self.lost)

    @property
    def form(self) -> list[str]:
        """The last ten results as letters, the newest last."""
        matches = [
            (line.match.started_at, "D" if line.winner is None else "W" if line.winner == side else "L")
            for line, side in self.played
        ]
        boards = [(board.appearance.at, "W" if board.appearance.won else "L") for board in self.boards]
        return [letter for _, letter in sorted([*matches, *boards], key=lambda one: one[0])[-10:]]

    @property
    def _boards_won(self) -> list[bool]:
        return [board.appearance.won for board in self.boards]

    @property
    def results(self) -> int:
        return len(self.played) + len(self.boards)

    @property
    def latest_boards(self) -> Sequence[EnteredBoard]:
        return self.boards[:_LISTED]

    @property
    def seasons(self) -> list[Season]:
        """The seasons whose boards these are, the newest first; each has a page of all of them."""
        return list({board.season.league.id: board.season for board in self.boards}.values())

    @property
    def honours(self) -> list[tuple[str, int]]:
        """What they are remembered for, game by game: each in words, with its number."""
        return [
            (f"{game.words}: {words}", number)
            for game in Game
            for words, number in _honours([own for own in self.played if own.line.game is game])
            if number
        ]


def _honours(played: list[OwnMatch]) -> list[tuple[str, int]]:
    own = [line.honours[side] for line, side in played]
    return [
        ("fifteens", sum(known.fifteens for known in own)),
        ("highest play", max((known.highest_play for known in own), default=0)),
        ("biggest round", max((known.biggest_round for known in own), default=0)),
        ("whitewashes", sum(known.whitewashes for known in own)),
    ]
