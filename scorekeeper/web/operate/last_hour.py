"""What was saved and refused in the last sixty minutes, minute by minute."""

import threading
import time
from collections import deque
from collections.abc import Callable

_MINUTES = 60


class LastHour:
    """Counts of this process; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._turn = clock, threading.Lock()
        self._minutes: deque[tuple[int, list[int]]] = deque()

    def count(self, *, saved: bool) -> None:
        """Count one change that was stored or refused."""
        minute = int(self._clock() // 60)
        with self._turn:
            if not self._minutes or self._minutes[-1][0] != minute:
                self._minutes.append((minute, [0, 0]))
                self._let_go(minute)
            self._minutes[-1][1][0 if saved else 1] += 1

    def sums(self) -> tuple[int, int]:
        """How many changes were stored, and how many were refused."""
        with self._turn:
            self._let_go(int(self._clock() // 60))
            counts = [counts for _, counts in self._minutes]
        return sum(stored for stored, _ in counts), sum(refused for _, refused in counts)

    def _let_go(self, minute: int) -> None:
        while self._minutes and self._minutes[0][0] <= minute - _MINUTES:
            self._minutes.popleft()
