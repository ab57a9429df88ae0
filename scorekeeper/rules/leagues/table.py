"""The league table: places computed from results, with the reason for each place a tie-break decided."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules.leagues.adjustments import Adjustment
from scorekeeper.rules.leagues.points import PointsCard
from scorekeeper.rules.leagues.result import FixtureResult
from scorekeeper.rules.leagues.team_sums import Keys, TeamSums, adjust, among, blank, enter, in_order, keys_of
from scorekeeper.rules.leagues.tie_breaks import Reason, TieBreak
from scorekeeper.rules.text import listed

FORM = 5  # matches that the form shows


@dataclass(frozen=True, slots=True)
class TableRow:
    """One team's row. ``form`` holds W, D or L, oldest first. ``fined`` is what forfeits and late cards cost,
    ``adjustments`` are what the secretary gave or took.

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
    adjustments: tuple[Adjustment, ...]
    form: tuple[str, ...]
    reason: Reason | None
    level_with: tuple[str, ...]

    @property
    def adjusted(self) -> int:
        """Points that the secretary gave (above 0) or took in all."""
        return sum(one.points for one in self.adjustments)

    @property
    def leg_difference(self) -> int:
        """Legs won less legs lost."""
        return self.legs_for - self.legs_against

    def level_words(self, names: Mapping[str, str]) -> str:
        """``level with Red Lion``, or nothing."""
        return f"level with {listed(names[team] for team in self.level_with)}" if self.level_with else ""


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

    Level teams are separated by the tie-breaks in their order; those still level share the place and are
    listed by name. Results of teams that are not in the league do not count.
    """
    rows = blank(teams, names or {})
    for result in among(teams, results):
        if as_of is None or result.day <= as_of:
            enter(rows, result, card)
    for adjustment in adjustments:
        if as_of is None or adjustment.day <= as_of:
            adjust(rows, adjustment)
    keys = keys_of(rows, card, tie_breaks)
    ordered = in_order(keys)
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
    rows = blank(teams, names or {})
    places: dict[str, list[int]] = {team: [] for team in teams}
    counted = among(teams, results)
    given, entered = sorted(adjustments, key=lambda one: one.day), 0
    for day in sorted({result.day for result in results if not result.play_off}):
        before, entered = entered, bisect_right(counted, day, key=lambda result: result.day)
        for result in counted[before:entered]:
            enter(rows, result, card)
        while given and given[0].day <= day:
            adjust(rows, given.pop(0))
        for index, team in enumerate(in_order(keys_of(rows, card, tie_breaks))):
            places[team].append(index + 1)
    return places


def _row(
    ordered: Sequence[str],
    index: int,
    rows: Mapping[str, TeamSums],
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
        legs_for=row.legs.own,
        legs_against=row.legs.other,
        points_for=row.made.own,
        points_against=row.made.other,
        points=row.points,
        fined=row.fined,
        adjustments=tuple(row.adjustments),
        form=tuple(row.form[-FORM:]),
        reason=_reason(keys, ordered[index : index + 2], tie_breaks),
        level_with=tuple(o for o in ordered if o != team and keys[o] == keys[team] and row.played),
    )


def _reason(keys: Keys, pair: Sequence[str], tie_breaks: Sequence[TieBreak]) -> Reason | None:
    """What separates a team from the next one; None if points do, or nothing does."""
    if len(pair) < 2:
        return None
    (points, *own), (next_points, *other) = (keys[team] for team in pair)
    if points != next_points:
        return None
    values = zip(tie_breaks, own, other, strict=True)
    return next((Reason(pair[1], by, mine, theirs) for by, mine, theirs in values if mine != theirs), None)
