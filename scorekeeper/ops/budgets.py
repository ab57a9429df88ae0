"""Budgets of server time for each club and phone, so that no flood slows another club.

All that a request costs is counted in seconds of the server: its thread's CPU time, so much for each request,
and so much for each byte. Each club and each phone has a bucket that fills at a steady rate; who has emptied
it waits. A refusal is counted as well, so that a flood that goes on gets nothing.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

A_REQUEST = 0.0005  # seconds that a request costs before the app sees it
A_BYTE = 1e-7  # ten megabytes a second
A_REFUSAL = 0.05  # far more than it costs: a client that retries at once waits longer
LOW = 0.75  # of what a club can save up: a busy league night never comes to it
A_WAIT = 0.01  # seconds for having to wait in that line: a league night seldom does, a flood always
MOST_OWED = 0.5  # seconds; so much is earned again within a few seconds of quiet
MOST_OF_ONE = 0.1  # seconds that one request is counted at the most: a club's first page takes many
_KEPT = 20_000  # buckets; those that were not used for longest are full again


class Budget(NamedTuple):
    """Seconds of the server each second, and how many can be saved up."""

    rate: float
    most: float


# Far above a busy league night: a hundred watchers and five tables that score every two seconds use 0.1.
CLUB = Budget(rate=0.15, most=1.5)
PHONE = Budget(rate=0.05, most=0.5)


class Budgets:
    """The buckets of one process; for one thread. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def wait(self, club: str, phone: str) -> float:
        """Seconds until this phone of this club is answered again; 0 where it is now."""
        longest = 0.0
        for key, budget in _whose(club, phone):
            if (have := self._have(key, budget)) <= 0:
                longest = max(longest, (A_REFUSAL - have) / budget.rate)
                self._take(key, budget, A_REFUSAL)
        return longest

    def runs_low(self, club: str) -> bool:
        """Whether the club has used so much lately that its phones are answered one after another."""
        return self._have(hash((club, "")), CLUB) < CLUB.most * LOW

    def charge(self, club: str, phone: str, seconds: float) -> None:
        """Take what a request has cost; one costly page is no flood."""
        for key, budget in _whose(club, phone):
            self._take(key, budget, min(seconds, MOST_OF_ONE))

    def _take(self, key: int, budget: Budget, seconds: float) -> None:
        self._buckets[key] = (max(self._have(key, budget) - seconds, -MOST_OWED), self._clock())
        self._buckets.move_to_end(key)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)

    def _have(self, key: int, budget: Budget) -> float:
        have, at = self._buckets.get(key, (budget.most, 0.0))
        return min(budget.most, have + (self._clock() - at) * budget.rate)


def _whose(club: str, phone: str) -> list[tuple[int, Budget]]:
    """The buckets that a request draws from; a phone without a cookie has only its club's.

    They are kept by a hash of the two: how long both are, is up to whoever sends them.
    """
    return [(hash((club, "")), CLUB), *([(hash((club, phone)), PHONE)] if phone else [])]
