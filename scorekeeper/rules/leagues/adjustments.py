"""What the secretary settles: points and fines, handicaps, what becomes of a withdrawn team's fixtures."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.rules.errors import RuleError

MOST_ADJUSTED = 99


@dataclass(frozen=True, slots=True)
class Adjustment:
    """League points for a team from ``day`` on, with the secretary's reason; below 0 they are taken."""

    team: str
    points: int
    day: int
    reason: str


@dataclass(frozen=True, slots=True)
class LateCard:
    """A card that came late: the team that pays, and what orders and names its fixture."""

    team: str
    day: int
    fixture: str


def verify_adjustment(points: int, reason: str) -> None:
    """RuleError for points out of range, or without a reason."""
    if not points or abs(points) > MOST_ADJUSTED:
        raise RuleError("bad_points", f"Points: from 1 to {MOST_ADJUSTED}, taken or given.")
    if not reason.strip():
        raise RuleError("no_reason", "Say why: the table shows it.")


def late_fines(
    late: Iterable[LateCard], waived: Collection[str], first: int, repeat: int = 0
) -> dict[str, int]:
    """The fine for each late card by its fixture: ``first``, then ``repeat`` if the league has that rate.

    A card whose fine was waived costs nothing and is not counted as an offence.
    """
    offences: Counter[str] = Counter()
    fines: dict[str, int] = {}
    for card in sorted(late, key=lambda card: (card.day, card.fixture)):
        if card.fixture in waived:
            continue
        offences[card.team] += 1
        fines[card.fixture] = repeat if repeat and offences[card.team] > 1 else first
    return fines


MOST_START = 999


def board_starts(
    sides: Sequence[tuple[str, Sequence[str]]], points: Mapping[str, int], target: int
) -> tuple[int, int]:
    """The start of home and away on a board, always short of its ``target``.

    ``sides`` are each the team and who plays for it; ``points`` those of teams and players. A team's
    handicap counts on each of its boards; in pairs those of both players are added.
    """
    home, away = (
        min(points.get(team, 0) + sum(points.get(player, 0) for player in players), max(0, target - 1))
        for team, players in sides
    )
    return home, away


WITHDRAWALS = {
    "void": "its results are void",
    "kept": "its results stand, the rest is forfeited",
    "halves": "in the first half all is void; in the second the first half stands",
}


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """The league's rule, and the day on which each team that has left did so.

    ``half`` is the last round of the first half and ``second_half`` the first day after it; both serve
    the rule ``halves`` alone.
    """

    rule: str = "void"
    days: Mapping[str, int] = field(default_factory=dict)
    half: int = 0
    second_half: int | None = None

    @classmethod
    def of(
        cls, rule: str, days: Mapping[str, int], fixtures: Iterable[tuple[int, int | None]]
    ) -> "Withdrawals":
        """These withdrawals in a season of ``fixtures``, each given as its round and its day."""
        rounds = list(fixtures)
        half = max((number for number, _ in rounds), default=0) // 2
        later = [day for number, day in rounds if number > half and day is not None]
        return cls(rule, days, half, min(later, default=None))

    def gone(self, teams: tuple[str, str]) -> tuple[int, ...]:
        """The sides of a fixture that have withdrawn."""
        return tuple(side for side, team in enumerate(teams) if team in self.days) if self.days else ()

    def voids(self, teams: tuple[str, str], number: int) -> bool:
        """Whether the fixture of this round counts for nobody."""
        return bool(self.days) and any(self._void_for(teams[side], number) for side in self.gone(teams))

    def strikes(self, team: str) -> bool:
        """Whether none of this team's results count, so that it is removed from the table."""
        return team in self.days and self._void_for(team, 1)

    def forfeited_by(self, teams: tuple[str, str], number: int) -> int | None:
        """The side that a fixture still to be played is forfeited by; None where none or both have left."""
        gone = self.gone(teams)
        return gone[0] if len(gone) == 1 and not self.voids(teams, number) else None

    def left_on(self, teams: tuple[str, str]) -> int | None:
        """The day on which the first of the two left."""
        return min((self.days[teams[side]] for side in self.gone(teams)), default=None)

    def _void_for(self, team: str, number: int) -> bool:
        # Tuesday Domino League: a team that withdraws in the first half has all its results void; in the
        # second half, those of the first half stand.
        if self.rule != "halves":
            return self.rule == "void"
        stayed = self.second_half is not None and self.days[team] >= self.second_half
        return not stayed or number > self.half
