"""How often one phone may ask for something costly."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

_PHONES = 5000  # phones kept at most; the least recently seen is forgotten first


class RateLimit:
    """So many times within so many seconds, for each phone."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, phone: str) -> int:
        """Count one request; 0 where it may go on, else the seconds until the next may."""
        now = self._clock()
        with self._lock:
            times = self._asked.setdefault(phone, deque())
            self._asked.move_to_end(phone)
            while len(self._asked) > _PHONES:
                self._asked.popitem(last=False)
            while times and now - times[0] >= self._seconds:
                times.popleft()
            if len(times) >= self._most:
                return max(1, round(self._seconds - (now - times[0])))
            times.append(now)
            return 0
