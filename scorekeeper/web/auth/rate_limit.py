"""How often one phone may ask for something costly, or export a club. Each process counts for itself."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from scorekeeper.services.gate import LIMITS, TooMany
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import visitor

_PHONES = 5000  # phones kept at most; the least recently seen is forgotten first
_HOUR = 3600
_LIMIT = LIMITS["export"]


class RateLimit:
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


_by_phone, _by_club = RateLimit(_LIMIT.phone, _HOUR), RateLimit(_LIMIT.club, _HOUR)


def count_export(club: Club) -> None:
    """Count one export by the visitor; ``TooMany`` past the limits of an hour."""
    if wait := _by_phone.wait(f"{club.id} {visitor().device}"):
        raise TooMany("phone", _LIMIT.phone, _LIMIT.words, wait)
    if wait := _by_club.wait(club.id):
        raise TooMany("club", _LIMIT.club, _LIMIT.words, wait)
