"""What seasons in the archive are remembered for: the honours board and the all-time records."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.services.leagues.cup import open_cup
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.leagues.statistics import called, player_names, player_statistics
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
    """A team's seasons in the archive added up; teams of one name are one team."""

    name: str
    seasons: int = 0
    titles: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0


def archived_seasons(db: Database, club: str, today: date) -> list[Season]:
    """Every season in the archive, the newest first."""
    found = [open_season(db, club, known.id, today) for known in leagues(db, club) if known.closed]
    return [season for season in found if season]


def honours_board(db: Database, club: str, seasons: Iterable[Season]) -> list[HonoursLine]:
    """Who won what, season by season; seasons in which nothing was played are left out."""
    lines = []
    for season in seasons:
        cup = open_cup(db, club, season)
        if cup.winner:
            lines.append(HonoursLine(season, cup.winner, cup.runner_up or "", _best_player(season)))
            continue
        rows = season.table()
        if any(row.played for row in rows):
            first, second = (_at(season, place) for place in (1, 2))
            lines.append(HonoursLine(season, first, second, _best_player(season)))
    return lines


def all_time(seasons: Iterable[Season]) -> list[AllTime]:
    """Every team's record over these seasons, by titles, then matches won."""
    found: dict[str, AllTime] = {}
    keys: defaultdict[str, str] = defaultdict(str)
    for season in (one for one in seasons if one.rules.format == "league"):
        keys |= {squad.id: squad.name_key for squad in season.squads}
        for row in season.table():
            team = found.setdefault(keys[row.team], AllTime(season.names[row.team]))
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
    names = player_names(season)
    return "".join(f"{called(best.who, names)}, {best.won} of {best.played}" for best in statistics)
