"""The league table: fixtures' results in, places out, and the reason for every place a tie-break decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scorekeeper.rules.leagues.adjustments import Adjustment
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.result import FixtureResult, points_of
from scorekeeper.rules.leagues.tie_breaks import Reason, TieBreak
from scorekeeper.rules.text import listed

FORM = 5  # matches that the form shows


@dataclass(frozen=True, slots=True)
class TableRow:
    """One team's row. ``form`` holds W, D or L, oldest first. ``fined`` is what forfeits and late cards cost,
    ``adjusted`` what the secretary gave (above 0) or took.

    ``reason`` is None where points alone decided; ``level_with`` names those who share the place.
    """

    place: int
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    legs_for: int
    legs_against: int
    points_for: int
    points_against: int
    points: int
    fined: int
    adjusted: int
    form: tuple[str, ...]
    reason: Reason | None
    level_with: tuple[str, ...]

    @property
    def leg_difference(self) -> int:
        """Legs won less legs lost."""
        return self.legs_for - self.legs_against

    def level_words(self, names: Mapping[str, str]) -> str:
        """``level with Red Lion``, or nothing."""
        return f"level with {listed(names[team] for team in self.level_with)}" if self.level_with else ""


@dataclass
class _Row:
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    legs: list[int] = field(default_factory=lambda: [0, 0])
    made: list[int] = field(default_factory=lambda: [0, 0])
    points: int = 0
    fined: int = 0
    adjusted: int = 0
    form: list[str] = field(default_factory=list)


Keys = dict[str, tuple[int, ...]]


def league_table(
    teams: Sequence[str],
    results: Iterable[FixtureResult],
    card: PointsCard,
    tie_breaks: Sequence[TieBreak],
    *,
    names: Mapping[str, str] | None = None,
    as_of: int | None = None,
    adjustments: Iterable[Adjustment] = (),
) -> tuple[TableRow, ...]:
    """The table of these teams after day ``as_of`` (of all results, if None), best first.

    Level teams are parted by the tie-breaks in their order; who cannot be parted shares the place and is
    listed by name. Results with somebody who is not in the league count for nobody.
    """
    known = set(teams)
    counted = sorted(
        (r for r in results if known.issuperset(r.teams) and (as_of is None or r.day <= as_of)),
        key=lambda r: (r.day, r.ref),
    )
    rows = {team: _Row() for team in teams}
    for result in counted:
        if not result.play_off:
            _enter(rows, result, card)
    for adjustment in adjustments:
        if adjustment.team in rows and (as_of is None or adjustment.day <= as_of):
            rows[adjustment.team].points += adjustment.points
            rows[adjustment.team].adjusted += adjustment.points
    keys = _keys(rows, counted, card, tie_breaks)
    by_name = sorted(teams, key=lambda team: ((names or {}).get(team, team), team))
    ordered = sorted(by_name, key=lambda team: [-value for value in keys[team]])
    return tuple(_row(ordered, index, rows, keys, tie_breaks) for index in range(len(ordered)))


def positions(
    teams: Sequence[str],
    results: Sequence[FixtureResult],
    card: PointsCard,
    tie_breaks: Sequence[TieBreak],
    names: Mapping[str, str] | None = None,
    adjustments: Sequence[Adjustment] = (),
) -> dict[str, list[int]]:
    """Every team's place after each day on which something counted, for the chart."""
    days = sorted({result.day for result in results if not result.play_off})
    places: dict[str, list[int]] = {team: [] for team in teams}
    for day in days:
        table = league_table(
            teams, results, card, tie_breaks, names=names, as_of=day, adjustments=adjustments
        )
        for index, row in enumerate(table):
            places[row.team].append(index + 1)
    return places


def _enter(rows: Mapping[str, _Row], result: FixtureResult, card: PointsCard) -> None:
    for side, (team, points) in enumerate(zip(result.teams, points_of(result, card), strict=True)):
        row, own, other = rows[team], result.legs[side], result.legs[1 - side]
        row.played += 1
        row.won += own > other
        row.drawn += own == other
        row.lost += own < other
        row.form.append("W" if own > other else "D" if own == other else "L")
        for tally, values in ((row.legs, result.legs), (row.made, result.points)):
            tally[0] += values[side]
            tally[1] += values[1 - side]
        row.points += points
        late = result.fines[side] if result.forfeited_by is None else 0
        row.fined += late + (card.forfeit_fine if result.forfeited_by == side else 0)


def _keys(
    rows: Mapping[str, _Row], results: Sequence[FixtureResult], card: PointsCard, order: Sequence[TieBreak]
) -> Keys:
    """What orders the teams: points, then the value of each tie-break among those still level."""
    keys: Keys = {team: (row.points,) for team, row in rows.items()}
    for tie_break in order:
        found: dict[str, int] = {}
        for _, level in groupby(sorted(keys, key=lambda team: keys[team]), key=lambda team: keys[team]):
            found |= _values(tie_break, set(level), rows, results, card)
        keys = {team: (*key, found[team]) for team, key in keys.items()}
    return keys


def _values(
    tie_break: TieBreak,
    level: set[str],
    rows: Mapping[str, _Row],
    results: Sequence[FixtureResult],
    card: PointsCard,
) -> dict[str, int]:
    match tie_break:
        case TieBreak.LEG_DIFFERENCE:
            return {team: rows[team].legs[0] - rows[team].legs[1] for team in level}
        case TieBreak.LEGS_WON:
            return {team: rows[team].legs[0] for team in level}
        case TieBreak.WINS:
            return {team: rows[team].won for team in level}
        case TieBreak.POINTS_DIFFERENCE:
            return {team: rows[team].made[0] - rows[team].made[1] for team in level}
    return _between(tie_break, level, results, card)


def _between(
    tie_break: TieBreak, level: set[str], results: Sequence[FixtureResult], card: PointsCard
) -> dict[str, int]:
    """League points won off each other, or play-offs won against each other."""
    values = dict.fromkeys(level, 0)
    for result in results:
        if not level.issuperset(result.teams) or result.play_off != (tie_break is TieBreak.PLAY_OFF):
            continue
        made = points_of(result, card)
        if result.play_off:
            made = (int(result.legs[0] > result.legs[1]), int(result.legs[1] > result.legs[0]))
        for team, points in zip(result.teams, made, strict=True):
            values[team] += points
    return values


def _row(
    ordered: Sequence[str],
    index: int,
    rows: Mapping[str, _Row],
    keys: Keys,
    tie_breaks: Sequence[TieBreak],
) -> TableRow:
    team = ordered[index]
    row, place = rows[team], [keys[other] for other in ordered].index(keys[team]) + 1
    return TableRow(
        place=place,
        team=team,
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        legs_for=row.legs[0],
        legs_against=row.legs[1],
        points_for=row.made[0],
        points_against=row.made[1],
        points=row.points,
        fined=row.fined,
        adjusted=row.adjusted,
        form=tuple(row.form[-FORM:]),
        reason=_reason(keys, ordered[index : index + 2], tie_breaks),
        level_with=tuple(o for o in ordered if o != team and keys[o] == keys[team] and row.played),
    )


def _reason(keys: Keys, pair: Sequence[str], tie_breaks: Sequence[TieBreak]) -> Reason | None:
    """What parts a team from the next one, unless points did or nothing does."""
    if len(pair) < 2 or keys[pair[0]][0] != keys[pair[1]][0]:
        return None
    values = zip(tie_breaks, keys[pair[0]][1:], keys[pair[1]][1:], strict=True)
    return next((Reason(pair[1], by, own, other) for by, own, other in values if own != other), None)
