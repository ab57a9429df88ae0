"""What several do in the same instant, each in a thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


def at_once(*acts: Callable[[], T]) -> list[T]:
    """Their answers; where one raises, so does this."""
    start = Barrier(len(acts))

    def begin(act: Callable[[], T]) -> T:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(begin, acts))
