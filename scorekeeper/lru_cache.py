"""A least-recently-used cache for several threads, bounded in number and in bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
_SHARE = 16  # no single value from a request may take more of a cache than this part of it


class LRUCache(Generic[Key, Value]):
    """The ``most`` values asked for last, by their keys; threads may share it.

    Where ``weigh`` tells how many bytes a key and its value take, all together take ``most_bytes`` at most.
    Whatever comes from a request needs that: how long it is, is up to whoever sends it.
    """

    def __init__(
        self,
        most: int,
        *,
        most_bytes: int = 0,
        weigh: Callable[[Key, Value], int] | None = None,
        share: int = _SHARE,
    ) -> None:
        """``share``: no single value takes more than this part of the bytes."""
        self._most, self._most_bytes, self._weigh = most, most_bytes, weigh
        self._share = share
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._bytes = 0
        self._turn = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Key) -> Value | None:
        """The value kept under this key, or None."""
        with self._turn:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def keep(self, key: Key, value: Value) -> None:
        """Keep the value unless it is too big, and let go of those that were not asked for longest."""
        weight = self._weigh(key, value) if self._weigh else 0
        if weight * self._share > self._most_bytes:
            return
        with self._turn:
            self._bytes += weight - self._kept.pop(key, (value, 0))[1]
            self._kept[key] = (value, weight)
            while len(self._kept) > self._most or self._bytes > self._most_bytes:
                self._bytes -= self._kept.popitem(last=False)[1][1]
