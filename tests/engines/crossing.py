"""Which transactions changed rows of several clubs: PostgreSQL notes each change by triggers.

A database sharded by club could not commit those in one place: docs/scaling.md.
"""

import psycopg

from scorekeeper.store.clubs.clubs import tables_of_clubs
from tests.store.engine.test_sharding import OF_THE_INSTANCE

_NOTE = """
CREATE SCHEMA noted;
CREATE TABLE noted.changes (transaction BIGINT, place TEXT, club TEXT);
CREATE FUNCTION noted.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO noted.changes VALUES (
        txid_current(), TG_TABLE_NAME,
        CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[0]
    );
    RETURN NULL;
END $$;
"""
_CROSSING = """
SELECT array_agg(DISTINCT place ORDER BY place) FROM noted.changes
GROUP BY transaction HAVING count(DISTINCT club) > 1
"""


def note_changes(url: str) -> None:
    """From now on every change to a club's row is noted in this migrated database."""
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(_NOTE)
        for table in clubs_tables():
            column = "id" if table == "clubs" else "club"
            server.execute(
                f"CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON {table} "
                f"FOR EACH ROW EXECUTE FUNCTION noted.note('{column}')"
            )


def clubs_tables() -> list[str]:
    """Every table whose rows belong to one club; the others are replicated whole."""
    theirs = (table for table in tables_of_clubs() if table not in OF_THE_INSTANCE)
    return ["clubs", "erasure_lock", *theirs]


def crossing(url: str) -> list[list[str]]:
    """For each transaction that changed rows of several clubs: the tables."""
    with psycopg.connect(url) as server:
        return [tables for (tables,) in server.execute(_CROSSING).fetchall()]
