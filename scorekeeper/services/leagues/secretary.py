"""What a secretary does to a season: teams and their players, fixtures, the rules, the next season."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.schedule import days_of, round_robin
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs import Author
from scorekeeper.store.fixtures import NewFixture, add_fixtures, change_fixture, drop_fixture
from scorekeeper.store.leagues import add_league, find_league_by_key, leagues
from scorekeeper.store.players import ensure_player
from scorekeeper.store.squads import Squad, add_squad, change_squad, squads

MOST_PLAYERS = 40


class LeagueError(Exception):
    """The season cannot be changed so; ``field`` names what is at fault, ``str(error)`` says why."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class SquadReport:
    """A team as it was typed: its name, and its players' names in order."""

    name: str
    players: tuple[str, ...]


def squad_report(season: Season, name: str, typed: str) -> SquadReport:
    """The typed team checked: ``typed`` holds players' names by lines or commas. Raises ``LeagueError``.

    Where single players or pairs enter, a team without a name of its own goes by its players'.
    """
    lines = [line for line in typed.replace(",", "\n").splitlines() if line.strip()]
    try:
        players = tuple(parse_name(line, f"Player {n}") for n, line in enumerate(lines, 1))
    except NameFault as fault:
        raise LeagueError("players", str(fault)) from fault
    twice = next((p for n, p in enumerate(players) if name_key(p) in map(name_key, players[:n])), None)
    if twice:
        raise LeagueError("players", f"Players: {twice} is in the list twice.")
    wanted = {"players": 1, "pairs": 2}.get(season.rules.entrants)
    if wanted and len(players) != wanted:
        raise LeagueError("players", f"Players: {wanted} a team in this league, not {len(players)}.")
    if len(players) > MOST_PLAYERS:
        raise LeagueError("players", f"Players: {MOST_PLAYERS} are the most.")
    try:
        return SquadReport(
            parse_name(name or (" & ".join(players) if wanted else ""), "The team’s name"), players
        )
    except NameFault as fault:
        raise LeagueError("name", str(fault)) from fault


def enter_squad(
    db: Database, club: str, season: Season, report: SquadReport, author: Author, known: Squad | None = None
) -> str:
    """Enter the team, or change the ``known`` one, within the caller's transaction; its id.

    Players whom the club does not know yet are made in passing.
    """
    verify_open(db, club, season.league.id)
    others = [squad for squad in squads(db, club, season.league.id) if known is None or squad.id != known.id]
    if any(squad.name_key == name_key(report.name) for squad in others):
        raise LeagueError("name", f"The team’s name: {report.name} is in this league already.")
    met = [ensure_player(db, club, name, name_key(name), author.at) for name in report.players]
    players = [(player.id, player.name) for player in met]
    taken = {player: squad.name for squad in others for player, _ in squad.players}
    for player, name in players:
        if player in taken:
            raise LeagueError("players", f"Players: {name} is in the squad of {taken[player]}.")
    if known is None:
        ids = [player for player, _ in players]
        return add_squad(db, club, season.league.id, report.name, name_key(report.name), ids, author)
    change_squad(db, club, season.league.id, known, report.name, name_key(report.name), players, author)
    return known.id


def draw_up_fixtures(
    db: Database,
    club: str,
    season: Season,
    *,
    first: date,
    every: int,
    twice: bool,
    free: Collection[date],
    author: Author,
) -> int:
    """Fixtures for the whole season in place of those there were; how many. Raises ``LeagueError``."""
    verify_open(db, club, season.league.id)
    if season.begun:
        raise LeagueError(
            "first", "Fixtures: results have been told, so they can only be changed one by one."
        )
    teams = [squad.id for squad in season.squads if not squad.withdrawn_on]
    try:
        rounds = round_robin(teams, twice=twice)
        days = days_of(len(rounds), first.toordinal(), every, {day.toordinal() for day in free})
    except RuleError as error:
        raise LeagueError("first", str(error)) from error
    for fixture_card in season.fixture_cards:
        drop_fixture(db, club, fixture_card.fixture, author)
    new = [
        NewFixture(number, home, away, date.fromordinal(day).isoformat())
        for number, (games, day) in enumerate(zip(rounds, days, strict=True), 1)
        for home, away in games
    ]
    return len(add_fixtures(db, club, season.league.id, new, author))


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
