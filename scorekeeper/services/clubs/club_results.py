"""The results of all of a club's matches, cached in memory and updated incrementally.

It is made from the facts when first asked for, and whatever the club's version says is newer is replayed
before every answer. Of matches that are over a line of text is stored, so that a start need not replay them
all again; the lines can be thrown away at any time. So a list costs the same in the club's first year and in
its tenth, and two servers on one database show the same.
"""

import hashlib
import json
from bisect import insort
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from datetime import date, timedelta
from functools import cache, cached_property
from heapq import nlargest
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper import rules
from scorekeeper.names import name_key
from scorekeeper.rules.games.describe import card_title
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.matches.honours import SideHonours, honours_of
from scorekeeper.rules.matches.standings import Result, RunningTable, Standing
from scorekeeper.services import match_rounds, match_state
from scorekeeper.services.match_rounds import card_of, members_name, side_members
from scorekeeper.services.match_state import MatchState, build_state, load_match
from scorekeeper.store.engine.connection import database_identity, writing
from scorekeeper.store.engine.errors import OperationalError
from scorekeeper.store.engine.versions import state_of
from scorekeeper.store.leagues.card_events import status_of_board
from scorekeeper.store.matches.match_events import events
from scorekeeper.store.matches.matches import Match, Seat, matches, seats_of, store_results, stored_results
from scorekeeper.timestamps import span_of_club_day

_WORTH_STORING = 50  # matches that are over and of which no line is stored
_MOST_BYTES = 150_000_000  # of all clubs together
_CLUB, _LINE, _SEAT = 2_000, 700, 40  # bytes that each takes about, a line with what finds it
_choosing = Lock()


@dataclass(frozen=True)
class MatchResult:
    """A match in one line; what follows from its seats and its card is worked out where it is asked for."""

    match: Match
    score: tuple[int, ...]
    winner: int | None
    running: bool
    # Of each side; empty while it runs, and of one that was abandoned.
    legs: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    honours: tuple[SideHonours, ...] = ()
    ended_at: str = ""  # when it came to its result, or had it corrected
    legs_so_far: tuple[int, ...] = ()  # of a match of several legs that runs; its score is that of its leg

    @property
    def game(self) -> Game:
        return card_of(self.match).game

    @property
    def title(self) -> str:
        legs = f", legs {'–'.join(map(str, self.legs_so_far))}" if self.legs_so_far else ""
        return card_title(card_of(self.match)) + legs

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(map(members_name, side_members(self.match.seats)))

    @cached_property
    def competitors(self) -> tuple[str, ...]:
        """Who meets whom: each side's pair, or its player where it is a side of one."""
        return tuple(side[0].pair or side[0].player for side in side_members(self.match.seats))

    @cached_property
    def result(self) -> Result | None:
        return Result(self.competitors, self.winner, self.legs, self.points) if self.legs else None

    @property
    def pairs(self) -> bool:
        """Whether pairs met in it: one person is not compared with two."""
        return any(seat.pair for seat in self.match.seats)

    @property
    def abandoned(self) -> bool:
        return not self.running and self.result is None


def result_of(state: MatchState) -> MatchResult:
    score, over = state.score, state.score.finished and not state.abandoned
    several = state.card.legs > 1
    return MatchResult(
        match=state.match,
        score=score.legs_won if several and not state.running else score.totals,
        winner=score.winner,
        running=state.running,
        legs=score.legs_won if over else (),
        points=_points(state) if over else (),
        honours=tuple(honours_of(score, side) for side in range(len(score.sides))) if over else (),
        ended_at=state.events[-1].entered_at if over else "",
        legs_so_far=score.legs_won if several and state.running else (),
    )


def _points(state: MatchState) -> tuple[int, ...]:
    """Points made in all legs together, side by side; those of a handicap were not made."""
    starts = state.card.starts(len(state.sides))
    legs = state.score.legs
    return tuple(sum(leg.totals[side] - start for leg in legs) for side, start in enumerate(starts))


@cache
def rules_fingerprint() -> str:
    """Changes with the rules, and with what turns facts into results: lines made by others hold no more."""
    facts_into_results = (match_rounds.__file__, match_state.__file__, __file__)
    every_module = f"*{Path(__file__).suffix}"  # a phone has them compiled, without their source
    files = [*sorted(Path(rules.__file__).parent.rglob(every_module)), *map(Path, facts_into_results)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def line_of(found: MatchResult) -> str:
    """The result of a match that is over, as text; names are not in it."""
    honours = [astuple(one) for one in found.honours]
    said = [found.match.version, found.score, found.winner, found.legs, found.points, honours, found.ended_at]
    return json.dumps(said, separators=(",", ":"))


def result_from(match: Match, line: str) -> MatchResult:
    """The result that this line tells of the match, with the names of today."""
    version, score, winner, legs, points, honours, ended_at = json.loads(line)
    honoured = tuple(SideHonours(*one) for one in honours)
    known = match._replace(version=version)
    return MatchResult(known, tuple(score), winner, False, tuple(legs), tuple(points), honoured, ended_at)


class ClubResults:
    """The lines of a club's matches. Held by one thread at a time: see ``club_record``."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self.version, self._renamed = -1, 0
        self._lines: dict[str, MatchResult] = {}
        self._seats = 0
        self._of: dict[str, list[str]] = {}
        self._order: list[str] = []
        self._running: set[str] = set()
        self._unstored: set[str] = set()
        self._tables: dict[tuple[Game | None, bool], RunningTable] = {}
        self.names: dict[str, str] = {}

    @property
    def weight(self) -> int:
        return _CLUB + _LINE * len(self._lines) + _SEAT * self._seats

    @property
    def newest_first(self) -> list[MatchResult]:
        return [self._lines[match] for match in reversed(self._order)]

    def lines(self, matches: Iterable[str]) -> dict[str, MatchResult]:
        return {match: self._lines[match] for match in matches if match in self._lines}

    @property
    def running(self) -> list[MatchResult]:
        """Matches in which another round may be entered, newest first."""
        return [self._lines[match] for match in sorted(self._running, reverse=True)]

    def finished(self, most: int) -> list[MatchResult]:
        lines = (self._lines[match] for match in reversed(self._order))
        return list(islice((line for line in lines if line.result), most))

    def of_day(self, day: date) -> list[MatchResult]:
        begins, ends = span_of_club_day(day)
        return [line for line in self.newest_first if begins <= line.match.started_at < ends]

    def latest_results(self, most: int) -> list[MatchResult]:
        """The matches that came to their result last, or had it corrected; the latest first."""
        ended = (line for line in self._lines.values() if line.result)
        return nlargest(most, ended, key=lambda line: (line.ended_at, line.match.id))

    def of(self, competitor: str) -> list[MatchResult]:
        """Every match of this player, alone or in a pair, or of this pair; newest first."""
        return [self._lines[match] for match in reversed(self._of.get(competitor, ()))]

    @property
    def games(self) -> list[Game]:
        return [game for game in Game if any(self.table(game, pairs=pairs) for pairs in (False, True))]

    def table(self, game: Game | None, *, pairs: bool) -> tuple[Standing, ...]:
        """The table of one game, or of all; players and pairs have each their own."""
        running = self._tables.get((game, pairs))
        return running.standings(lambda one: name_key(self.names[str(one)])) if running else ()

    def table_without(self, left_out: Sequence[MatchResult], *, pairs: bool) -> tuple[Standing, ...]:
        for line in left_out:
            self._count(line, enter=False)
        try:
            return self.table(None, pairs=pairs)
        finally:
            for line in left_out:
                self._count(line, enter=True)

    def catch_up(self, db: Database, club: str) -> bool:
        """Take in what has changed since the last time; whether anything had."""
        version, names_version = state_of(db, club)
        if version == self.version:
            return False
        if version < self.version:
            self._forget()  # An older copy was put in the database's place.
        if names_version != self._renamed:
            seats = seats_of(db, club)
            if self._lines.keys() - seats.keys():
                self._forget()  # The club was put back as a copy has it, before these matches.
            self._rename(seats)
        lines = stored_results(db, club, rules_fingerprint()) if self.version < 0 else {}
        for match in reversed(matches(db, club, since=self.version)):
            if match.id in lines:
                self._enter(result_from(match, lines[match.id]))
                continue
            # At first all of them are read, and are not worth keeping; later it is what is played just now.
            known = None if self.version < 0 else load_match(db, club, match.id)
            self._enter(result_of(known or build_state(match, events(db, club, match.id))))
            self._unstored.add(match.id)
        self.version, self._renamed = version, names_version
        return True

    def store(self, db: Database, club: str) -> None:
        """Store what has come to its end since the last time, when it is worth a transaction.

        Where the store takes nothing just now, a later start replays these matches: nobody waits for it.
        """
        over = [match for match in self._unstored if not self._lines[match].running]
        if len(over) < _WORTH_STORING or db.conn.in_transaction:
            return
        self._unstored.difference_update(over)
        lines = [(match, line_of(self._lines[match])) for match in over]
        with suppress(OperationalError), writing(db, club):
            store_results(db, club, rules_fingerprint(), self.version, lines)

    def _enter(self, line: MatchResult) -> None:
        match, known = line.match.id, self._lines.get(line.match.id)
        if known:
            self._count(known, enter=False)
        else:
            insort(self._order, match)
        before, now = _members(known) if known else set[str](), _members(line)
        for competitor in now - before:
            insort(self._of.setdefault(competitor, []), match)
        for competitor in before - now:
            self._of[competitor].remove(match)
        self._lines[match] = line
        self._seats += len(line.match.seats) - (len(known.match.seats) if known else 0)
        self._count(line, enter=True)
        self._name(line)

    def _count(self, line: MatchResult, *, enter: bool) -> None:
        if line.running:
            (self._running.add if enter else self._running.discard)(line.match.id)
        if line.result is None:
            return
        for game in (None, line.game):
            table = self._tables.setdefault((game, line.pairs), RunningTable())
            (table.enter if enter else table.remove)(line.result)

    def _rename(self, now: Mapping[str, tuple[Seat, ...]]) -> None:
        for match, seats in now.items():
            line = self._lines.get(match)
            if line is None or line.match.seats == seats:
                continue
            before, after = ([(one.player, one.side) for one in sat] for sat in (line.match.seats, seats))
            if before == after:  # other people, or pairs, make another result, which is read anew
                self._lines[match] = replace(line, match=line.match._replace(seats=seats))
                self._name(self._lines[match])

    def _name(self, line: MatchResult) -> None:
        for competitor, members in zip(line.competitors, side_members(line.match.seats), strict=True):
            self.names[competitor] = members_name(members)


def _members(line: MatchResult) -> set[str]:
    """Everybody whose page lists the match: its players, and its pairs."""
    return {*line.competitors, *(seat.player for seat in line.match.seats)}


_records: OrderedDict[tuple[Hashable, str], ClubResults] = OrderedDict()


@contextmanager
def club_record(db: Database, club: str) -> Iterator[ClubResults]:
    """The club's record as it stands now. What is read from it may be kept; it itself changes on."""
    key = database_identity(db), club
    with _choosing:
        known = _records.setdefault(key, ClubResults())
        _records.move_to_end(key)
    with known.lock:
        if known.catch_up(db, club):
            known.store(db, club)
            with _choosing:
                while len(_records) > 1 and sum(one.weight for one in _records.values()) > _MOST_BYTES:
                    _records.popitem(last=False)
        yield known


def results(db: Database, club: str) -> list[MatchResult]:
    with club_record(db, club) as known:
        return known.newest_first


class TableMove(NamedTuple):
    """The place of one side before the match, None for one that was not in the table, and after it."""

    before: int | None
    after: int


def table_moves(db: Database, club: str, match: str) -> list[TableMove]:
    """A move for each side of this match, in their order; none where it has no result.

    Results that came later are left out, so that the answer stays what it was on the night.
    """
    with club_record(db, club) as known:
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


def in_play(
    db: Database, club: str, known: ClubResults, day: date
) -> tuple[list[MatchResult], list[MatchResult]]:
    """The matches that are being played, and those that nobody has finished for two days; newest first.

    A board whose card was signed with what was written there, or is in the archive, is neither.
    """
    since, _ = span_of_club_day(day - timedelta(days=1))
    fresh, faded = list[MatchResult](), list[MatchResult]()
    for line in known.running:
        board = status_of_board(db, club, line.match.id)
        if not (board and (board.signed or board.archived)):
            (fresh if line.match.started_at >= since else faded).append(line)
    return fresh, faded
