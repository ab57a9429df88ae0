"""The league table: totals, the order they make, and the reason for each place that a tie-break decided.

At the end of a season it says who goes up and who goes down.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.points import Adjustment, FixtureResult, PointsCard, points_of
from scorekeeper.rules.matches.standings import Record, Result
from scorekeeper.rules.text import MINUS, listed

FORM = 5  # matches that the form shows
Keys = dict[str, tuple[int, ...]]


class TieBreak(StrEnum):
    """A tie-break between teams level on points; each league lists its own order of them."""

    LEG_DIFFERENCE = "leg_difference"
    LEGS_WON = "legs_won"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"
    POINTS_DIFFERENCE = "points_difference"
    PLAY_OFF = "play_off"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    TieBreak.LEG_DIFFERENCE: "leg difference",
    TieBreak.LEGS_WON: "legs won",
    TieBreak.WINS: "matches won",
    TieBreak.HEAD_TO_HEAD: "the matches between them",
    TieBreak.POINTS_DIFFERENCE: "points difference",
    TieBreak.PLAY_OFF: "the play-off",
}
_SIGNED = (TieBreak.LEG_DIFFERENCE, TieBreak.POINTS_DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a team stands above the next: the tie-break and both values, or that a play-off must decide."""

    below: str
    tie_break: TieBreak
    own: int
    other: int

    def words(self, names: Mapping[str, str]) -> str:
        """``above Red Lion on leg difference, +11 to +7``."""
        own, other = (_figure(self.tie_break, value) for value in (self.own, self.other))
        return f"above {names[self.below]} on {self.tie_break.words}, {own} to {other}"


def verify_order(tie_breaks: Sequence[str]) -> tuple[TieBreak, ...]:
    """The order of tie-breaks; RuleError for one that is not known or is named twice."""
    known = {tie_break.value for tie_break in TieBreak}
    for name in tie_breaks:
        if name not in known:
            raise RuleError("no_such_tie_break", f"Tie-breaks: there is none called “{name}”.")
        if tie_breaks.count(name) > 1:
            raise RuleError("tie_break_twice", f"Tie-breaks: {TieBreak(name).words} is named twice.")
    return tuple(TieBreak(name) for name in tie_breaks)


def _figure(tie_break: TieBreak, value: int) -> str:
    text = str(value).replace("-", MINUS)
    return f"+{text}" if value > 0 and tie_break in _SIGNED else text


@dataclass
class TableRow(Record):
    """One team's row."""

    place: int = 0
    team: str = ""
    points: int = 0
    fined: int = 0  # what forfeits and late cards cost
    adjustments: list[Adjustment] = field(default_factory=list)  # what the secretary gave or took
    results: list[str] = field(default_factory=list)  # W, D or L, oldest first
    at_home: list[FixtureResult] = field(default_factory=list, repr=False)  # play-offs among them
    reason: Reason | None = None  # None where points alone decided
    level_with: tuple[str, ...] = ()  # who share the place

    @property
    def form(self) -> tuple[str, ...]:
        return tuple(self.results[-FORM:])

    @property
    def adjusted(self) -> int:
        """Points that the secretary gave (above 0) or took in all."""
        return sum(one.points for one in self.adjustments)

    def level_words(self, names: Mapping[str, str]) -> str:
        """``level with Red Lion``, or nothing."""
        return f"level with {listed(names[team] for team in self.level_with)}" if self.level_with else ""


def among(teams: Iterable[str], results: Iterable[FixtureResult]) -> list[FixtureResult]:
    known = set(teams)
    return sorted((r for r in results if known.issuperset(r.teams)), key=lambda r: (r.day, r.ref))


def blank(teams: Mapping[str, str]) -> dict[str, TableRow]:
    return {team: TableRow(team=team) for _, team in sorted((name, team) for team, name in teams.items())}


def in_order(keys: Keys) -> list[str]:
    """The teams, best first; those that are level as they were."""
    return sorted(keys, key=lambda team: [-value for value in keys[team]])


def adjust(rows: Mapping[str, TableRow], adjustment: Adjustment) -> None:
    if adjustment.team in rows:
        rows[adjustment.team].points += adjustment.points
        rows[adjustment.team].adjustments.append(adjustment)


def enter(rows: Mapping[str, TableRow], result: FixtureResult, points_card: PointsCard) -> None:
    """Add a result to both teams; a play-off only separates them, and counts for nothing else."""
    rows[result.home].at_home.append(result)
    if result.play_off:
        return
    home, away = result.legs
    winner = None if home == away else 0 if home > away else 1
    met = Result(result.teams, winner, result.legs, result.points)
    for side, (team, points) in enumerate(zip(result.teams, points_of(result, points_card), strict=True)):
        row = rows[team]
        row.enter(met, side)
        row.results.append("D" if winner is None else "W" if winner == side else "L")
        row.points += points
        late = result.fines[side] if result.forfeited_by is None else 0
        row.fined += late + (points_card.forfeit_fine if result.forfeited_by == side else 0)


def keys_of(rows: Mapping[str, TableRow], points_card: PointsCard, order: Sequence[TieBreak]) -> Keys:
    """Sort keys: points, then the value of each tie-break among teams still level, otherwise 0."""
    keys: Keys = {team: (row.points,) for team, row in rows.items()}
    for tie_break in order:
        found: dict[str, int] = {}
        for level in _level(keys):
            found |= _values(tie_break, level, rows, points_card)
        keys = {team: (*key, found.get(team, 0)) for team, key in keys.items()}
    return keys


def _level(keys: Keys) -> list[set[str]]:
    groups: dict[tuple[int, ...], set[str]] = {}
    for team, key in keys.items():
        groups.setdefault(key, set()).add(team)
    return [level for level in groups.values() if len(level) > 1]


def _values(
    tie_break: TieBreak, level: set[str], rows: Mapping[str, TableRow], points_card: PointsCard
) -> dict[str, int]:
    match tie_break:
        case TieBreak.LEG_DIFFERENCE:
            return {team: rows[team].leg_difference for team in level}
        case TieBreak.LEGS_WON:
            return {team: rows[team].legs_for for team in level}
        case TieBreak.WINS:
            return {team: rows[team].won for team in level}
        case TieBreak.POINTS_DIFFERENCE:
            return {team: rows[team].points_difference for team in level}
    return _between(tie_break, level, rows, points_card)


def _between(
    tie_break: TieBreak, level: set[str], rows: Mapping[str, TableRow], points_card: PointsCard
) -> dict[str, int]:
    """League points won off each other, or play-offs won against each other."""
    values = dict.fromkeys(level, 0)
    for result in (result for team in level for result in rows[team].at_home):
        if result.away not in level or result.play_off != (tie_break is TieBreak.PLAY_OFF):
            continue
        made = points_of(result, points_card)
        if result.play_off:
            made = (int(result.legs[0] > result.legs[1]), int(result.legs[1] > result.legs[0]))
        for team, points in zip(result.teams, made, strict=True):
            values[team] += points
    return values


def league_table(
    teams: Mapping[str, str],
    results: Iterable[FixtureResult],
    points_card: PointsCard,
    tie_breaks: Sequence[TieBreak],
    adjustments: Iterable[Adjustment] = (),
    as_of: date | None = None,
) -> tuple[TableRow, ...]:
    """The table of these teams by id, with their names, after day ``as_of`` (None: all results), best first.

    Level teams are separated by the tie-breaks in their order; those still level share the place and are
    listed by name. Results of teams that are not in the league do not count.
    """
    rows = blank(teams)
    for result in among(teams, results):
        if as_of is None or result.day <= as_of:
            enter(rows, result, points_card)
    for adjustment in adjustments:
        if as_of is None or adjustment.day <= as_of:
            adjust(rows, adjustment)
    keys = keys_of(rows, points_card, tie_breaks)
    ordered = in_order(keys)
    for index, team in enumerate(ordered):
        level = [other for other in ordered if keys[other] == keys[team]]
        row = rows[team]
        row.place = ordered.index(level[0]) + 1
        row.reason = _reason(keys, ordered[index : index + 2], tie_breaks)
        row.level_with = tuple(other for other in level if other != team and row.played)
    return tuple(rows[team] for team in ordered)


def positions(
    teams: Mapping[str, str],
    results: Sequence[FixtureResult],
    points_card: PointsCard,
    tie_breaks: Sequence[TieBreak],
    adjustments: Sequence[Adjustment] = (),
) -> dict[str, list[int]]:
    """Every team's place after each day on which something counted, for the chart."""
    rows = blank(teams)
    places: dict[str, list[int]] = {team: [] for team in teams}
    counted = among(teams, results)
    given, entered = sorted(adjustments, key=lambda one: one.day), 0
    for day in sorted({result.day for result in results if not result.play_off}):
        before, entered = entered, bisect_right(counted, day, key=lambda result: result.day)
        for result in counted[before:entered]:
            enter(rows, result, points_card)
        while given and given[0].day <= day:
            adjust(rows, given.pop(0))
        for index, team in enumerate(in_order(keys_of(rows, points_card, tie_breaks))):
            places[team].append(index + 1)
    return places


def _reason(keys: Keys, pair: Sequence[str], tie_breaks: Sequence[TieBreak]) -> Reason | None:
    """What separates a team from the next one; None if points do, or nothing does."""
    if len(pair) < 2:
        return None
    (points, *own), (next_points, *other) = (keys[team] for team in pair)
    if points != next_points:
        return None
    values = zip(tie_breaks, own, other, strict=True)
    return next((Reason(pair[1], by, mine, theirs) for by, mine, theirs in values if mine != theirs), None)


@dataclass(frozen=True, slots=True)
class DivisionMove:
    """A team changes its division; divisions are counted from 0, the highest."""

    team: str
    old: int
    new: int

    @property
    def up(self) -> bool:
        return self.new < self.old


def proposed(
    divisions: Sequence[str], tables: Sequence[Sequence[str]], count: int, gone: Sequence[str] = ()
) -> tuple[DivisionMove, ...]:
    """``count`` teams up and down between neighbouring divisions, each with its name and its final table.

    Teams that have left (``gone``) do not move, and their places are not filled.
    """
    if count < 0:
        raise RuleError("bad_moves", "Teams that go up and down: 0 or more.")
    staying = [[team for team in table if team not in gone] for table in tables]
    for number, (division, table) in enumerate(zip(divisions, staying, strict=True)):
        neighbours = (number > 0) + (number < len(staying) - 1)
        if count * neighbours > len(table):
            raise RuleError("bad_moves", f"{division} has too few teams for that: {len(table)}.")
    moves: list[DivisionMove] = []
    for upper in range(len(staying) - 1):
        down = staying[upper][len(staying[upper]) - count :]
        up = staying[upper + 1][:count]
        moves += [DivisionMove(team, upper, upper + 1) for team in down]
        moves += [DivisionMove(team, upper + 1, upper) for team in up]
    return tuple(moves)


def next_divisions(
    tables: Sequence[Sequence[str]], moves: Sequence[DivisionMove], gone: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The teams of each division next season: those who stay first, in their order."""
    moving = {move.team: move.new for move in moves}
    divisions: list[list[str]] = [
        [team for team in table if team not in moving and team not in gone] for table in tables
    ]
    for team, new in moving.items():
        divisions[new].append(team)
    return tuple(map(tuple, divisions))
