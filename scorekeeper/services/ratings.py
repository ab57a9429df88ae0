"""Players' ratings, computed from results by openskill and never stored.

A history is kept in memory and followed by what was played since, since a rating costs more than a result.

The Plackett-Luce model takes two to five sides of one or two players. Everybody starts at 25 with an
uncertainty of 25/3, both in the model's own points; what is shown as ± is two of those uncertainties, so
that the true strength lies inside with about 95 %. Results count in the order they were played.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlite_utils import Database

from scorekeeper.lru_cache import LRUCache
from scorekeeper.services.clubs.club_results import MatchResult
from scorekeeper.services.leagues.fixture_card import Appearance
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.engine.connection import database_identity

_MOST_KEPT = 50  # histories
_MOST_BYTES = 8_000_000  # for all of them
_RATING, _RESULT = 130, 350  # about what one of a history takes, in bytes


class RatedResult(NamedTuple):
    """A result as a rating needs it: the players of each side, and each side's rank, 1 for the winner."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Rating(NamedTuple):
    """A player after a result: ``mu`` and ``sigma`` as the model reckons, to the last digit."""

    player: str
    mu: float
    sigma: float

    @property
    def strength(self) -> float:
        return round(self.mu, 1)

    @property
    def within(self) -> float:
        return round(2 * self.sigma, 1)

    @property
    def shown(self) -> int:
        """One number for people: strength less half its uncertainty, where 1000 is a beginner's."""
        return round(1000 + 40 * (self.mu - 25) - 20 * (self.sigma - 25 / 3))


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """Results in the order they were played, and how those who met stood ``after`` each of them."""

    results: Sequence[RatedResult] = ()
    after: Sequence[tuple[Rating, ...]] = ()

    def followed_by(self, results: Sequence[RatedResult]) -> "RatingHistory":
        """The history of these results; what both begin with is taken over."""
        differ = (n for n, (ours, new) in enumerate(zip(self.results, results, strict=False)) if ours != new)
        same = next(differ, min(len(self.results), len(results)))
        after = list(self.after[:same])
        model, known = PlackettLuce(), RatingHistory(after=after).ratings()
        for result in results[same:]:
            after.append(_rated(model, result, known))
            known |= {rating.player: rating for rating in after[-1]}
        return RatingHistory(results, after)

    def ratings(self) -> dict[str, Rating]:
        return {rating.player: rating for met in self.after for rating in met}

    def line(self, player: str) -> list[int]:
        return [rating.shown for met in self.after for rating in met if rating.player == player]


def _rated(model: PlackettLuce, result: RatedResult, known: Mapping[str, Rating]) -> tuple[Rating, ...]:
    """Those who met, after the result; a player not in ``known`` is new."""

    def before(player: str) -> PlackettLuceRating:
        rating = known.get(player)
        return model.rating(mu=rating.mu, sigma=rating.sigma) if rating else model.rating()

    teams = [[before(player) for player in side] for side in result.sides]
    rated = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
    return tuple(
        Rating(player, now.mu, now.sigma)
        for side, team in zip(result.sides, rated, strict=True)
        for player, now in zip(side, team, strict=True)
    )


_histories = LRUCache[tuple[Hashable, ...], RatingHistory](
    _MOST_KEPT,
    most_bytes=_MOST_BYTES,
    weigh=lambda _, kept: sum(_RESULT + _RATING * len(after) for after in kept.after),
    share=1,
)


def club_ratings(
    db: Database, club: str, lines: Sequence[MatchResult], seasons: Iterable[Season]
) -> RatingHistory:
    """The history of every finished match and league board of the club; ``lines`` are newest first."""
    matches = [(line.match.started_at, _result_of(line)) for line in reversed(lines) if line.result]
    entered = [(one.at, _board_result(one)) for season in seasons for one in season.entered if one.side == 0]
    played = [result for _, result in sorted([*matches, *entered], key=lambda one: one[0])]
    return _brought_up_to_date((database_identity(db), club), played)


def season_ratings(db: Database, club: str, season: Season) -> RatingHistory:
    return _brought_up_to_date(
        (database_identity(db), club, season.league.id),
        [_board_result(one) for one in season.appearances if one.side == 0 and one.own and one.other],
    )


def _brought_up_to_date(key: tuple[Hashable, ...], results: Sequence[RatedResult]) -> RatingHistory:
    history = (_histories.find(key) or RatingHistory()).followed_by(results)
    _histories.keep(key, history)
    return history


def _result_of(line: MatchResult) -> RatedResult:
    """The winner ranks first, the others by their score; a draw shares the first rank."""
    of_side = range(len(line.sides))
    sides = tuple(tuple(seat.player for seat in line.match.seats if seat.side == side) for side in of_side)
    if line.winner is None:
        return RatedResult(sides, (1,) * len(sides))
    scores = sorted({score for side, score in enumerate(line.score) if side != line.winner}, reverse=True)
    ranks = (1 if side == line.winner else 2 + scores.index(line.score[side]) for side in of_side)
    return RatedResult(sides, tuple(ranks))


def _board_result(board: Appearance) -> RatedResult:
    return RatedResult((board.own, board.other), (1, 2) if board.won else (2, 1))
