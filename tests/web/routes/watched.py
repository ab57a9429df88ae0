"""The stored rows, read again only when SQLite reports a write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlite_utils import Database

from tests.web.cast import Pub

Look = Callable[[], object]


def rows(db: Database) -> dict[str, list[object]]:
    """All stored rows, of every club."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
    return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608


@contextmanager
def watched(pub: Pub, read: Callable[[Database], object]) -> Iterator[Look]:
    """Yields ``look``, which calls ``read`` again only if another connection has written since."""
    with pub.db() as db:
        seen: list[object] = []
        version = 0

        def look() -> object:
            nonlocal version, seen
            (now,) = db.execute("PRAGMA data_version").fetchone()
            if not seen or now != version:
                version, seen = now, [read(db)]
            return seen[0]

        yield look


def facts_of(pub: Pub) -> Callable[[Database], object]:
    """Reads this club's rows (``Pub.facts``)."""
    return lambda _: pub.facts()
