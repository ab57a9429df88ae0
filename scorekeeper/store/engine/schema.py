"""The schema, as steps: each has a name, and is never changed or renamed once it has been released."""

import re
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.store.engine.seals import SEALED, notes

FIRST = Path(__file__).with_name("schema.sql")
# What was counted once stays readable for ever: rows of these tables are only added.
APPEND_ONLY = (
    *("match_events", "round_ends", "hands", "plays", "penalties", "awards", "reported_hands"),
    *("seat_changes", "earlier_setups", "card_events", "signers", "adjustments"),
    *("audit_log", "acts"),
)
migrations = Migrations("scorekeeper")


@migrations()
def m001_clubs_matches_and_leagues(db: Database) -> None:
    """Everything there is in the first release."""
    run(db, re.sub(r"(?m)^--.*\n", "", FIRST.read_text(encoding="utf-8")))
    for table in APPEND_ONLY:
        make_append_only(db, table)
    for table in SEALED:
        for trigger in notes(table):
            db.execute(trigger)


def run(db: Database, statements: str) -> None:
    """Run statements that end in a semicolon and a line break, one by one."""
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement.strip())


def make_append_only(db: Database, table: str) -> None:
    """Forbid changing and deleting rows of this table, but for a club that is being erased."""
    for act in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "  # nosec B608 # the schema's names
            "WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def blank() -> Database:
    """An empty database in memory with today's schema: its tables and columns are those of each engine."""
    fresh = Database(memory=True)
    migrations.apply(fresh)
    return fresh


def all_steps() -> list[Migrations._Migration]:
    with closing(Database(memory=True)) as empty:
        return migrations.pending(empty)


def schema_version() -> int:
    """How many steps there are: what ``user_version`` of an up-to-date database says."""
    return len(all_steps())
