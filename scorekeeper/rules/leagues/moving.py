"""Fixtures moved together: the rest of a season pushed back, free days stepped over."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from scorekeeper.rules.errors import RuleError

MOST_PUSHED = 60


def pushed_back(days: Iterable[int], start: int, by: int, free: Collection[int] = ()) -> dict[int, int]:
    """The new day of each of these days from ``start`` on, in order; ``by`` days later at the least.

    A day that would fall on a free one is moved by as much again, and all after it keep their order.
    """
    if not 1 <= by <= MOST_PUSHED:
        raise RuleError("bad_days", f"Days to push back: from 1 to {MOST_PUSHED}.")
    moved: dict[int, int] = {}
    last = start
    for day in sorted({day for day in days if day >= start}):
        new = day + by
        while new in free or (moved and new <= last):
            new += by
        moved[day] = last = new
    return moved
