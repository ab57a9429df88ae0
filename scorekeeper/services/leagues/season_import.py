"""A season imported from a spreadsheet: teams with their squads, fixtures with past results, divisions.

All lines are stored or none is. A preview stores the sheet and rolls that back, so what it shows is what
will be done. Sending a sheet a second time changes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.names import name_key
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.gate import Act, act
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.fixture_commands import verify_place
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of, start_division
from scorekeeper.services.leagues.seasons import SEASON, LeagueError, read_season, verify_open
from scorekeeper.services.leagues.squads import SquadReport, put_squad, squad_report
from scorekeeper.store.leagues.leagues import NewFixture, add_fixtures, change_fixture
from scorekeeper.store.leagues.squads import Venue, squads

MOST_BYTES = 512 * 1024  # of a sheet that is sent as a file


class SheetFault(NamedTuple):
    """What is wrong in this line of the sheet, whose head is line 1, in the column of this name."""

    line: int
    column: str
    sentence: str

    def __str__(self) -> str:
        sentence = self.sentence.removeprefix(f"{self.column.capitalize()}: ")
        return f"Line {self.line}, {self.column}: {sentence}"


class SheetRefused(Exception):
    """The sheet cannot be imported, and nothing of it is stored; ``faults`` are all that were found."""

    def __init__(self, faults: Sequence[SheetFault]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = sorted(faults)


class TeamLine(NamedTuple):
    """A team with its players as they were typed, from this line of the sheet on."""

    line: int
    division: str
    name: str
    players: str
    place: Venue


class FixtureLine(NamedTuple):
    """A fixture, its teams by name; ``legs`` where it was played before the season came here.

    ``round`` 0: the sheet says only the day.
    """

    line: int
    division: str
    round: int
    day: date | None
    starts: str | None
    home: str
    away: str
    legs: Legs | None


class TakenOver(NamedTuple):
    """What a sheet brought: of its teams and of its fixtures how many were new, changed and known as they
    stand, the divisions that are new, its first and last day."""

    teams: list[int]
    fixtures: list[int]
    divisions: list[str]
    days: list[str]


class Looked(Exception):
    """A preview went well: what the sheet would bring. It takes the act back."""

    def __init__(self, done: TakenOver) -> None:
        super().__init__()
        self.done = done


@act(SEASON, "manage", "league")
def take_over_sheet(
    act: Act[Season],
    teams: Sequence[TeamLine],
    fixtures: Sequence[FixtureLine],
    faults: Sequence[SheetFault],
    *,
    store: bool,
) -> list[list[Any]]:
    """Enter these teams and fixtures, each in its division; ``faults`` are other lines’.

    Any fault takes the act back, as a preview does. Fixtures for a division without teams bring these along.
    """
    sheet = _Sheet(act, faults)
    for line in teams:
        sheet.put_team(line)
    by_league: dict[str, list[FixtureLine]] = {}
    for each in fixtures:
        if league := sheet.league_of(each):
            by_league.setdefault(league, []).append(each)
    for league, lines in by_league.items():
        sheet.put_fixtures(league, lines)
    if sheet.faults:
        raise SheetRefused(sheet.faults)
    if not store:
        raise Looked(sheet.done)
    return [*sheet.done]


class _Sheet:
    def __init__(self, act: Act[Season], faults: Sequence[SheetFault]) -> None:
        self.act, self.faults = act, [*faults]
        self.done = TakenOver([0, 0, 0], [0, 0, 0], [], [])
        divisions = divisions_of(act.db, act.club, act.on, act.on.today)
        self.leagues = {name_key(one.league.division): one.league.id for one in divisions}

    def put_team(self, line: TeamLine) -> None:
        """Enter the team, or give the one that is there this squad and place."""
        league = self._division(line.line, line.division)
        if league is None:
            return
        season = self._season(league)
        try:
            report = squad_report(season, line.name, line.players, line.place)
            known = next((one for one in season.squads if one.name_key == name_key(report.name)), None)
            before = SquadReport.of(known) if known else None
            _count(self.done.teams, before, report.in_order)
            if before != report.in_order:
                put_squad(replace(self.act, on=season), report, known)
        except LeagueError as error:
            column = {"name": "team", "venue": "plays at"}.get(error.field, error.field)
            self.faults.append(SheetFault(line.line, column, str(error)))

    def league_of(self, line: FixtureLine) -> str | None:
        """The season that the fixture belongs to: of its division, or of the only one that has its teams."""
        if line.division:
            return self._division(line.line, line.division)
        own = self.act.on.league.id
        wanted = {name_key(line.home), name_key(line.away)}
        fitting = [
            league
            for league in self.leagues.values()
            if wanted <= {squad.name_key for squad in squads(self.act.db, self.act.club, league)}
        ]
        return fitting[0] if len(fitting) == 1 else own

    def put_fixtures(self, league: str, lines: Sequence[FixtureLine]) -> None:
        """Add these fixtures with their results, or change those that are there."""
        if not squads(self.act.db, self.act.club, league):
            named = {name_key(name): (line, name) for line in lines for name in (line.home, line.away)}
            for line, name in named.values():
                self.put_team(TeamLine(line.line, line.division, name, "", (None, None)))
        season = self._season(league)
        listed = {(c.fixture.round, c.fixture.home, c.fixture.away): c for c in season.cards}
        standing = Counter(map(_exported, season.cards))
        playing: dict[tuple[int, str], int] = {}
        new: list[NewFixture] = []
        for line in _numbered(season, lines):
            if not line.starts and standing[_said(line)]:  # as the season exports it
                standing[_said(line)] -= 1
                self.done.fixtures[2] += 1
                continue
            found = _fixture(season, line, playing)
            if isinstance(found, SheetFault):
                self.faults.append(found)
                continue
            card = listed.get((found.round, found.home, found.away))
            if card:  # an empty cell leaves what stands, and a sheet does not say what the match counts as
                filled = {field: value for field, value in found._asdict().items() if value is not None}
                del filled["stage"]
                if card.complete and line.legs == card.legs:
                    del filled["home_legs"], filled["away_legs"]
                found = card.fixture.plan._replace(**filled)
            fault = _fault_of_place(season, line, found, card)
            if fault:
                self.faults.append(fault)
                continue
            _count(self.done.fixtures, card.fixture.plan if card else None, found)
            if card is None:
                new.append(found)
            elif card.fixture.plan != found:
                change_fixture(
                    self.act.db, self.act.club, card.fixture, None, self.act.author, **found._asdict()
                )
        if new:
            add_fixtures(self.act.db, self.act.club, league, new, self.act.author)
        days = [*self.done.days, *(line.day.isoformat() for line in lines if line.day)]
        self.done.days[:] = [min(days), max(days)] if days else []

    def _division(self, line: int, division: str) -> str | None:
        """The season of the division of this name, begun if it is new; None where that cannot be."""
        own = self.act.on.league
        if not division:
            return own.id
        if name_key(division) not in self.leagues:
            try:
                self.leagues[name_key(division)] = start_division.does(self.act, division)
                self.done.divisions.append(division)
            except LeagueError as error:
                self.faults.append(SheetFault(line, "division", str(error)))
        return self.leagues.get(name_key(division))

    def _season(self, league: str) -> Season:
        season = read_season(self.act.ask, league)
        verify_open(season)
        return season


def _count(counts: list[int], before: object, now: object) -> None:
    """One more that stood as ``before`` (None: not at all) and stands as ``now``."""
    counts[0 if before is None else 2 if before == now else 1] += 1


def _numbered(season: Season, lines: Sequence[FixtureLine]) -> list[FixtureLine]:
    """Each with its round: where none is said that of its match, else of its day; a new day is a new round.

    Of several matches of the two it is that of the day, else the only one still to be played.
    """
    there: dict[tuple[str, ...], list[FixtureCard]] = {}
    for card in season.cards:
        there.setdefault(tuple(team.name_key for team in card.teams), []).append(card)
    days = {card.fixture.day: card.fixture.round for card in season.cards}
    last = max(days.values(), default=0)
    numbers = {line.line: line.round for line in lines if line.round}
    for moved in (False, True):
        for line in lines:
            cards = there.get((name_key(line.home), name_key(line.away)), [])
            own = [one for one in cards if (not one.complete if moved else one.fixture.day == _day(line))]
            if line.line not in numbers and len(own) == 1:
                numbers[line.line] = own[0].fixture.round
                cards.remove(own[0])
    for line in sorted(lines, key=lambda line: line.day or date.min):
        if line.line not in numbers:
            numbers[line.line] = days.setdefault(_day(line), last + 1)
            last = max(last, numbers[line.line])
    return [line._replace(round=numbers[line.line]) for line in lines]


def _day(line: FixtureLine) -> str | None:
    return line.day.isoformat() if line.day else None


def _exported(card: FixtureCard) -> tuple[object, ...]:
    """What a season exports of this match as it stands, which leaves out its time."""
    plan, (home, away) = card.fixture.plan, card.teams
    return plan.round, plan.day, home.name_key, away.name_key, card.legs if card.complete else None


def _said(line: FixtureLine) -> tuple[object, ...]:
    return line.round, _day(line), name_key(line.home), name_key(line.away), line.legs


def _fixture(
    season: Season, line: FixtureLine, playing: dict[tuple[int, str], int]
) -> NewFixture | SheetFault:
    """The line with its teams found, or what is wrong with it by itself and beside the lines before it."""
    teams = {squad.name_key: squad.id for squad in season.squads}
    sides: list[str] = []
    for column, name in (("home", line.home), ("away", line.away)):
        if name_key(name) not in teams:
            return SheetFault(line.line, column, f"There is no team “{name}” in this league.")
        sides.append(teams[name_key(name)])
    for column, name, side in zip(("home", "away"), (line.home, line.away), sides, strict=True):
        first = playing.setdefault((line.round, side), line.line)
        if first != line.line:
            words = f"{name} plays in round {line.round} already, in line {first}."
            return SheetFault(line.line, column, words)
    if season.rules.format == "knockout":
        return SheetFault(line.line, "round", "This is a knockout: its draw says who meets.")
    if line.legs and not season.rules.card.can_total(line.legs):
        words = f"{line.legs[0]}–{line.legs[1]} cannot be on a card of {season.rules.card.sentence()}."
        return SheetFault(line.line, "home legs", words)
    if line.legs and (line.day is None or line.day > season.today):
        return SheetFault(line.line, "day", "A match that was played has a day that is not still to come.")
    home_legs, away_legs = line.legs or (None, None)
    home, away = sides
    return NewFixture(
        line.round, home, away, _day(line), starts=line.starts, home_legs=home_legs, away_legs=away_legs
    )


def _fault_of_place(
    season: Season, line: FixtureLine, new: NewFixture, card: FixtureCard | None
) -> SheetFault | None:
    if card and card.events and card.fixture.plan != new:
        words = "Something has been entered on the card of this match, so it stays as it is."
        return SheetFault(line.line, "home", words)
    try:
        verify_place(season, new, card)
    except LeagueError as error:
        return SheetFault(line.line, error.field, str(error))
    return None
