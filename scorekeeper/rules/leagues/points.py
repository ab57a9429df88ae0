"""A league's points card, and the result of one fixture with the points that it earns.

And what the secretary settles: points and fines, handicaps, what becomes of a withdrawn team's fixtures.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from statistics import median_high
from typing import Any

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.text import counted

MOST_POINTS = 99
MOST_DAYS = 60
MOST_STEPS = 12
# What a form asks, in its order: the key and its words.
POINTS_WORDS = (
    ("win", "For a win"),
    ("draw", "For a draw"),
    ("loss", "For a defeat"),
    ("narrow_loss", "More for a defeat by one leg"),
    ("per_leg", "For each leg won"),
    ("forfeit_for", "Forfeit: legs for the other side"),
    ("forfeit_against", "Forfeit: legs against it"),
    ("forfeit_fine", "Forfeit: points taken off"),
    ("late_days", "Days until a card is late"),
)
LATE_WORDS = "Points for a late card: the first, the second … (the last goes on)"
MOST_ADJUSTED = 99
MOST_START = 999
WITHDRAWALS = {
    "void": "the results are void",
    "kept": "the results stand, the rest is forfeited",
    "halves": "in the first half all is void; in the second the first half stands",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCard:
    """League points of one match; whoever does not fulfil a fixture gets none."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    per_leg: int = 0  # for every leg won
    narrow_loss: int = 0  # for a defeat by a single leg
    forfeit_for: int = 5  # legs, with which the other team wins a fixture that one does not fulfil
    forfeit_against: int = 0
    forfeit_fine: int = 0  # taken from the team at fault
    late_days: int = 7  # after the match, in which a card is to be signed
    late_fines: tuple[int, ...] = ()  # of a team's first late card, its second, and so on; the last goes on

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "PointsCard":
        """The card of these plain values; CardError names every one that no card has."""
        known = {"late_fines": [], **values}
        if faults := tuple(_faults(known)):
            raise CardError(faults)
        return cls(**known | {"late_fines": tuple(known["late_fines"])})

    def to_dict(self) -> dict[str, Any]:
        """Plain values for storing; ``from_dict`` gives an equal card back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"late_fines": list(self.late_fines)}

    def played(self, legs: Sequence[int]) -> tuple[int, int]:
        """League points of the two teams that won these numbers of legs."""
        if len(legs) != 2 or min(legs) < 0:
            raise RuleError("bad_games", "Say how many games each of the two sides won.")
        return self._points(legs[0], legs[1]), self._points(legs[1], legs[0])

    def forfeited(self, by: int) -> tuple[int, int]:
        """League points where team ``by`` (0 home, 1 away) did not fulfil the fixture."""
        given, taken = self._points(self.forfeit_for, self.forfeit_against), -self.forfeit_fine
        return (taken, given) if by == 0 else (given, taken)

    def forfeit_legs(self, by: int) -> tuple[int, int]:
        """The legs that such a fixture counts as, home first."""
        legs = (self.forfeit_for, self.forfeit_against)
        return legs if by == 1 else (legs[1], legs[0])

    def sentence(self) -> str:
        parts = [f"{self.win} for a win"]
        parts += [f"{self.draw} for a draw"] if self.draw else []
        parts += [f"{self.loss} for a defeat"] if self.loss else []
        parts += [f"{self.narrow_loss} for a defeat by one leg"] if self.narrow_loss else []
        parts += [f"{self.per_leg} for each leg won"] if self.per_leg else []
        if self.late_words:
            parts.append(f"a card more than {counted(self.late_days, 'day')} late costs {self.late_words}")
        return ", ".join(parts) + "."

    @property
    def late_words(self) -> str:
        """What late cards cost: ``3, 4, then 5``; empty where they cost nothing."""
        *steps, last = map(str, self.late_fines or (0,))
        return (f"{', '.join(steps)}, then {last}" if steps else last) if any(self.late_fines) else ""

    def _points(self, won: int, lost: int) -> int:
        points = won * self.per_leg
        if won > lost:
            return points + self.win
        if won == lost:
            return points + self.draw
        return points + self.loss + (self.narrow_loss if lost - won == 1 else 0)


def _faults(values: dict[str, Any]) -> list[tuple[str, str]]:
    words = dict(POINTS_WORDS)
    fines = values["late_fines"]
    found = [
        (key, f"A points card has no “{key}”.") for key in values if key not in words and key != "late_fines"
    ]
    for key, label in POINTS_WORDS:
        value, most = values.get(key, 0), MOST_DAYS if key == "late_days" else MOST_POINTS
        if type(value) is not int or not 0 <= value <= most:
            found.append((key, f"{label}: a whole number from 0 to {most}."))
    steps = fines if isinstance(fines, list | tuple) else [None]
    if len(steps) > MOST_STEPS or not all(type(one) is int and 0 <= one <= MOST_POINTS for one in steps):
        many = f"at most {MOST_STEPS} whole numbers from 0 to {MOST_POINTS}"
        found.append(("late_fines", f"Points for a late card: {many}, such as 3, 4, 5."))
    if not found and values.get("forfeit_for", 5) <= values.get("forfeit_against", 0):
        found.append(("forfeit_for", "Forfeit: the other side must be given more legs than it lets in."))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureResult:
    """One fixture that counts; what is of both teams is home first."""

    home: str
    away: str
    legs: tuple[int, int]
    day: date  # by which results are in order
    ref: str = ""  # settles the order of one day
    points: tuple[int, int] = (0, 0)  # pips or pegs made
    forfeited_by: int | None = None  # 0 home, 1 away, None if it was played
    fines: tuple[int, int] = (0, 0)  # league points that a late card costs
    play_off: bool = False  # it separates level teams and counts nowhere else

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away


def points_of(result: FixtureResult, points_card: PointsCard) -> tuple[int, int]:
    """League points of one fixture, home first, fines taken off."""
    if result.forfeited_by is not None:
        return points_card.forfeited(result.forfeited_by)
    home, away = points_card.played(result.legs)
    return home - result.fines[0], away - result.fines[1]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """League points for a team from ``day`` on, with the secretary's reason; below 0 they are taken."""

    team: str
    points: int
    day: date
    reason: str


def verify_adjustment(points: int, reason: str) -> None:
    if not points or abs(points) > MOST_ADJUSTED:
        raise RuleError("bad_points", f"Points: from 1 to {MOST_ADJUSTED}, taken or given.")
    if not reason.strip():
        raise RuleError("no_reason", "Say why: the table shows it.")


def late_fines(
    late: Iterable[tuple[date, str, str]], waived: Collection[str], steps: Sequence[int]
) -> dict[str, int]:
    """The fine for each late card by its fixture: a team's first costs the first of ``steps``, and so on.

    ``late``: day and fixture of each, and the team that pays. A card whose fine was waived costs nothing and
    is not counted as an offence.
    """
    offences: Counter[str] = Counter()
    fines: dict[str, int] = {}
    for _, fixture, team in sorted(late):
        if fixture not in waived:
            offences[team] += 1
            fines[fixture] = steps[min(offences[team], len(steps)) - 1] if steps else 0
    return fines


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


@dataclass(frozen=True, slots=True)
class Withdrawals:
    """The league's rule, and the day on which each team that has left did so."""

    rule: str = "void"
    days: Mapping[str, date] = field(default_factory=dict)
    # For the rule ``halves`` alone: the last round of the first half, and the first day after it.
    half: int = 0
    second_half: date | None = None

    @classmethod
    def of(
        cls, rule: str, days: Mapping[str, date], fixtures: Iterable[tuple[int, date | None]]
    ) -> "Withdrawals":
        """These withdrawals in a season of ``fixtures``, each given as its round and its day."""
        rounds = list(fixtures)
        half = max((number for number, _ in rounds), default=0) // 2
        later: dict[int, list[date]] = {}
        for number, day in rounds:
            if number > half and day is not None:
                later.setdefault(number, []).append(day)
        # A match that was brought forward does not begin the second half: its round's other matches do.
        return cls(rule, days, half, min(map(median_high, later.values()), default=None))

    def gone(self, teams: tuple[str, str]) -> tuple[int, ...]:
        """The sides of a fixture that have withdrawn."""
        return tuple(side for side, team in enumerate(teams) if team in self.days)

    def voids(self, teams: tuple[str, str], number: int) -> bool:
        """Whether the fixture of this round counts for nobody."""
        return any(self._void_for(teams[side], number) for side in self.gone(teams))

    def strikes(self, team: str) -> bool:
        """Whether none of this team's results count, so that it is removed from the table."""
        return team in self.days and self._void_for(team, 1)

    def forfeited_by(self, teams: tuple[str, str], number: int) -> int | None:
        """The side that a fixture still to be played is forfeited by; None where none or both have left."""
        gone = self.gone(teams)
        return gone[0] if len(gone) == 1 and not self.voids(teams, number) else None

    def left_on(self, teams: tuple[str, str]) -> date | None:
        """The day on which the first of the two left."""
        return min((self.days[teams[side]] for side in self.gone(teams)), default=None)

    def _void_for(self, team: str, number: int) -> bool:
        # Tuesday Domino League: a team that withdraws in the first half has all its results void; in the
        # second half, those of the first half stand.
        if self.rule != "halves":
            return self.rule == "void"
        stayed = self.second_half is not None and self.days[team] >= self.second_half
        return not stayed or number > self.half
