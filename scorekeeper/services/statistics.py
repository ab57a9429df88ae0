"""Players and pairs of a season, its honours, and the all-time records of archived seasons.

A board that was scored at its table is a match of the club already; boards of which only the result was
entered are counted apart.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.matches.honours import honours
from scorekeeper.rules.matches.standings import Placed, Result, place, ranked
from scorekeeper.rules.text import listed, side_name
from scorekeeper.services.leagues.fixture_card import Appearance, Who
from scorekeeper.services.leagues.ladders import Ladder
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import in_order, open_all
from scorekeeper.services.match_state import load_match
from scorekeeper.store.leagues.leagues import leagues

_MOST = 12  # lines that fit on a notice board


class Rival(NamedTuple):
    """Whom a team, a player or a pair met, by name; boards of players are not drawn."""

    name: str
    won: int
    drawn: int
    lost: int


@dataclass
class BoardStatistics(Placed):
    """A player's or a pair's season. Too few boards give no place."""

    who: Who = ()
    team: str = ""  # for whom they played last
    counted_legs: int = 0  # of boards whose points were entered
    results: list[str] = field(default_factory=list)

    @property
    def form(self) -> list[str]:
        """The last five, W or L, the latest last."""
        return self.results[-5:]

    @property
    def average(self) -> float | None:
        """Points made per leg, to a tenth; None where no points were entered."""
        return round(self.points_for / self.counted_legs, 1) if self.counted_legs else None

    def play(self, one: Appearance) -> None:
        self.team = one.teams[one.side]
        legs = one.legs if one.side == 0 else one.legs[::-1]
        self.enter(Result(one.teams, one.side if one.won else 1 - one.side, legs, one.board.points), one.side)
        self.counted_legs += sum(legs) if any(one.board.points) else 0
        self.results.append("W" if one.won else "L")


def player_statistics(season: Season, *, singles: bool = False) -> list[BoardStatistics]:
    """Every player's season, in singles and pairs together or in singles alone, the best first."""
    boards = (one for one in season.appearances if not (singles and len(one.own) > 1))
    return _added_up(season, (((player,), one) for one in boards for player in one.own))


def pair_statistics(season: Season) -> list[BoardStatistics]:
    return _added_up(season, ((one.own, one) for one in season.appearances if len(one.own) > 1))


def _added_up(season: Season, boards: Iterable[tuple[Who, Appearance]]) -> list[BoardStatistics]:
    """The best first; who has not played enough for the averages comes after all who have."""
    found: dict[Who, BoardStatistics] = {}
    for who, appearance in boards:
        found.setdefault(who, BoardStatistics(who=who)).play(appearance)
    names = season.player_names
    lines = sorted(found.values(), key=lambda line: [names.get(player, "") for player in line.who])
    enough, others = ranked(lines, season.rules.least)
    place(enough, lambda line: (line.won, line.leg_difference, line.played))
    return enough + others


def rivals(season: Season, who: Who) -> list[Rival]:
    """Those met most often first."""
    met: dict[Who, list[int]] = defaultdict(lambda: [0, 0])
    for appearance in appearances_of(season, who):
        met[appearance.other][0 if appearance.won else 1] += 1
    order = sorted((-won - lost, -won, other, won, lost) for other, (won, lost) in met.items() if other)
    return [Rival(called(other, season.player_names), won, 0, lost) for *_, other, won, lost in order]


def appearances_of(season: Season, who: Who) -> list[Appearance]:
    return [appearance for appearance in season.appearances if set(who) <= set(appearance.own)]


def team_rivals(season: Season, squad: str) -> list[Rival]:
    met: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in season.results:
        if squad in result.teams:
            side = result.teams.index(squad)
            own, other = result.legs[side], result.legs[1 - side]
            met[result.teams[1 - side]][0 if own > other else 1 if own == other else 2] += 1
    return sorted(Rival(season.names[team], *counts) for team, counts in met.items())


def best_player_counts(season: Season) -> list[tuple[str, int]]:
    """How often each player was named by a captain in fixtures that count, most often first."""
    counting = {card.fixture.id for card in season.cards if season.may_count(card)}
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


@dataclass(frozen=True, slots=True)
class EnteredBoard:
    season: Season
    appearance: Appearance

    @property
    def opponents(self) -> str:
        return called(self.appearance.other, self.season.people)


def all_seasons(db: Database, club: str, today: date) -> list[Season]:
    """Every season of the club, those in the archive among them."""
    return open_all(db, club, leagues(db, club), today)


def boards_of(seasons: Iterable[Season], *players: str) -> list[EnteredBoard]:
    """Those on which all of these played on one side, the newest first: a player's own, or a pair's."""
    who = {*players}
    boards = [
        EnteredBoard(season, one) for season in seasons for one in season.entered if who.issubset(one.own)
    ]
    return sorted(boards, key=lambda board: board.appearance.at)[::-1]


def season_honours(db: Database, club: str, season: Season) -> list[str]:
    """Honours of the boards scored live, the latest nights first."""
    found: list[str] = []
    for card in reversed(season.cards):
        for board in card.boards:
            if board.live and board.live.result:
                state = load_match(db, club, board.live.match.id)
                found += [honour.words for honour in honours(state.score)] if state else []
        if len(found) >= _MOST:
            break
    return found[:_MOST]


@dataclass(frozen=True, slots=True)
class HonoursLine:
    season: Season
    champions: str
    runners_up: str
    player: str


@dataclass
class AllTime(Placed):
    """A team's seasons in the archive added up, by its name; ``divisions`` are its own, the newest first."""

    name: str = ""
    divisions: list[str] = field(default_factory=list)
    seasons: int = 0
    titles: int = 0
    points: int = 0


def archived_seasons(db: Database, club: str, today: date) -> list[Season]:
    """Every season in the archive, the newest first, of its divisions the top one."""
    return open_all(db, club, (known for known in in_order(leagues(db, club)) if known.closed), today)


def honours_board(seasons: Iterable[Season]) -> list[HonoursLine]:
    """Who won what, season by season; seasons in which nothing was won are left out."""
    lines = []
    for season in seasons:
        champions, runners_up = first_two(season)
        if champions:
            best = [one for one in player_statistics(season) if one.place == 1]
            who = listed(called(one.who, season.player_names) for one in best)
            player = f"{who}, {best[0].won} of {best[0].played}" if best else ""
            lines.append(HonoursLine(season, champions, runners_up, player))
    return lines


def first_two(season: Season) -> tuple[str, str]:
    """Champions and runners-up, of a cup by its final, of a ladder by its top; empty where there are none."""
    if season.rules.format in ("knockout", "groups"):
        return season.finalists
    if season.rules.format == "ladder":
        ladder = Ladder(season)
        first, second, *_ = [*(season.names[squad] for squad in ladder.order if ladder.played), "", ""]
        return first, second
    if not any(row.played for row in season.table):
        return "", ""
    return _at(season, 1), _at(season, 2)


@dataclass
class PlayerRecord(Placed):
    name: str = ""
    seasons: int = 0


def player_records(seasons: Iterable[Season]) -> list[PlayerRecord]:
    found: dict[str, PlayerRecord] = {}
    for season in seasons:
        for line in player_statistics(season):
            (player,) = line.who
            record = found.setdefault(player, PlayerRecord(name=season.people.get(player, "somebody")))
            record.seasons += 1
            record.add(line)
    best = sorted(found.values(), key=lambda one: (-one.won, one.played, one.name))
    place(best, lambda one: (one.won, one.played))
    return best


def all_time(seasons: Iterable[Season]) -> list[AllTime]:
    found: dict[str, AllTime] = {}
    keys: defaultdict[str, str] = defaultdict(str)
    for season in (one for one in seasons if one.rules.format == "league"):
        keys |= {squad.id: squad.name_key for squad in season.squads}
        for row in season.table:
            team = found.setdefault(keys[row.team], AllTime(name=season.names[row.team]))
            if season.league.division and season.league.division not in team.divisions:
                team.divisions.append(season.league.division)
            team.seasons += 1
            team.titles += row.place == 1 and row.played > 0
            team.add(row)
            team.points += row.points
    best = sorted(found.values(), key=lambda one: (-one.titles, -one.won, one.lost, one.name))
    place(best, lambda one: (one.titles, one.won, one.lost))
    return best


def _at(season: Season, place: int) -> str:
    return listed(season.names[row.team] for row in season.table if row.place == place)
