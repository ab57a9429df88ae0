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

_MET = 20  # rivals, those met most often


class OwnMatch(NamedTuple):
    line: MatchResult
    side: int


class Rivalry(NamedTuple):
    name: str
    played: int
    won: int
    drawn: int
    lost: int


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

    ``boards`` are league boards that were entered and not scored here, the newest first; ``ratings`` what the
    player was worth before the first result and after each; ``merges`` those who may be the same person.
    """

    club: Club
    name: str
    matches: list[OwnMatch]
    boards: Sequence[EnteredBoard]
    before: str | None
    members: tuple[str, ...] = ()
    player: Player | None = None
    ratings: Sequence[int] = ()
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
    def seasons(self) -> list[Season]:
        """The seasons whose boards these are, the newest first; each has a page of all of them."""
        return list({board.season.league.id: board.season for board in self.boards}.values())

    @property
    def honours(self) -> list[tuple[str, int]]:
        """What they are remembered for, game by game: each in words, with its number."""
        found = []
        for game in Game:
            own = [line.honours[side] for line, side in self.played if line.game is game]
            made = {
                "fifteens": sum(known.fifteens for known in own),
                "highest play": max((known.highest_play for known in own), default=0),
                "biggest round": max((known.biggest_round for known in own), default=0),
                "whitewashes": sum(known.whitewashes for known in own),
            }
            found += [(f"{game.words}: {words}", number) for words, number in made.items() if number]
        return found
