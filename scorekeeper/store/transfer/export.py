"""Everything stored about one club, as plain values."""

from typing import Any

from sqlite_utils import Database

from scorekeeper.store.clubs.trash import tables_of_clubs
from scorekeeper.store.engine.migrate import steps_taken

# This instance’s own affair, and what no file brings along.
LEFT_OUT = (
    "pins",
    "pin_attempts",
    "club_openings",
    "match_results",
    "hourly_counts",
    "read_only",
    "nightly_copies",
)


def everything_of(db: Database, club: str) -> dict[str, Any]:
    """Each table's rows of this club as they are stored, column by column, under the schema's last step.

    No link's secret is among them: none is stored. What guards a PIN is left out, for a few digits can be
    found from its hash. So is what can be made anew, and where the club was opened from, which is this
    instance’s own affair.
    """
    last_step = steps_taken(db)[-1]
    tables = {"clubs": _rows(db, "clubs", "id", club)}
    tables.update(
        {table: _rows(db, table, "club", club) for table in tables_of_clubs(db) if table not in LEFT_OUT}
    )
    return {"schema": last_step, "tables": tables}


def _rows(db: Database, table: str, column: str, club: str) -> list[dict[str, Any]]:
    cursor = db.execute(f"SELECT * FROM {table} WHERE {column} = ?", [club])  # nosec B608 # the schema's names
    names = [described[0] for described in cursor.description]
    rows = sorted(cursor.fetchall(), key=lambda row: [(value is not None, value) for value in row])
    return [dict(zip(names, row, strict=True)) for row in rows]
