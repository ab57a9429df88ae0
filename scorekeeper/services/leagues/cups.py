"""Cups: the draw, the bracket with its ties' matches, groups before it, finals on one evening."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.cups import draw, drawn, places, together
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.table import TableRow, league_table
from scorekeeper.rules.text import counted, listed
from scorekeeper.services.gate import CLUB, Act, Ask, act
from scorekeeper.services.leagues import fixture_commands, seasons
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.fixture_commands import Occasion, RoundDates
from scorekeeper.services.leagues.season import CupTie, Season
from scorekeeper.services.leagues.seasons import SEASON, LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues import leagues
from scorekeeper.store.leagues.squads import set_pools

_CHANCE = secrets.SystemRandom()


def set_anew(ask: Ask, league: str) -> None:
    """As part of an act: whoever goes through now plays the matches set for whoever did before.

    A match that has been begun stays, and the bracket says so.
    """
    if not leagues.places_of(ask.db, ask.club, league):
        return
    season = seasons.read_season(ask, league)
    for tie in (tie for ties in season.bracket for tie in ties):
        for card in tie.others:
            if None not in tie.meeting.sides and not card.begun and not tie.cards:
                fixture = card.fixture
                home, away = tie.meeting.sides
                if fixture.home == away or fixture.away == home:  # who stays, stays at home or away
                    home, away = away, home
                why = "somebody else goes through from the round before"
                leagues.change_fixture(ask.db, ask.club, fixture, why, ask.author, home=home, away=away)


def entrants_in_order(season: Season, seeds: Sequence[str]) -> list[str]:
    """The ``seeds`` by name, the others by lot. Raises ``LeagueError`` for a seed that has not entered."""
    teams = {squad.name_key: squad.id for squad in season.playing}
    keys = [name_key(seed) for seed in seeds]
    unknown = [seed for seed, key in zip(seeds, keys, strict=True) if key not in teams]
    if unknown:
        raise LeagueError("seeds", f"Seeds: {unknown[0]} is not in this knockout.")
    twice = [seed for seed, key in zip(seeds, keys, strict=True) if keys.count(key) > 1]
    if twice:
        raise LeagueError("seeds", f"Seeds: {twice[0]} is there twice.")
    seeded = [teams[key] for key in keys]
    others = [team for team in teams.values() if team not in seeded]
    _CHANCE.shuffle(others)
    return [*seeded, *others]


@act(SEASON, "manage", "league")
def date_round(act: Act[Season], number: int, occasion: Occasion) -> int:
    """Give every tie of this round that waits its match; how many.

    Home is drawn by lot; a replay is played the other way about.
    """
    rounds, titles = act.on.bracket, dict(enumerate(act.on.knockout_rounds, 1))
    ties = [tie for tie in rounds[number - 1] if tie.waits] if 1 <= number <= len(rounds) else []
    if not ties:
        which = f"the {titles[number].lower()}" if number in titles else "this round"
        raise LeagueError("day", f"Day: no tie of {which} waits for one any more.")
    return add_matches(act, act.on, ties, occasion)


def add_matches(
    act: Act[Season] | Act[Club], season: Season, ties: Iterable[CupTie], occasion: Occasion
) -> int:
    """A match for each of these ties, as part of an act; how many. Home is drawn by lot where it can be."""
    day, starts, place = occasion
    ties = list(ties)
    that_day = [] if place else seasons.open_county(act.db, act.club, act.author.day).on(day)
    elsewhere = [one.card for one in that_day if one.season.league.id != season.league.id]
    busy = {name_key(card.teams[0].ground) for card in elsewhere}
    for card in (card for tie in ties for card in tie.others if not card.begun):
        leagues.drop_fixture(act.db, act.club, card.fixture, act.author)
    new = [
        leagues.NewFixture(
            round, *_home_and_away(season, tie, busy), day.isoformat(), "play_off", starts, at, place
        )
        for tie in ties
        for round, at in (tie.meeting.tie,)
    ]
    return len(leagues.add_fixtures(act.db, act.club, season.league.id, new, act.author))


def _home_and_away(season: Season, tie: CupTie, busy: set[str]) -> tuple[str, str]:
    """Who is at home is at home on no ground that is ``busy``, if that can be, and makes its own busy."""
    if tie.cards:
        last = tie.cards[-1].fixture
        return last.away, last.home
    grounds = {squad.id: name_key(squad.ground) for squad in season.squads}
    drawn = _CHANCE.sample([side for side in tie.meeting.sides if side], 2)
    home, away = sorted(drawn, key=lambda side: grounds[side] in busy)
    busy.add(grounds[home])
    return home, away


@dataclass(frozen=True, slots=True)
class Group:
    """One group with its table; ``staying``: who has not withdrawn; ``open``: what does not count yet."""

    number: int
    rows: tuple[TableRow, ...]
    staying: tuple[TableRow, ...]
    open: tuple[FixtureCard, ...]

    @property
    def title(self) -> str:
        return f"Group {chr(ord('A') + self.number - 1)}"


def groups_of(season: Season) -> list[Group]:
    rules, found = season.rules, []
    for number in sorted({squad.pool for squad in season.squads if squad.pool}):
        members = {squad.id for squad in season.squads if squad.pool == number}
        cards = {
            card.fixture.id: card
            for card in season.cards
            if card.fixture.tie is None and set(card.facts.teams) <= members
        }
        teams = {team: name for team, name in season.in_table.items() if team in members}
        results = [result for result in season.results if result.ref in cards]
        given = [one for one in season.given if one.team in members]
        rows = league_table(teams, results, rules.points, rules.tie_breaks, given)
        still = (c for c in cards.values() if season.may_count(c) and not season.day.counts(c.facts))
        staying = tuple(row for row in rows if row.team not in season.day.withdrawals.days)
        found.append(Group(number, rows, staying, tuple(still)))
    return found


def groups_begun(season: Season) -> bool:
    """Whether something was entered for a match of its groups, or of the knockout after them."""
    pools = {squad.id: squad.pool for squad in season.squads}
    return any(
        card.begun and (card.fixture.tie or (pools[card.fixture.home] or 0) == pools[card.fixture.away])
        for card in season.cards
    )


def _still_to_play(
    rounds: Iterable[Sequence[tuple[str, str]]], played: Iterable[FixtureCard]
) -> list[list[tuple[str, str]]]:
    """These rounds without what was played by hand before the draw; twice, the other way about stays."""
    left = [list(games) for games in rounds]
    for home, away in (card.facts.teams for card in played):
        met = ((games, pair) for pair in ((home, away), (away, home)) for games in left if pair in games)
        for games, pair in islice(met, 1):
            games.remove(pair)
    return left


@act(SEASON, "manage", "league")
def draw_groups(
    act: Act[Season], seeds: Sequence[str], dates: RoundDates, *, twice: bool, seen: str | None = None
) -> int:
    """Draw the groups with their fixtures, in place of what there was; how many.

    Who has met by hand before, and comes into one group, has played that match of it.
    """
    season = act.on
    if season.rules.format != "groups":
        raise LeagueError("seeds", "This league has no groups.")
    if groups_begun(season):
        raise LeagueError("seeds", "Results have been entered for the groups, so they cannot change.")
    seasons.verify_seen(seen, season.seen, "The entries or the draw", "seeds")
    by_id = {squad.id: squad for squad in season.squads}
    with LeagueError.beside("seeds"):
        pools = drawn(entrants_in_order(season, seeds), season.rules.groups, season.rules.through)
    teams = [[by_id[id] for id in pool] for pool in pools]
    rounds = together([fixture_commands.rounds_among(group, twice=twice) for group in teams])
    free = fixture_commands.days_kept(act, dates.free)
    old = [card for card in season.cards if not card.begun]
    kept = [card for card in season.cards if card.begun and card.fixture.stage == "league"]
    new = fixture_commands.dated(_still_to_play(rounds, kept), dates._replace(free=free))
    before = max((card.fixture.round for card in kept), default=0)  # nobody plays twice in one round
    new = [fixture._replace(round=before + fixture.round) for fixture in new]
    set_pools(act.db, act.club, season.league.id, pools, act.author)
    leagues.set_draw(act.db, act.club, season.league.id, (), act.author)
    return fixture_commands.replace_fixtures(act, old, new)


@act(SEASON, "manage", "league")
def draw_bracket(act: Act[Season], seeds: Sequence[str], seen: str | None = None) -> None:
    """The draw of the knockout: of those who go through from its groups where it has some, else of all.

    The ``seeds`` by name, the best first, the others by lot. What was played by hand before it stays.
    """
    season = act.on
    from_groups = season.rules.format == "groups"
    if not from_groups and season.rules.format != "knockout":
        raise LeagueError("seeds", "This is a league: it has a fixture list, not a draw.")
    if any(card.begun for card in season.cards if card.fixture.tie):
        raise LeagueError("seeds", "Results have been entered for this knockout, so the draw cannot change.")
    try:
        found = _from_groups(season) if from_groups else draw(entrants_in_order(season, seeds), len(seeds))
    except RuleError as error:
        raise LeagueError("seeds", str(error) if from_groups else f"Seeds: {error}") from error
    seasons.verify_seen(seen, season.seen, "The entries or the draw", "seeds")
    old = (card for card in season.cards if card.fixture.tie or not (from_groups or card.begun))
    fixture_commands.replace_fixtures(act, old, ())
    leagues.set_draw(act.db, act.club, season.league.id, found, act.author)


def what_groups_wait_for(season: Season, groups: Sequence[Group]) -> str:
    """Why nobody can say yet who goes through; empty once the groups are finished."""
    if still := sum(len(group.open) for group in groups):
        matches = counted(still, "match of the groups does", "matches of the groups do")
        return f"{matches} not count yet. One that is entered before its day counts once both have signed."
    for group in groups:
        through, out = group.staying[: season.rules.through], group.staying[season.rules.through :]
        if out and through[-1].place == out[0].place:
            level = listed(season.names[row.team] for row in group.staying if row.place == out[0].place)
            return f"{group.title}: {level} are level. A play-off decides: add it to the fixtures."
    return ""


def not_through_now(season: Season, groups: Sequence[Group]) -> list[str]:
    """Who is in the knockout, and would not be by the tables of the groups as they have become since."""
    best = {row.team for group in groups for row in group.staying[: season.rules.through]}
    return [team.name for team in season.playing if team.id in season.places and team.id not in best]


def _from_groups(season: Season) -> tuple[str | None, ...]:
    """The places of those who go through from the groups as they ended."""
    groups = groups_of(season)
    if waits := what_groups_wait_for(season, groups) if groups else "The groups are drawn first.":
        raise LeagueError("seeds", waits)
    return places([[row.team for row in group.staying] for group in groups], season.rules.through)


def cups_with_finals(db: Database, club: str, today: date) -> list[Season]:
    """Every knockout that has been drawn and is not in the archive, the oldest first."""
    playing = (known for known in reversed(leagues.leagues(db, club)) if not known.closed)
    return [season for season in seasons.open_all(db, club, playing, today) if season.bracket]


@act(CLUB, "manage", "league")
def set_finals(act: Act[Club], occasion: Occasion) -> int:
    """Every final whose two sides are known and that was not played yet, on this occasion; how many."""
    found, (day, starts, place) = 0, occasion
    for season in cups_with_finals(act.db, act.club, act.author.day):
        final = season.bracket[-1][0]
        if final.waits:
            found += add_matches(act, season, [final], occasion)
            continue
        for fixture in (card.fixture for card in final.cards if not card.begun):
            moved = {"day": day.isoformat(), "starts": starts or fixture.starts}
            moved["place"] = place or fixture.place
            leagues.change_fixture(act.db, act.club, fixture, None, act.author, **moved)
            found += 1
    if not found:
        raise LeagueError("day", "Day: no final waits for one.")
    return found
