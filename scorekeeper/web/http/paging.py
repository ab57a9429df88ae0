"""Long lists, divided into pages: ``?page=2`` is the second one. A page costs only its own items."""

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from flask import request

Item = TypeVar("Item")
_LAST = 10_000  # no list has more pages


class Page(NamedTuple, Generic[Item]):
    shown: Sequence[Item]
    number: int  # from 1
    more: bool  # another page follows
    begin: int = 0  # so many items stand before it

    @property
    def asked(self) -> int | None:
        return self.number if self.number > 1 else None

    def __iter__(self) -> Iterator[Item]:  # type: ignore[override]  # a list to look through
        return iter(self.shown)


def page_asked() -> int:
    """The number of the page that the address asks for; the first where it says nothing sensible."""
    return min(max(1, request.args.get("page", 1, type=int)), _LAST)


def paged(found: Sequence[Item], most: int, number: int) -> Page[Item]:
    begin = (number - 1) * most
    return Page(found[begin : begin + most], number, len(found) > begin + most, begin)
