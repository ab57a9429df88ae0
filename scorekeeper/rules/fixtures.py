"""The fixtures of a season: everybody meets everybody, home and away evenly; moved, late, void or due."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.points import Withdrawals

Team = TypeVar("Team", bound=Hashable)
Pairing = tuple[Team, Team]

MOST_TEAMS = 40
MOST_FREE = 366
Games = list[Pairing[Team]]
MOST_PUSHED = 60


def round_robin(teams: Sequence[Team]) -> list[list[Pairing[Team]]]:
    """Rounds of ``(home, away)``, all against all once; with an odd number one has a bye in each round.

    Nobody is home more than once oftener than away.
    """
    if len(set(teams)) < len(teams):
        raise RuleError("team_twice", "Teams: one of them is in the list twice.")
    if not 2 <= len(teams) <= MOST_TEAMS:
        raise RuleError("team_count", f"Teams: a season needs from 2 to {MOST_TEAMS}.")
    circle: list[Team | None] = [*teams] if len(teams) % 2 == 0 else [None, *teams]
    rounds = []
    for number in range(len(circle) - 1):
        fixed, moving = circle[0], circle[1:]
        rounds.append(_games([fixed, *moving[-number:], *moving[:-number]], number))
    return rounds


def second_half(rounds: Sequence[Sequence[Pairing[Team]]]) -> list[list[Pairing[Team]]]:
    """The same rounds with home and away changed, so that over both everybody is at home to everybody."""
    return [[(away, home) for home, away in games] for games in rounds]


def _games(turned: Sequence[Team | None], number: int) -> list[Pairing[Team]]:
    games: list[Pairing[Team]] = []
    for table in range(len(turned) // 2):
        one, other = turned[table], turned[-1 - table]
        if one is None or other is None:
            continue
        # The fixed team changes home and away with every round, the others by where they meet.
        swap = number % 2 == 1 if table == 0 else table % 2 == 1
        games.append((other, one) if swap else (one, other))
    return games


def byes(games: Sequence[Pairing[Team]], teams: Sequence[Team]) -> list[Team]:
    playing = {team for pairing in games for team in pairing}
    return [team for team in teams if team not in playing]


def days_of(rounds: int, first: date, every: int, free: Collection[date] = ()) -> list[date]:
    """A day for each round: from ``first``, every so many days, never on one of the ``free`` days."""
    if every < 1:
        raise RuleError("bad_days", "Days between rounds: at least 1.")
    if len(free) > MOST_FREE:
        raise RuleError("bad_days", f"Free dates: at most {MOST_FREE}.")
    days: list[date] = []
    day = first
    while len(days) < rounds:
        if day not in free:
            days.append(day)
        day += timedelta(days=every)
    return days


def turned(
    rounds: Sequence[Sequence[Pairing[Team]]], pubs: Mapping[Team, Hashable]
) -> list[list[Pairing[Team]]]:
    """These rounds with home and away chosen so that no pub has two teams at home, nor two away.

    Not two away either, since the second half turns every pairing round. A team without a pub is free.
    Each chain of games and shared pubs can be turned in two ways; chosen is the one that balances home and
    away and avoids a third match in a row in the same place.
    """
    partners = _partners(pubs)
    found = [list(games) for games in rounds]
    chains = [(number, chain) for number, games in enumerate(found) for chain in _chains(games, partners)]
    for number, chain in chains:
        _put(found[number], chain)
    while any(_better(found, number, chain) for number, chain in chains):
        pass  # every turn makes the season more even, so there is a last one
    return found


def _partners(pubs: Mapping[Team, Hashable]) -> dict[Team, Team]:
    at: defaultdict[Hashable, list[Team]] = defaultdict(list)
    for team, pub in pubs.items():
        at[pub].append(team)
    partners: dict[Team, Team] = {}
    for teams in at.values():
        if len(teams) > 2:
            raise RuleError("pub_full", "Three teams of one pub cannot be kept apart: two are the most.")
        if len(teams) == 2:
            partners |= {teams[0]: teams[1], teams[1]: teams[0]}
    return partners


def _chains(games: Sequence[Pairing[Team]], partners: Mapping[Team, Team]) -> Iterator[dict[Team, bool]]:
    """Connected groups of teams, each team with whether it is at home; games and shared pubs alternate."""
    opponents = {team: other for home, away in games for team, other in ((home, away), (away, home))}
    placed: set[Team] = set()
    for first, _ in games:
        if first in placed:
            continue
        chain, waiting = {first: True}, [first]
        while waiting:
            team = waiting.pop()
            for other in (opponents[team], partners.get(team)):
                if other is not None and other in opponents and other not in chain:
                    chain[other] = not chain[team]
                    waiting.append(other)
        placed |= set(chain)
        yield chain


def _put(games: Games[Team], chain: Mapping[Team, bool]) -> None:
    for index, (home, away) in enumerate(games):
        if home in chain:
            games[index] = (home, away) if chain[home] else (away, home)


def _flip(games: Games[Team], chain: Mapping[Team, bool]) -> None:
    for index, (home, away) in enumerate(games):
        if home in chain:
            games[index] = (away, home)


def _better(rounds: list[Games[Team]], number: int, chain: Mapping[Team, bool]) -> bool:
    before = _cost(rounds, chain)
    _flip(rounds[number], chain)
    if _cost(rounds, chain) < before:
        return True
    _flip(rounds[number], chain)
    return False


def _cost(rounds: Sequence[Games[Team]], chain: Mapping[Team, bool]) -> int:
    """How uneven the season is for these teams: too often at home or away, or three in a row."""
    total = 0
    for team in chain:
        places = [home == team for games in rounds for home, away in games if team in (home, away)]
        uneven = 2 * sum(places) - len(places)
        runs = sum(len(set(places[at : at + 3])) == 1 for at in range(len(places) - 2))
        repeats = sum(one == other for one, other in pairwise(places))
        total += 3 * uneven * uneven + 4 * runs + repeats
    return total


def late_games(
    team: Team, rounds: Sequence[Sequence[Pairing[Team]]], others: Sequence[Team], *, twice: bool
) -> list[tuple[int, Pairing[Team]]]:
    """Games of a team that joins late, one a round: each with its round, counted from 0.

    It meets whoever has no game in these ``rounds``, and the rest in rounds after them.
    """
    wanted = [*others, *others] if twice else [*others]
    found: list[tuple[int, Pairing[Team]]] = []
    at_home: dict[Team, bool] = {}
    number, home = 0, True
    while wanted:
        idle = byes(rounds[number], others) if number < len(rounds) else others
        other = next((one for one in wanted if one in idle), None)
        if other is not None:
            wanted.remove(other)
            home = at_home[other] = not at_home.get(other, not home)
            found.append((number, (team, other) if home else (other, team)))
            home = not home
        number += 1
    return found


def pushed_back(days: Iterable[date], start: date, by: int, free: Collection[date] = ()) -> dict[date, date]:
    """The new day of each of these days from ``start`` on, in order; ``by`` days later at the least.

    A day that would fall on a free one is moved by as much again, and all after it keep their order.
    """
    if not 1 <= by <= MOST_PUSHED:
        raise RuleError("bad_days", f"Days to push back: from 1 to {MOST_PUSHED}.")
    moved: dict[date, date] = {}
    last, later = start, timedelta(days=by)
    for day in sorted({day for day in days if day >= start}):
        new = day + later
        while new in free or (moved and new <= last):
            new += later
        moved[day] = last = new
    return moved


class Status(StrEnum):
    """What a fixture is on a day.

    ``UNSIGNED`` and ``UNPLAYED``: so it remained, in a season that is in the archive.
    """

    VOID = "void"
    FORFEITED = "forfeited"
    SIGNED = "signed"
    DIFFERS = "differs"
    TO_SIGN = "to_sign"
    MISSING = "missing"
    TONIGHT = "tonight"
    TO_COME = "to_come"
    UNDATED = "undated"
    UNSIGNED = "unsigned"
    UNPLAYED = "unplayed"

    @property
    def ahead(self) -> bool:
        """Still to be played, on a day that is known."""
        return self in (Status.TONIGHT, Status.TO_COME)

    @property
    def owed(self) -> bool:
        """Somebody has to do something about it: play it, enter it, settle it or sign it."""
        return self in (Status.MISSING, Status.DIFFERS, Status.TO_SIGN, Status.UNDATED)

    @property
    def unsettled(self) -> bool:
        """No result of it is signed by both, nor is it void or forfeited."""
        return self not in (Status.VOID, Status.FORFEITED, Status.SIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureFacts:
    """What is known of a fixture."""

    teams: tuple[str, str]
    round: int
    day: date | None
    complete: bool = False  # every board has a result that stands
    differs: bool = False  # the captains say different things
    signatures: tuple[bool, bool] = (False, False)  # whether home and away have signed for what stands
    forfeited_by: int | None = None  # the side the secretary said
    superseded: bool = False  # of a cup: others meet now, since a result before it was corrected


@dataclass(frozen=True, slots=True)
class SeasonDay:
    """A day in a season; everything that depends on the date is asked of it."""

    today: date
    late_days: int
    withdrawals: Withdrawals
    closed: bool = False  # the season is in the archive and waits for nobody
    # What a team that has left forfeits counts before its day, since a knockout waits for its groups.
    at_once: bool = False

    def status(self, fixture: FixtureFacts) -> Status:
        if self.is_void(fixture):
            return Status.VOID
        if self.forfeited_by(fixture) is not None:
            return Status.FORFEITED
        if all(fixture.signatures):
            return Status.SIGNED
        if self.closed:
            return Status.UNSIGNED if fixture.complete else Status.UNPLAYED
        if fixture.differs:
            return Status.DIFFERS
        if fixture.complete:
            return Status.TO_SIGN
        return self._unplayed(fixture.day)

    def is_void(self, fixture: FixtureFacts) -> bool:
        """It counts for nobody: a team withdrew, or both did before they had met; or others meet now."""
        both_left = len(self.withdrawals.gone(fixture.teams)) == 2 and not self._settled(fixture)
        return fixture.superseded or both_left or self.withdrawals.voids(fixture.teams, fixture.round)

    def forfeited_by(self, fixture: FixtureFacts) -> int | None:
        """The side that forfeits it: as the secretary said, or by withdrawal before all was reported."""
        if self._settled(fixture):
            return fixture.forfeited_by
        return self.withdrawals.forfeited_by(fixture.teams, fixture.round)

    def counts_from(self, fixture: FixtureFacts) -> date | None:
        """The day on which a forfeit by withdrawal counts: the fixture's own, else that of leaving."""
        return fixture.day if fixture.day is not None else self.withdrawals.left_on(fixture.teams)

    def counts(self, fixture: FixtureFacts) -> bool:
        """Whether its result belongs into the table of this day; one of a later day needs both signatures."""
        if self.is_void(fixture):
            return False
        if self._settled(fixture):
            return self.has_result(fixture)
        day = self.counts_from(fixture)
        due = self.at_once or (day is not None and day <= self.today)
        return due and self.forfeited_by(fixture) is not None

    def has_result(self, fixture: FixtureFacts) -> bool:
        """What was entered stands today; before the fixture's day that takes both signatures."""
        early = fixture.day is not None and fixture.day > self.today
        agreed = fixture.forfeited_by is not None or all(fixture.signatures)
        return self._settled(fixture) and (agreed or not early)

    def is_late(self, fixture: FixtureFacts) -> bool:
        """The card should have been in, signed by both."""
        waits = self.status(fixture) in (Status.MISSING, Status.DIFFERS, Status.TO_SIGN)
        late_days = timedelta(days=self.late_days)
        return waits and fixture.day is not None and self.today > fixture.day + late_days

    def signatures_due(self, fixture: FixtureFacts) -> tuple[int, ...]:
        if self.status(fixture) is not Status.TO_SIGN:
            return ()
        return tuple(side for side, signed in enumerate(fixture.signatures) if not signed)

    def next_day(self, fixtures: Iterable[FixtureFacts]) -> date | None:
        """Today or the next day on which something that counts is played."""
        ahead = [f.day for f in fixtures if f.day is not None and self.status(f).ahead]
        return min(ahead, default=None)

    def _unplayed(self, day: date | None) -> Status:
        if day is None:
            return Status.UNDATED
        if day == self.today:
            return Status.TONIGHT
        return Status.TO_COME if day > self.today else Status.MISSING

    def _settled(self, fixture: FixtureFacts) -> bool:
        return fixture.complete or fixture.forfeited_by is not None
