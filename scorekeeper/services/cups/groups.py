"""The groups of a cup: their draw with its fixtures, their tables, and who goes through to the knockout."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.rules.cups.groups import drawn, places, together
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.table import TableRow, league_table
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.cups.cup import BEGUN, draw_cup, entrants_in_order
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.secretary import dated, rounds_among
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.draws import set_draw
from scorekeeper.store.leagues.fixtures import add_fixtures, drop_fixture
from scorekeeper.store.leagues.free_days import add_free_day, free_days
from scorekeeper.store.leagues.squads import set_pools


@dataclass(frozen=True, slots=True)
class Group:
    """One group with its table; ``open`` are its fixtures that are still to be played or settled."""

    number: int
    season: Season
    rows: tuple[TableRow, ...]
    open: tuple[FixtureCard, ...]

    @property
    def title(self) -> str:
        """``Group A``, ``Group B``, ..."""
        return f"Group {chr(ord('A') + self.number - 1)}"


def groups_of(season: Season) -> list[Group]:
    """The groups that were drawn, each with its table."""
    pools = sorted({squad.pool for squad in season.squads if squad.pool})
    return [_group(season, number) for number in pools]


def _group(season: Season, number: int) -> Group:
    members = {squad.id for squad in season.squads if squad.pool == number}
    cards = {
        card.fixture.id: card
        for card in season.fixture_cards
        if card.fixture.tie is None and set(card.facts.teams) <= members
    }
    rules = season.rules
    rows = league_table(
        [team for team in season.in_table if team in members],
        [result for result in season.results if result.ref in cards],
        rules.points,
        rules.tie_breaks,
        names=season.names,
        adjustments=[one for one in season.given if one.team in members],
    )
    unsettled = [card for card in cards.values() if season.counts(card) and not _settled(season, card)]
    return Group(number, season, rows, tuple(unsettled))


def _settled(season: Season, card: FixtureCard) -> bool:
    return card.complete or season.day.forfeited_by(card.facts) is not None


def draw_groups(
    db: Database,
    club: str,
    season: Season,
    seeds: Sequence[str],
    *,
    first: date,
    every: int,
    twice: bool,
    free: Collection[date],
    starts: str | None,
    author: Author,
) -> int:
    """Draw the groups with their fixtures, in place of what there was; how many. Raises ``LeagueError``."""
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        if season.rules.format != "groups":
            raise LeagueError("seeds", "This league has no groups.")
        if season.begun:
            raise LeagueError("seeds", "Results have been entered for the groups, so they cannot change.")
        order = entrants_in_order(season, seeds)
        by_id = {squad.id: squad for squad in season.squads}
        try:
            pools = drawn(order, season.rules.groups, season.rules.through)
        except RuleError as error:
            raise LeagueError("seeds", str(error)) from error
        rounds = together([rounds_among([by_id[id] for id in pool], twice=twice) for pool in pools])
        kept = _kept(db, club, season, free, author)
        new = dated(rounds, first=first, every=every, free=kept, starts=starts)
        for card in season.fixture_cards:
            drop_fixture(db, club, card.fixture, author)
        set_pools(db, club, season.league.id, pools, author)
        set_draw(db, club, season.league.id, (), author)
        return len(add_fixtures(db, club, season.league.id, new, author))


def _kept(db: Database, club: str, season: Season, free: Collection[date], author: Author) -> set[date]:
    """These days and those that were free already, kept for the season."""
    for day in free:
        add_free_day(db, club, season.league.id, day.isoformat(), author)
    return {date.fromisoformat(day) for day in free_days(db, club, season.league.id)} | set(free)


def draw_bracket(db: Database, club: str, season: Season, seeds: Sequence[str], author: Author) -> None:
    """The draw of the knockout: from the groups where it has some, else of all entrants.

    Raises ``LeagueError``.
    """
    if season.rules.format == "groups":
        _draw_from_groups(db, club, season, author)
    else:
        draw_cup(db, club, season, seeds, author)


def _draw_from_groups(db: Database, club: str, season: Season, author: Author) -> None:
    """The knockout of those who go through from the groups as they ended."""
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        groups = groups_of(season)
        if not groups:
            raise LeagueError("seeds", "The groups are drawn first.")
        if any(group.open for group in groups):
            raise LeagueError("seeds", "The groups are not finished yet.")
        if any(card.fixture.tie and card.begun for card in season.fixture_cards):
            raise LeagueError("seeds", BEGUN)
        gone = {squad.id for squad in season.squads if squad.withdrawn_on}
        tables = [[row.team for row in group.rows if row.team not in gone] for group in groups]
        for card in season.fixture_cards:
            if card.fixture.tie:
                drop_fixture(db, club, card.fixture, author)
        try:
            first_round = places(tables, season.rules.through)
        except RuleError as error:
            raise LeagueError("seeds", str(error)) from error
        set_draw(db, club, season.league.id, first_round, author)
