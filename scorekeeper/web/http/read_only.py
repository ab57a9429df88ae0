"""What a request knows of read-only mode: the operator's words, the refusal of changes, a new address."""

from flask import g, request

from scorekeeper.store.engine.errors import ReadOnly

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Moved(Exception):
    """The club is at another address; ``way`` is the path by which this phone comes in there."""

    def __init__(self, address: str, way: str) -> None:
        super().__init__(address)
        self.address, self.way = address, way


def note_read_only(words: str | None) -> None:
    g.read_only = words


def read_only_here() -> str:
    """The words for this page; empty where changes are taken."""
    return g.get("read_only") or ""


def refuse_while_read_only() -> None:
    if (words := g.get("read_only")) and request.method not in SAFE_METHODS:
        raise ReadOnly(words)
