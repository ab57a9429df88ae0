"""Ladders: the order from the top as challenges have left it, and who may challenge whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from scorekeeper.names import name_key
from scorekeeper.rules.cups import in_reach, order_after, verify_challenge
from scorekeeper.services.gate import Act, Ask, Subject, act
from scorekeeper.services.leagues.captains import CAPTAINS_ONLY, own_team
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.fixture_commands import Occasion
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import LeagueError, read_season, verify_open
from scorekeeper.store.leagues import leagues
from scorekeeper.timestamps import club_day_of


@dataclass(frozen=True)
class Ladder:
    """In a fixture of a ladder the challenger is away."""

    season: Season

    @cached_property
    def start(self) -> tuple[str, ...]:
        """The order at the beginning; who entered after it was set begins at its foot."""
        entered = sorted(squad.id for squad in self.season.squads)
        placed = [squad for squad in self.season.places if squad in entered]
        return (*placed, *(squad for squad in entered if squad not in placed))

    @cached_property
    def played(self) -> list[FixtureCard]:
        """The challenges that have a result, in the order in which they were played."""
        done = (c for c in self.season.cards if self.season.may_count(c) and self._is_settled(c))
        return sorted(done, key=self._played_at)

    @cached_property
    def open(self) -> list[FixtureCard]:
        still = (c for c in self.season.cards if self.season.may_count(c) and not self._is_settled(c))
        return sorted(still, key=lambda card: (card.day or date.max, card.fixture.id))

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The squads from the top as they stand; who has withdrawn is out of it."""
        beaten = ((card.fixture.away, card.fixture.home) for card in self.played if self._won_by(card) == 1)
        gone = {squad.id for squad in self.season.squads if squad.withdrawn_on}
        return tuple(squad for squad in order_after(self.start, beaten) if squad not in gone)

    @cached_property
    def busy(self) -> frozenset[str]:
        return frozenset(team for card in self.open for team in card.facts.teams)

    def above(self, challenger: str) -> list[str]:
        return in_reach(self.order, challenger, self.season.rules.reach, self.busy)

    def won(self, squad: str) -> tuple[int, int]:
        """How many of its challenges, given and taken, this one has played and won."""
        own = [card for card in self.played if squad in card.facts.teams]
        return len(own), sum(self._won_by(card) == card.facts.teams.index(squad) for card in own)

    def _is_settled(self, card: FixtureCard) -> bool:
        """Played, or forfeited, also by who has left the ladder: nobody waits for it any more."""
        return card.complete or self.season.day.forfeited_by(card.facts) is not None

    def _won_by(self, card: FixtureCard) -> int | None:
        """The side that won it; None for a level one."""
        lost = self.season.day.forfeited_by(card.facts)
        home, away = card.legs if lost is None else (lost, 1 - lost)
        return None if home == away else int(away > home)

    def _played_at(self, card: FixtureCard) -> tuple[date, str, str]:
        """Before its day, a challenge counts from the day on which it was entered, or somebody left."""
        entered = next((event.entered_at for event in card.events), "")
        known = club_day_of(entered) if entered else self.season.day.withdrawals.left_on(card.facts.teams)
        return min(card.day or date.max, known or date.max), entered, card.fixture.id


def read_ladder(ask: Ask, league: str) -> Ladder:
    """The ladder of this id; raises ``Missing``, or ``LeagueError`` for a league of another kind."""
    season = read_season(ask, league)
    if season.rules.format != "ladder":
        raise LeagueError("", "This is not a ladder.")
    return Ladder(season)


LADDER = Subject("league", read_ladder, lambda _, ladder: verify_open(ladder.season))


@act(LADDER, "manage", "league")
def set_order(act: Act[Ladder], names: Sequence[str]) -> None:
    """The order at the beginning: these by name from the top, the others below them as they stood."""
    season = act.on.season
    if season.begun:
        raise LeagueError("seeds", "A challenge has been played already, so the order cannot change.")
    teams = {squad.name_key: squad.id for squad in season.squads}
    unknown = [name for name in names if name_key(name) not in teams]
    if unknown:
        raise LeagueError("seeds", f"Order: {unknown[0]} is not on this ladder.")
    first = list(dict.fromkeys(teams[name_key(name)] for name in names))
    order = [*first, *(squad for squad in act.on.start if squad not in first)]
    if order != [*season.places]:
        leagues.set_draw(act.db, act.club, season.league.id, order, act.author)


@act(LADDER, "score", "league")
def challenge(act: Act[Ladder], pair: tuple[str, str], occasion: Occasion) -> str:
    """One of the ladder challenges another, who is at home; the fixture.

    A captain's phone challenges for its own; others where the league lets them.
    """
    season, (challenger, home) = act.on.season, pair
    own = own_team(act.db, act.club, season.league.id, act.author.device)
    if own is None and season.rules.captains_only:
        raise LeagueError("challenger", CAPTAINS_ONLY)
    if own not in (None, challenger):
        phone = season.names.get(own, "another captain")
        raise LeagueError("challenger", f"This phone is {phone}’s and challenges for nobody else.")
    with LeagueError.beside("challenged"):
        verify_challenge(act.on.order, pair, season.rules.reach, act.on.busy)
    day, starts, place = occasion
    new = leagues.NewFixture(1, home, challenger, day.isoformat(), "play_off", starts, place=place)
    return leagues.add_fixtures(act.db, act.club, season.league.id, [new], act.author)[0]
