"""What a secretary does to a season: its fixtures, and the next season."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.home_and_away import turned
from scorekeeper.rules.leagues.schedule import days_of, round_robin
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs import Author
from scorekeeper.store.fixtures import NewFixture, add_fixtures, change_fixture, drop_fixture
from scorekeeper.store.free_days import add_free_day, free_days
from scorekeeper.store.leagues import add_league, find_league_by_key, leagues
from scorekeeper.store.squads import Squad, add_squad, squads


def draw_up_fixtures(
    db: Database,
    club: str,
    season: Season,
    *,
    first: date,
    every: int,
    twice: bool,
    free: Collection[date],
    starts: str | None = None,
    author: Author,
) -> int:
    """Fixtures for the whole season in place of those there were; how many. Raises ``LeagueError``.

    Two teams that share a venue are never both at home. The ``free`` days are kept for the season.
    """
    verify_open(db, club, season.league.id)
    if season.begun:
        raise LeagueError(
            "first", "Fixtures: results have been told, so they can only be changed one by one."
        )
    for day in free:
        add_free_day(db, club, season.league.id, day.isoformat(), author)
    kept_free = {date.fromisoformat(day) for day in free_days(db, club, season.league.id)} | set(free)
    try:
        rounds = _rounds([squad for squad in season.squads if not squad.withdrawn_on], twice=twice)
        days = days_of(len(rounds), first.toordinal(), every, {day.toordinal() for day in kept_free})
    except RuleError as error:
        raise LeagueError("first", str(error)) from error
    for fixture_card in season.fixture_cards:
        drop_fixture(db, club, fixture_card.fixture, author)
    new = [
        NewFixture(number, home, away, date.fromordinal(day).isoformat(), starts=starts)
        for number, (games, day) in enumerate(zip(rounds, days, strict=True), 1)
        for home, away in games
    ]
    return len(add_fixtures(db, club, season.league.id, new, author))


def _rounds(teams: Sequence[Squad], *, twice: bool) -> list[list[tuple[str, str]]]:
    """Everybody meets everybody, with home and away turned where teams share a venue."""
    rounds = round_robin([team.id for team in teams], twice=False)
    shared = Counter(name_key(team.ground) for team in teams)
    pubs = {team.id: name_key(team.ground) for team in teams if shared[name_key(team.ground)] > 1}
    first = turned(rounds, pubs) if pubs else rounds
    return first + [[(away, home) for home, away in games] for games in first] if twice else first


def place_fixture(
    db: Database,
    club: str,
    season: Season,
    new: NewFixture,
    author: Author,
    *,
    known: str | None = None,
    reason: str | None = None,
) -> str:
    """Add a fixture, or put the ``known`` one in its new place; its id. Raises ``LeagueError``."""
    verify_open(db, club, season.league.id)
    fixture_card = season.fixture_card(known) if known else None
    if new.home == new.away:
        raise LeagueError("away", "Away: a team cannot meet itself.")
    for field, team in (("home", new.home), ("away", new.away)):
        if season.squad(team) is None:
            raise LeagueError(field, f"{field.capitalize()}: this team is not in the league.")
    if (
        fixture_card
        and fixture_card.begun
        and {new.home, new.away} != {fixture_card.fixture.home, fixture_card.fixture.away}
    ):
        raise LeagueError("home", "Home: something has been told of this fixture, so its teams stay.")
    if fixture_card and fixture_card.begun and new.home != fixture_card.fixture.home:
        raise LeagueError("home", "Home: the card has been begun, so home and away stay as they are.")
    _refuse_twice_in_round(season, new, known)
    if fixture_card is None:
        return add_fixtures(db, club, season.league.id, [new], author)[0]
    change_fixture(db, club, fixture_card.fixture, new, reason, author)
    return fixture_card.fixture.id


def next_season(db: Database, club: str, season: Season, name: str, *, key: str, author: Author) -> str:
    """The next season of this league: the same rules and teams, no fixtures yet; its id.

    Raises ``LeagueError`` where nothing would tell it from another season of the league.
    """
    verify_new_season(db, club, season, name, key)
    league = add_league(db, club, season.league.name, name, season.league.rules, key=key, author=author)
    if not squads(db, club, league):
        for squad in season.squads:
            if not squad.withdrawn_on:
                ids = [player for player, _ in squad.players]
                add_squad(db, club, league, squad.name, squad.name_key, ids, author)
    return league


def verify_new_season(db: Database, club: str, season: Season, name: str, key: str) -> None:
    """Raise ``LeagueError`` for a season without a name or with that of another than ``key`` made."""
    if not name:
        raise LeagueError("season", "Next season: what is it called? 2027–28, for instance.")
    league = season.league
    same = [known for known in leagues(db, club) if (known.name, known.season) == (league.name, name)]
    if any(find_league_by_key(db, club, key) != known.id for known in same):
        raise LeagueError("season", f"Next season: there is a {name} of {league.name} already.")


def _refuse_twice_in_round(season: Season, new: NewFixture, known: str | None) -> None:
    if new.stage != "league":
        return
    for other in season.fixture_cards:
        fixture = other.fixture
        if fixture.id == known or fixture.round != new.round or fixture.stage != "league":
            continue
        both = {new.home, new.away} & {fixture.home, fixture.away}
        if both:
            name = season.names[new.home if new.home in both else new.away]
            raise LeagueError("round", f"Round {new.round}: {name} plays in it already.")
