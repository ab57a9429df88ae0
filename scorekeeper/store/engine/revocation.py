"""Ending every link of a restored copy, so that none revoked since the copy was made works again."""

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.engine.connection import connect
from scorekeeper.store.engine.errors import EngineError, StoreError

_UNKNOWN = 1000  # generations that a lost database may have been ahead: nobody revokes a link so often
# Each generation in the schema: the table, its column, and what names the row within it.
_GENERATIONS = (
    ("links", "generation", ("club", "role")),
    ("clubs", "guest_generation", ("id",)),
    ("squads", "captain_generation", ("club", "league", "id")),
)


def end_links(db: Database, *, beyond: Path) -> None:
    """Raise every generation in ``db`` past its own and past those of the database at ``beyond``."""
    ahead = _ahead(db, beyond)
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        # Without this a club that was read-only when the copy was made would refuse it.
        guarded = ", access_version = access_version + 1"
        for table, column, _ in _GENERATIONS:
            more = guarded if table == "clubs" else ""
            db.execute(f"UPDATE {table} SET {column} = {column} + ?{more} WHERE {column} > 0", [ahead])  # nosec B608
        db.execute("DELETE FROM captains")
        db.execute("DELETE FROM pins")
        db.execute("DELETE FROM pin_attempts")


def _ahead(db: Database, other: Path) -> int:
    """By how much every generation has to rise."""
    if not other.exists():
        return _UNKNOWN
    try:
        with closing(connect(other)) as there:
            gaps = (_gap(db, there, *where) for where in _GENERATIONS)
            return 1 + max(0, *gaps)
    except (EngineError, StoreError):
        return _UNKNOWN


def _gap(here: Database, there: Database, table: str, column: str, key: tuple[str, ...]) -> int:
    """How far the database that was there is ahead in this column."""
    statement = f"SELECT {', '.join(key)}, {column} FROM {table}"  # nosec B608 # names of the list above
    ours = {row[:-1]: row[-1] for row in here.execute(statement).fetchall()}
    theirs = {row[:-1]: row[-1] for row in there.execute(statement).fetchall()}
    return max((theirs[row] - ours[row] for row in ours.keys() & theirs.keys()), default=0)
