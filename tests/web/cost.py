"""What a request asks of the database: its statements, noted by SQLite itself."""

from collections.abc import Iterator
from contextlib import contextmanager

import scorekeeper.web.http.db as connections


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that the app's connections, all at rest now, are asked until the end.

    Where a statement sets off a trigger, SQLite notes it once more under the same words.
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
