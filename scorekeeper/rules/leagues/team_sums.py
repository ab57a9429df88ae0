"""Each team's totals in a season so far, and the order that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.rules.leagues.adjustments import Adjustment
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.result import FixtureResult, points_of
from scorekeeper.rules.leagues.tie_breaks import TieBreak
from scorekeeper.rules.matches.standings import Balance


@dataclass
class TeamSums:
    """One team’s season: ``legs`` and ``made`` (pips or pegs) for and against, ``form`` oldest first.

    ``at_home`` are its home results, play-offs among them.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    legs: Balance = field(default_factory=Balance)
    made: Balance = field(default_factory=Balance)
    points: int = 0
    fined: int = 0
    adjustments: list[Adjustment] = field(default_factory=list)
    form: list[str] = field(default_factory=list)
    at_home: list[FixtureResult] = field(default_factory=list)


Keys = dict[str, tuple[int, ...]]


def among(teams: Sequence[str], results: Iterable[FixtureResult]) -> list[FixtureResult]:
    """The results between teams of the league, in the order of their days."""
    known = set(teams)
    return sorted((r for r in results if known.issuperset(r.teams)), key=lambda r: (r.day, r.ref))


def blank(teams: Iterable[str], names: Mapping[str, str]) -> dict[str, TeamSums]:
    """The teams before the first result, by name."""
    return {team: TeamSums() for team in sorted(teams, key=lambda team: (names.get(team, team), team))}


def in_order(keys: Keys) -> list[str]:
    """The teams, best first; those that are level as they were."""
    return sorted(keys, key=lambda team: [-value for value in keys[team]])


def adjust(rows: Mapping[str, TeamSums], adjustment: Adjustment) -> None:
    """Add what the secretary gave or took, for a team of the league."""
    if adjustment.team in rows:
        rows[adjustment.team].points += adjustment.points
        rows[adjustment.team].adjustments.append(adjustment)


def enter(rows: Mapping[str, TeamSums], result: FixtureResult, card: PointsCard) -> None:
    """Add a result to both teams; a play-off only separates them, and counts for nothing else."""
    rows[result.home].at_home.append(result)
    if result.play_off:
        return
    for side, (team, points) in enumerate(zip(result.teams, points_of(result, card), strict=True)):
        row, own, other = rows[team], result.legs[side], result.legs[1 - side]
        row.played += 1
        row.won += own > other
        row.drawn += own == other
        row.lost += own < other
        row.form.append("W" if own > other else "D" if own == other else "L")
        row.legs.add(own, other)
        row.made.add(result.points[side], result.points[1 - side])
        row.points += points
        late = result.fines[side] if result.forfeited_by is None else 0
        row.fined += late + (card.forfeit_fine if result.forfeited_by == side else 0)


def keys_of(rows: Mapping[str, TeamSums], card: PointsCard, order: Sequence[TieBreak]) -> Keys:
    """Sort keys: points, then the value of each tie-break among teams still level, otherwise 0."""
    keys: Keys = {team: (row.points,) for team, row in rows.items()}
    for tie_break in order:
        found: dict[str, int] = {}
        for level in _level(keys):
            found |= _values(tie_break, level, rows, card)
        keys = {team: (*key, found.get(team, 0)) for team, key in keys.items()}
    return keys


def _level(keys: Keys) -> list[set[str]]:
    """Groups of teams that are still level."""
    groups: dict[tuple[int, ...], set[str]] = {}
    for team, key in keys.items():
        groups.setdefault(key, set()).add(team)
    return [level for level in groups.values() if len(level) > 1]


def _values(
    tie_break: TieBreak,
    level: set[str],
    rows: Mapping[str, TeamSums],
    card: PointsCard,
) -> dict[str, int]:
    match tie_break:
        case TieBreak.LEG_DIFFERENCE:
            return {team: rows[team].legs.difference for team in level}
        case TieBreak.LEGS_WON:
            return {team: rows[team].legs.own for team in level}
        case TieBreak.WINS:
            return {team: rows[team].won for team in level}
        case TieBreak.POINTS_DIFFERENCE:
            return {team: rows[team].made.difference for team in level}
    return _between(tie_break, level, rows, card)


def _between(
    tie_break: TieBreak, level: set[str], rows: Mapping[str, TeamSums], card: PointsCard
) -> dict[str, int]:
    """League points won off each other, or play-offs won against each other."""
    values = dict.fromkeys(level, 0)
    for result in (result for team in level for result in rows[team].at_home):
        if result.away not in level or result.play_off != (tie_break is TieBreak.PLAY_OFF):
            continue
        made = points_of(result, card)
        if result.play_off:
            made = (int(result.legs[0] > result.legs[1]), int(result.legs[1] > result.legs[0]))
        for team, points in zip(result.teams, made, strict=True):
            values[team] += points
    return values
