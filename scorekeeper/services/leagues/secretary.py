"""A secretary's acts on a season's fixtures: drawing them up, adding, moving and dropping them."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures.home_and_away import turned
from scorekeeper.rules.fixtures.schedule import days_of, round_robin
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.fixtures import NewFixture, add_fixtures, change_fixture, drop_fixture
from scorekeeper.store.leagues.free_days import add_free_day, free_days
from scorekeeper.store.leagues.squads import Squad

_NO_LEAGUE = {
    "knockout": "This is a knockout: it has a draw, not a fixture list.",
    "groups": "The draw of the groups makes their fixtures.",
    "ladder": "This is a ladder: its fixtures are the challenges.",
}


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
    with writing(db, club):
        count_act(db, club, "league", author)
        season = _fresh(db, club, season)
        if season.rules.format in _NO_LEAGUE:
            raise LeagueError("first", _NO_LEAGUE[season.rules.format])
        if season.begun:
            raise LeagueError(
                "first", "Fixtures: results have been entered, so they can only be changed one by one."
            )
        for day in free:
            add_free_day(db, club, season.league.id, day.isoformat(), author)
        kept = {date.fromisoformat(day) for day in free_days(db, club, season.league.id)} | set(free)
        teams = [squad for squad in season.squads if not squad.withdrawn_on]
        new = dated(_all_rounds(teams, twice=twice), first=first, every=every, free=kept, starts=starts)
        for fixture_card in season.fixture_cards:
            drop_fixture(db, club, fixture_card.fixture, author)
        return len(add_fixtures(db, club, season.league.id, new, author))


def _all_rounds(teams: Sequence[Squad], *, twice: bool) -> list[list[tuple[str, str]]]:
    try:
        return rounds_among(teams, twice=twice)
    except RuleError as error:
        raise LeagueError("first", str(error)) from error


def dated(
    rounds: Sequence[Sequence[tuple[str, str]]],
    *,
    first: date,
    every: int,
    free: Collection[date],
    starts: str | None,
) -> list[NewFixture]:
    """A fixture for every game of these rounds, none on a ``free`` day. Raises ``LeagueError``."""
    try:
        days = days_of(len(rounds), first.toordinal(), every, {day.toordinal() for day in free})
    except RuleError as error:
        raise LeagueError("first", str(error)) from error
    return [
        NewFixture(number, home, away, date.fromordinal(day).isoformat(), starts=starts)
        for number, (games, day) in enumerate(zip(rounds, days, strict=True), 1)
        for home, away in games
    ]


def rounds_among(teams: Sequence[Squad], *, twice: bool) -> list[list[tuple[str, str]]]:
    """Everybody meets everybody, with home and away turned where teams share a venue.

    Raises ``RuleError``.
    """
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
    with writing(db, club):
        count_act(db, club, "league", author)
        season = _fresh(db, club, season)
        fixture_card = season.fixture_card(known) if known else None
        verify_place(season, new, fixture_card)
        if fixture_card is None:
            return add_fixtures(db, club, season.league.id, [new], author)[0]
        known_as = fixture_card.fixture
        kept = new._replace(tie=known_as.tie, home_legs=known_as.home_legs, away_legs=known_as.away_legs)
        change_fixture(db, club, fixture_card.fixture, kept, reason, author)
        return fixture_card.fixture.id


def drop_unplayed_fixture(db: Database, club: str, season: Season, fixture: str, author: Author) -> None:
    """Delete a fixture for which nothing was entered. Raises ``LeagueError``, or LookupError if unknown."""
    with writing(db, club):
        count_act(db, club, "league", author)
        fixture_card = _fresh(db, club, season).fixture_card(fixture)
        if fixture_card is None:
            raise LookupError(f"no fixture {fixture}")
        if fixture_card.begun:
            words = (
                "Something has been entered for this fixture, so it stays. It can be postponed or forfeited."
            )
            raise LeagueError("fixture", words)
        drop_fixture(db, club, fixture_card.fixture, author)


def _fresh(db: Database, club: str, season: Season) -> Season:
    """The season as read inside the transaction: another phone may have changed it since.

    Raises ``SeasonArchived`` for one in the archive.
    """
    verify_open(db, club, season.league.id)
    return open_season(db, club, season.league.id, season.today) or season


def verify_place(season: Season, new: NewFixture, known: FixtureCard | None) -> None:
    """Raise ``LeagueError`` for a fixture that cannot be, or that ``known`` cannot become."""
    if new.home == new.away:
        raise LeagueError("away", "Away: a team cannot meet itself.")
    for field, team in (("home", new.home), ("away", new.away)):
        if season.squad(team) is None:
            raise LeagueError(field, f"{field.capitalize()}: this team is not in the league.")
    if known and known.begun and {new.home, new.away} != {known.fixture.home, known.fixture.away}:
        raise LeagueError("home", "Home: something has been entered for this fixture, so its teams stay.")
    if known and known.begun and new.home != known.fixture.home:
        raise LeagueError("home", "Home: the card has been begun, so home and away stay as they are.")
    _refuse_twice_in_round(season, new, known.fixture.id if known else None)


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
