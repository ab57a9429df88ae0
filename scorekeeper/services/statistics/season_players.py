"""Players and pairs of a season: what they played, won and made, and how they did against each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.rules.text import side_name
from scorekeeper.services.cards.appearance import Appearance, Who
from scorekeeper.services.leagues.season import Season


class Rival(NamedTuple):
    """Whom a player or pair met, with the boards won and lost against them."""

    who: Who
    won: int
    lost: int


class TeamRival(NamedTuple):
    """Which team another met, with the fixtures won, drawn and lost against it."""

    team: str
    won: int
    drawn: int
    lost: int


@dataclass(slots=True)
class BoardStatistics:
    """A player's or a pair's season. ``average`` is the points made per leg, where points were entered."""

    who: Who
    played: int = 0
    won: int = 0
    legs_for: int = 0
    legs_against: int = 0
    points: int = 0
    counted_legs: int = 0
    results: list[str] = field(default_factory=list)

    @property
    def form(self) -> list[str]:
        """The last five, W or L, the latest last."""
        return self.results[-5:]

    @property
    def lost(self) -> int:
        """Boards lost: none is drawn."""
        return self.played - self.won

    @property
    def average(self) -> float | None:
        """Points made per leg, to a tenth; None where no points were entered."""
        return round(self.points / self.counted_legs, 1) if self.counted_legs else None

    @property
    def share(self) -> int:
        """Boards won, in percent."""
        return round(100 * self.won / self.played) if self.played else 0

    def enter(self, appearance: Appearance) -> None:
        """Add one board."""
        own, other = appearance.legs
        self.played += 1
        self.won += appearance.won
        self.legs_for += own
        self.legs_against += other
        made = appearance.board.points
        if any(made):
            self.points += made[appearance.side]
            self.counted_legs += own + other
        self.results.append("W" if appearance.won else "L")


def player_statistics(season: Season) -> list[BoardStatistics]:
    """Every player's season, in singles and pairs together, the best first."""
    found: dict[str, BoardStatistics] = {}
    for appearance in season.appearances:
        for player in appearance.own:
            found.setdefault(player, BoardStatistics((player,))).enter(appearance)
    return _ranked(season, found.values())


def pair_statistics(season: Season) -> list[BoardStatistics]:
    """Every pair's season, the best first."""
    found: dict[Who, BoardStatistics] = {}
    for appearance in season.appearances:
        if len(appearance.own) > 1:
            found.setdefault(appearance.own, BoardStatistics(appearance.own)).enter(appearance)
    return _ranked(season, found.values())


def rivals(season: Season, who: Who) -> list[Rival]:
    """Whom this player or pair met, those met most often first."""
    met: dict[Who, list[int]] = defaultdict(lambda: [0, 0])
    for appearance in appearances_of(season, who):
        met[appearance.other][0 if appearance.won else 1] += 1
    known = [Rival(other, won, lost) for other, (won, lost) in met.items() if other]
    return sorted(known, key=lambda rival: (-rival.won - rival.lost, -rival.won, rival.who))


def appearances_of(season: Season, who: Who) -> list[Appearance]:
    """Every board of this player, alone or in a pair, or of this pair."""
    return [appearance for appearance in season.appearances if set(who) <= set(appearance.own)]


def team_rivals(season: Season, squad: str) -> list[TeamRival]:
    """Against which teams this one played, in the order of their names."""
    met: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in season.results:
        if squad in result.teams:
            side = result.teams.index(squad)
            own, other = result.legs[side], result.legs[1 - side]
            met[result.teams[1 - side]][0 if own > other else 1 if own == other else 2] += 1
    found = [TeamRival(team, *counts) for team, counts in met.items()]
    return sorted(found, key=lambda rival: season.names[rival.team])


def best_player_counts(season: Season) -> list[tuple[str, int]]:
    """How often each player was named by a captain in fixtures that count, most often first."""
    counting = {card.fixture.id for card in season.fixture_cards if season.counts(card)}
    votes = Counter(
        player
        for fixture, named in season.best_players.items()
        if fixture in counting
        for player in named.values()
    )
    return sorted(votes.items(), key=lambda one: (-one[1], season.people.get(one[0], "")))


def called(who: Who, names: Mapping[str, str]) -> str:
    """The player, or both of a pair, by these names; “somebody” for who is not among them."""
    return side_name(names.get(player, "somebody") for player in who)


def _ranked(season: Season, statistics: Iterable[BoardStatistics]) -> list[BoardStatistics]:
    names = season.player_names
    return sorted(
        statistics,
        key=lambda t: (-t.won, -(t.legs_for - t.legs_against), t.played, [names.get(w, "") for w in t.who]),
    )
