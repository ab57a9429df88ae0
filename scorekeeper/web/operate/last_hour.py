"""What was saved and refused in the last sixty minutes, minute by minute."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_MINUTES = 60


@dataclass(slots=True)
class _Minute:
    number: int
    stored: int = 0
    refused: int = 0


class LastHour:
    """Counts of this process; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._turn = clock, threading.Lock()
        self._minutes: deque[_Minute] = deque()

    def count(self, *, saved: bool) -> None:
        """Count one change that was stored or refused."""
        minute = int(self._clock() // 60)
        with self._turn:
            if not self._minutes or self._minutes[-1].number != minute:
                self._minutes.append(_Minute(minute))
                self._let_go(minute)
            newest = self._minutes[-1]
            newest.stored += saved
            newest.refused += not saved

    def sums(self) -> tuple[int, int]:
        """How many changes were stored, and how many were refused."""
        with self._turn:
            self._let_go(int(self._clock() // 60))
            counts = [(minute.stored, minute.refused) for minute in self._minutes]
        return sum(stored for stored, _ in counts), sum(refused for _, refused in counts)

    def _let_go(self, minute: int) -> None:
        while self._minutes and self._minutes[0].number <= minute - _MINUTES:
            self._minutes.popleft()
