"""The SQL statements of a request, traced by SQLite itself."""

from collections.abc import Iterator
from contextlib import contextmanager

import scorekeeper.web.http.db as connections


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements run inside the block on the app's connections, all of them idle before it.

    If a statement fires a trigger, SQLite traces it once more with the same text.
    """
    asked: list[str] = []

    def note(words: str) -> None:
        if asked[-1:] != [words]:
            asked.append(words)

    for kept in connections._resting:
        kept.db.conn.set_trace_callback(note)
    try:
        yield asked
    finally:
        for kept in connections._resting:
            kept.db.conn.set_trace_callback(None)
