"""A night of the club: the matches started on one day, who won them, and the best scores."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.names import name_key
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.matches.honours import SideHonours
from scorekeeper.services.clubs.club_results import MatchResult

Mark = Literal["won", "drawn", "lost"]

_BESTS = (
    ("fifteens", "most fifteens in a match"),
    ("highest_play", "highest play"),
    ("biggest_round", "biggest round"),
    ("biggest_lead", "biggest lead"),
    ("comeback", "won from behind by"),
)


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """One player's night, alone and in pairs; ``marks`` has an entry a match, None where they did not play.

    Players with as many wins and losses share the ``place``.
    """

    place: int
    name: str
    marks: tuple[Mark | None, ...]

    def count(self, mark: Mark) -> int:
        return self.marks.count(mark)

    @property
    def played(self) -> int:
        return len(self.marks) - self.marks.count(None)


@dataclass(frozen=True, slots=True)
class Best:
    game: Game
    words: str
    number: int
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """``matches`` are those with a result, as they were started; ``running`` how many still go on."""

    matches: tuple[MatchResult, ...]
    running: int
    players: tuple[PlayerEvening, ...]
    bests: tuple[Best, ...]

    @property
    def first(self) -> list[PlayerEvening]:
        """Who won most; more than one where they are level, nobody where no match was won."""
        return [player for player in self.players if player.place == 1 and player.count("won")]


def evening_of(lines: Sequence[MatchResult]) -> Evening:
    matches = tuple(line for line in reversed(lines) if line.result)
    running = sum(line.running for line in lines)
    return Evening(matches, running, _players(matches), tuple(_bests(matches)))


def _players(matches: Sequence[MatchResult]) -> tuple[PlayerEvening, ...]:
    names = {seat.player: seat.name for line in matches for seat in line.match.seats}
    marks: dict[str, list[Mark | None]] = {player: [None] * len(matches) for player in names}
    for number, line in enumerate(matches):
        for seat in line.match.seats:
            marks[seat.player][number] = (
                "drawn" if line.winner is None else "won" if line.winner == seat.side else "lost"
            )
    ranks = {player: (-found.count("won"), found.count("lost")) for player, found in marks.items()}
    order = sorted(names, key=lambda player: (ranks[player], name_key(names[player])))
    ahead = sorted(ranks.values())
    return tuple(
        PlayerEvening(1 + ahead.index(ranks[player]), names[player], tuple(marks[player])) for player in order
    )


def _bests(matches: Sequence[MatchResult]) -> Iterable[Best]:
    """The bests game by game, for points of two games do not compare; the most played first."""
    played = [line.game for line in matches]
    for game in sorted(dict.fromkeys(played), key=played.count, reverse=True):
        made = [
            (side, honours)
            for line in matches
            if line.game is game
            for side, honours in zip(line.sides, line.honours, strict=True)
        ]
        for kind, words in _BESTS:
            if best := _best(made, kind):
                yield Best(game, words, *best)


def _best(made: list[tuple[str, SideHonours]], kind: str) -> tuple[int, tuple[str, ...]] | None:
    """The highest number and who made it; None for a single point, or a lead of one game."""
    best = max(getattr(honours, kind) for _, honours in made)
    sides = dict.fromkeys(side for side, honours in made if getattr(honours, kind) == best)
    return (best, tuple(sides)) if best > 1 else None
