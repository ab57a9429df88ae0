"""A season imported from a spreadsheet: teams with their squads, or fixtures with past results.

All lines are stored or none is. A preview stores the sheet and rolls that back, so what it shows is what
will be done. Sending a sheet a second time changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from scorekeeper.names import name_key
from scorekeeper.rules.leagues.match_card import Legs
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.gate import Act, act
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.secretary import verify_place
from scorekeeper.services.leagues.subject import SEASON, LeagueError
from scorekeeper.services.leagues.teams import SquadReport, put_squad
from scorekeeper.store.leagues.fixtures import NewFixture, add_fixtures, change_fixture
from scorekeeper.store.leagues.squads import squads


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
    """A team with its squad, from this line of the sheet on."""

    line: int
    report: SquadReport


class FixtureLine(NamedTuple):
    """A fixture, its teams by name; ``legs`` where it was played before the season came here."""

    line: int
    round: int
    day: date | None
    starts: str | None
    home: str
    away: str
    legs: Legs | None


@dataclass
class TakenOver:
    """What a sheet brought: how many of its teams or fixtures were new, how many changed, how many known."""

    new: int = 0
    changed: int = 0
    known: int = 0

    def count(self, before: object, now: object) -> None:
        """Count one that stood as ``before`` (None: not at all) and stands as ``now``."""
        self.new += before is None
        self.known += before is not None and before == now
        self.changed += before is not None and before != now


class Looked(Exception):
    """A preview went well: what the sheet would bring. It takes the act back."""

    def __init__(self, done: TakenOver) -> None:
        super().__init__()
        self.done = done


def _settled(done: TakenOver, faults: Sequence[SheetFault], *, store: bool) -> list[int]:
    """What was brought, as numbers; any of the ``faults`` takes the act back, as a preview does."""
    if faults:
        raise SheetRefused(faults)
    if not store:
        raise Looked(done)
    return [done.new, done.changed, done.known]


@act(SEASON, "manage", "league")
def take_over_teams(
    now: Act[Season], lines: Sequence[TeamLine], faults: Sequence[SheetFault], *, store: bool
) -> list[int]:
    """Enter these teams, or give those that are there this squad and place; ``faults`` are other lines’."""
    done, faults = TakenOver(), [*faults]
    for line in lines:
        wanted = name_key(line.report.name)
        found = squads(now.db, now.club, now.on.league.id)
        known = next((squad for squad in found if squad.name_key == wanted), None)
        before = SquadReport.of(known) if known else None
        done.count(before, line.report.in_order)
        if before == line.report.in_order:
            continue
        try:
            put_squad(now, line.report, known)
        except LeagueError as error:
            column = "team" if error.field == "name" else error.field
            faults.append(SheetFault(line.line, column, str(error)))
    return _settled(done, faults, store=store)


@act(SEASON, "manage", "league")
def take_over_fixtures(
    now: Act[Season], lines: Sequence[FixtureLine], faults: Sequence[SheetFault], *, store: bool
) -> list[int]:
    """Add these fixtures with their results, or change those that are there; ``faults`` are other lines’."""
    done, new, faults = TakenOver(), [], [*faults]
    listed = {(c.fixture.round, c.fixture.home, c.fixture.away): c for c in now.on.fixture_cards}
    playing: dict[tuple[int, str], int] = {}
    for line in lines:
        found = _fixture(now.on, line, playing)
        if isinstance(found, SheetFault):
            faults.append(found)
            continue
        card = listed.get((found.round, found.home, found.away))
        if card:  # an empty cell leaves what stands
            filled = {field: value for field, value in found._asdict().items() if value is not None}
            found = card.fixture.plan._replace(**filled)
        fault = _fault_of_place(now.on, line, found, card)
        if fault:
            faults.append(fault)
            continue
        done.count(card.fixture.plan if card else None, found)
        if card is None:
            new.append(found)
        elif card.fixture.plan != found:
            change_fixture(now.db, now.club, card.fixture, found, None, now.author)
    if new and not faults:
        add_fixtures(now.db, now.club, now.on.league.id, new, now.author)
    return _settled(done, faults, store=store)


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
    if line.legs and not season.rules.card.can_total(line.legs):
        words = f"{line.legs[0]}–{line.legs[1]} cannot be on a card of {season.rules.card.sentence()}."
        return SheetFault(line.line, "home legs", words)
    if line.legs and (line.day is None or line.day > season.today):
        return SheetFault(line.line, "day", "A match that was played has a day that is not still to come.")
    day = line.day.isoformat() if line.day else None
    home_legs, away_legs = line.legs or (None, None)
    home, away = sides
    return NewFixture(
        line.round, home, away, day, starts=line.starts, home_legs=home_legs, away_legs=away_legs
    )


def _fault_of_place(
    season: Season, line: FixtureLine, new: NewFixture, card: FixtureCard | None
) -> SheetFault | None:
    """Why the season refuses this fixture; None if it does not."""
    if card and card.events and card.fixture.plan != new:
        words = "Something has been entered on the card of this match, so it stays as it is."
        return SheetFault(line.line, "home", words)
    try:
        verify_place(season, new, card)
    except LeagueError as error:
        return SheetFault(line.line, error.field, str(error))
    return None
