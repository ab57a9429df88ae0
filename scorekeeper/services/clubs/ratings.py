"""Players' ratings, worked out from results by openskill and never stored.

The Plackett-Luce model takes two to five sides of one or two players. Everybody starts at 25 with an
uncertainty of 25/3, both in the model's own points; what is shown as ± is two of those uncertainties, so
that the true strength lies inside with about 95 %. Results count in the order they were played.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.services.clubs.results import MatchResult
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics.club_boards import EnteredBoard
from scorekeeper.services.statistics.season_players import Appearance, appearances


class Meeting(NamedTuple):
    """A result as a rating needs it: the players of each side, and each side's rank, 1 for the winner."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Rating(NamedTuple):
    """``strength`` ± ``within``, in the model's points."""

    strength: float
    within: float

    @property
    def shown(self) -> int:
        """One number for people: what is certain of the strength, where 1000 is a beginner's."""
        return shown(self.strength, self.within)


def shown(strength: float, within: float) -> int:
    """Strength less half its uncertainty on a scale where somebody new stands at 1000."""
    return round(1000 + 40 * (strength - 25) - 10 * (within - 2 * 25 / 3))


def ratings(meetings: Iterable[Meeting]) -> dict[str, Rating]:
    """The rating of everybody who met somebody."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for meeting in meetings:
        teams = [[known.setdefault(p, model.rating()) for p in side] for side in meeting.sides]
        rated = model.rate(teams, ranks=[float(rank) for rank in meeting.ranks])
        for side, now in zip(meeting.sides, rated, strict=True):
            known |= dict(zip(side, now, strict=True))
    return {player: Rating(round(r.mu, 1), round(2 * r.sigma, 1)) for player, r in known.items()}


def rating_line(meetings: Iterable[Meeting], player: str) -> list[int]:
    """The rating of one player after each of their own results, as it is shown."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    line: list[int] = []
    for meeting in meetings:
        teams = [[known.setdefault(p, model.rating()) for p in side] for side in meeting.sides]
        rated = model.rate(teams, ranks=[float(rank) for rank in meeting.ranks])
        for side, now in zip(meeting.sides, rated, strict=True):
            known |= dict(zip(side, now, strict=True))
        if any(player in side for side in meeting.sides):
            line.append(shown(known[player].mu, 2 * known[player].sigma))
    return line


def meetings_of_club(lines: Sequence[MatchResult], boards: Iterable[EnteredBoard]) -> list[Meeting]:
    """Every finished match and league board of the club as they were played; ``lines`` are newest first."""
    matches = [(line.match.started_at, _meeting_of(line)) for line in reversed(lines) if line.result]
    entered = [(board.at, _meeting(board.appearance)) for board in boards if board.appearance.side == 0]
    return [meeting for _, meeting in sorted([*matches, *entered], key=lambda one: one[0])]


def _meeting_of(line: MatchResult) -> Meeting:
    sides = tuple(
        tuple(seat.player for seat in line.match.seats if seat.side == side)
        for side in range(len(line.sides))
    )
    return Meeting(sides, _ranks(line))


def meetings_of_season(season: Season) -> list[Meeting]:
    """Every board of the season of which it is known who played."""
    return [_meeting(one) for one in appearances(season) if one.side == 0 and one.own and one.other]


def _meeting(board: Appearance) -> Meeting:
    return Meeting((board.own, board.other), (1, 2) if board.won else (2, 1))


def _ranks(line: MatchResult) -> tuple[int, ...]:
    """1 for the winner; the others by their score, a draw shares the first rank."""
    if line.winner is None:
        return (1,) * len(line.sides)
    scores = sorted({score for side, score in enumerate(line.score) if side != line.winner}, reverse=True)
    return tuple(
        1 if side == line.winner else 2 + scores.index(score) for side, score in enumerate(line.score)
    )
