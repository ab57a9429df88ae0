"""The honours board and the all-time records of archived seasons."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.services.cups.cup import open_cup
from scorekeeper.services.leagues.divisions import in_order
from scorekeeper.services.leagues.ladder import open_ladder
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.statistics.season_players import called, player_statistics
from scorekeeper.store.leagues.leagues import leagues


@dataclass(frozen=True, slots=True)
class HonoursLine:
    """One season in the archive: its champions, runners-up and its best player."""

    season: Season
    champions: str
    runners_up: str
    player: str


@dataclass(slots=True)
class AllTime:
    """A team's seasons in the archive added up; teams of one name are one team.

    ``divisions`` are those it has played in, the newest first.
    """

    name: str
    divisions: list[str]
    seasons: int = 0
    titles: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0


def archived_seasons(db: Database, club: str, today: date) -> list[Season]:
    """Every season in the archive, the newest first, of its divisions the top one."""
    found = [open_season(db, club, known.id, today) for known in in_order(leagues(db, club)) if known.closed]
    return [season for season in found if season]


def honours_board(db: Database, club: str, seasons: Iterable[Season]) -> list[HonoursLine]:
    """Who won what, season by season; seasons in which nothing was won are left out."""
    lines = []
    for season in seasons:
        champions, runners_up = first_two(db, club, season)
        if champions:
            lines.append(HonoursLine(season, champions, runners_up, _best_player(season)))
    return lines


def first_two(db: Database, club: str, season: Season) -> tuple[str, str]:
    """Champions and runners-up, of a cup by its final, of a ladder by its top; empty where there are none."""
    if season.rules.format in ("knockout", "groups"):
        cup = open_cup(db, club, season)
        return cup.winner or "", cup.runner_up or ""
    if season.rules.format == "ladder":
        ladder = open_ladder(db, club, season)
        names = [season.names[squad] for squad in ladder.order[:2] if ladder.played]
        return (names[0] if names else ""), (names[1] if len(names) > 1 else "")
    if not any(row.played for row in season.table()):
        return "", ""
    return _at(season, 1), _at(season, 2)


@dataclass(slots=True)
class PlayerRecord:
    """A player's seasons in the archive added up, boards of leagues, cups and ladders alike."""

    name: str
    seasons: int = 0
    played: int = 0
    won: int = 0

    @property
    def share(self) -> int:
        """Boards won, in percent."""
        return round(100 * self.won / self.played)


def player_records(seasons: Iterable[Season]) -> list[PlayerRecord]:
    """Every player's record over these seasons, by boards won."""
    found: dict[str, PlayerRecord] = {}
    for season in seasons:
        for line in player_statistics(season):
            (player,) = line.who
            record = found.setdefault(player, PlayerRecord(season.people.get(player, "somebody")))
            record.seasons += 1
            record.played += line.played
            record.won += line.won
    return sorted(found.values(), key=lambda one: (-one.won, one.played, one.name))


def all_time(seasons: Iterable[Season]) -> list[AllTime]:
    """Every team's record over these seasons, by titles, then matches won."""
    found: dict[str, AllTime] = {}
    keys: defaultdict[str, str] = defaultdict(str)
    for season in (one for one in seasons if one.rules.format == "league"):
        keys |= {squad.id: squad.name_key for squad in season.squads}
        for row in season.table():
            team = found.setdefault(keys[row.team], AllTime(season.names[row.team], []))
            if season.league.division and season.league.division not in team.divisions:
                team.divisions.append(season.league.division)
            team.seasons += 1
            team.titles += row.place == 1 and row.played > 0
            team.played += row.played
            team.won += row.won
            team.drawn += row.drawn
            team.lost += row.lost
            team.points += row.points
    return sorted(found.values(), key=lambda one: (-one.titles, -one.won, one.lost, one.name))


def _at(season: Season, place: int) -> str:
    return " and ".join(season.names[row.team] for row in season.table() if row.place == place)


def _best_player(season: Season) -> str:
    statistics = player_statistics(season)[:1]
    names = season.player_names
    return "".join(f"{called(best.who, names)}, {best.won} of {best.played}" for best in statistics)
