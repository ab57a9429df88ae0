"""Today's schema: an empty database that has it, and how many steps lead to it."""

from sqlite_utils import Database

from scorekeeper.store.engine.migrations.steps import migrations


def blank() -> Database:
    """An empty database in memory with today's schema: its tables and columns are those of each engine."""
    fresh = Database(memory=True)
    migrations.apply(fresh)
    return fresh


def schema_version() -> int:
    """How many steps there are: what ``user_version`` of an up-to-date database says."""
    return len(migrations.pending(Database(memory=True)))
