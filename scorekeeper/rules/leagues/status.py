"""What a fixture is today. The one place that knows the date and decides next, late, due, void and owed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.leagues.withdrawals import Withdrawals


class Status(StrEnum):
    """What a fixture is on a day."""

    VOID = "void"
    FORFEITED = "forfeited"
    SIGNED = "signed"
    DIFFERS = "differs"
    TO_SIGN = "to_sign"
    MISSING = "missing"
    TONIGHT = "tonight"
    TO_COME = "to_come"
    UNDATED = "undated"

    @property
    def ahead(self) -> bool:
        """Still to be played, on a day that is known."""
        return self in (Status.TONIGHT, Status.TO_COME)

    @property
    def owed(self) -> bool:
        """Somebody has to do something about it: play it, enter it, settle it or sign it."""
        return self in (Status.MISSING, Status.DIFFERS, Status.TO_SIGN, Status.UNDATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureFacts:
    """What is known of a fixture. ``forfeited_by`` is the side the secretary said; ``signed`` is by both.

    ``complete``: every board has a result that stands. ``differs``: the captains say different things.
    """

    teams: tuple[str, str]
    round: int
    day: int | None
    begun: bool = False
    complete: bool = False
    differs: bool = False
    signed: bool = False
    forfeited_by: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonDay:
    """A day in a season, as a whole number; everything that depends on the date is asked of it."""

    today: int
    late_days: int
    withdrawals: Withdrawals

    def status(self, fixture: FixtureFacts) -> Status:
        """What the fixture is on this day."""
        if self.is_void(fixture):
            return Status.VOID
        if self.forfeited_by(fixture) is not None:
            return Status.FORFEITED
        if fixture.signed:
            return Status.SIGNED
        if fixture.differs:
            return Status.DIFFERS
        if fixture.complete:
            return Status.TO_SIGN
        return self._unplayed(fixture.day)

    def is_void(self, fixture: FixtureFacts) -> bool:
        """It counts for nobody: a team withdrew, or both did before they had met."""
        both_left = len(self.withdrawals.gone(fixture.teams)) == 2 and not self._settled(fixture)
        return both_left or self.withdrawals.voids(fixture.teams, fixture.round)

    def forfeited_by(self, fixture: FixtureFacts) -> int | None:
        """The side that forfeits it: as the secretary said, or by withdrawal before anything was reported."""
        if self._settled(fixture) or fixture.begun:
            return fixture.forfeited_by
        return self.withdrawals.forfeited_by(fixture.teams, fixture.round)

    def counts_from(self, fixture: FixtureFacts) -> int | None:
        """The day on which a forfeit by withdrawal counts: the fixture's own, else that of leaving."""
        return fixture.day if fixture.day is not None else self.withdrawals.left_on(fixture.teams)

    def counts(self, fixture: FixtureFacts) -> bool:
        """Whether its result belongs into the table of this day."""
        if self.is_void(fixture):
            return False
        if self._settled(fixture):
            return True
        day = self.counts_from(fixture)
        return self.forfeited_by(fixture) is not None and day is not None and day <= self.today

    def due(self, day: int | None) -> int | None:
        """The last day on which the signed card is in time."""
        return None if day is None else day + self.late_days

    def is_late(self, fixture: FixtureFacts) -> bool:
        """The card should have been in, signed by both."""
        due = self.due(fixture.day)
        waits = self.status(fixture) in (Status.MISSING, Status.DIFFERS, Status.TO_SIGN)
        return waits and due is not None and self.today > due

    def next_day(self, fixtures: Iterable[FixtureFacts]) -> int | None:
        """Today or the next day on which something that counts is played."""
        ahead = [f.day for f in fixtures if f.day is not None and self.status(f).ahead]
        return min(ahead, default=None)

    def _unplayed(self, day: int | None) -> Status:
        if day is None:
            return Status.UNDATED
        if day == self.today:
            return Status.TONIGHT
        return Status.TO_COME if day > self.today else Status.MISSING

    def _settled(self, fixture: FixtureFacts) -> bool:
        return fixture.complete or fixture.forfeited_by is not None
