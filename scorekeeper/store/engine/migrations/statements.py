"""How a step of the schema runs its statements."""

from sqlite_utils import Database

# What was counted once stays readable for ever: rows of these tables are only added.
APPEND_ONLY = (
    "match_events",
    "round_ends",
    "hands",
    "plays",
    "penalties",
    "audit_log",
    "card_events",
    "reported_hands",
)


def run(db: Database, statements: str) -> None:
    """Run statements that end in a semicolon and a line break, one by one."""
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)


def make_append_only(db: Database, table: str) -> None:
    """Forbid changing and deleting rows of this table, but for a club that is being erased."""
    for act in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "  # nosec B608 # the schema's names
            "WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
