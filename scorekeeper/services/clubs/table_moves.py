"""What a match did to the club's table of all games: the places of its sides before and after."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.matches.standings import Standing
from scorekeeper.services.clubs.club_results import MatchResult, record


class TableMove(NamedTuple):
    """The place of one side before the match, None for one that was not in the table, and after it."""

    before: int | None
    after: int


def table_moves(db: Database, club: str, match: str) -> list[TableMove]:
    """A move for each side of this match, in their order; none where it has no result.

    Results that came later are left out, so that the answer stays what it was on the night.
    """
    with record(db, club) as known:
        own = known.lines([match])[match]
        if own.result is None:
            return []
        later = [line for line in known.newest_first if line.pairs == own.pairs and _came(line) > _came(own)]
        after = _places(known.table_without(later, pairs=own.pairs))
        before = _places(known.table_without([own, *later], pairs=own.pairs))
    return [TableMove(before.get(side), after[side]) for side in own.competitors]


def _came(line: MatchResult) -> tuple[bool, str, str]:
    """When it got its result, for the order of results; a match without one comes first."""
    return line.result is not None, line.ended_at, line.match.id


def _places(rows: Sequence[Standing]) -> dict[Hashable, int]:
    return {row.competitor: row.place for row in rows}
