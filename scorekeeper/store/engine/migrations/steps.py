"""The schema, as migrations: each a named step that is never renamed once it has landed.

Steps are taken in the order in which they stand here; a number is only part of its step's name.
"""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.store.engine.migrations.league_tables import LEAGUE_TABLES
from scorekeeper.store.engine.migrations.match_tables import MATCH_TABLES
from scorekeeper.store.engine.migrations.sharing_tables import SHARING_TABLES

migrations = Migrations("scorekeeper")

_UNLESS_ERASING = "WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE club = OLD.club)"

# What was counted once stays readable for ever: these tables are only added to.
_ONLY_ADDED_TO = ("entries", "round_ends", "hands", "plays", "penalties", "changes")


@migrations()
def m001_clubs_matches_and_their_entries(db: Database) -> None:
    _run(db, MATCH_TABLES)
    for table in _ONLY_ADDED_TO:
        _only_add_to(db, table)


@migrations()
def m002_leagues_and_their_match_cards(db: Database) -> None:
    _run(db, LEAGUE_TABLES)
    _only_add_to(db, "card_entries")


@migrations()
def m005_matches_say_when_they_changed(db: Database) -> None:
    """``changed`` is the club's version at the match's last entry: what is newer than a remembered list."""
    db.execute("ALTER TABLE matches ADD COLUMN changed INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX matches_by_change ON matches (club, changed)")


@migrations()
def m004_clubs_go_into_a_bin_and_names_can_be_forgotten(db: Database) -> None:
    """``erasing`` names a club inside the one transaction that may take its facts away; it is empty else."""
    db.execute("ALTER TABLE clubs ADD COLUMN deleted_at TEXT")
    db.execute("CREATE TABLE erasing (club TEXT PRIMARY KEY REFERENCES clubs (id)) STRICT")
    for table in (*_ONLY_ADDED_TO, "card_entries"):
        _only_add_unless_erasing(db, table)


@migrations()
def m006_an_undo_says_what_it_takes_back(db: Database) -> None:
    """``reverts`` is the version of the entry that an undo takes back; nothing in any other entry."""
    db.execute("ALTER TABLE entries ADD COLUMN undoes INTEGER")


@migrations()
def m003_phones_share_a_match(db: Database) -> None:
    _run(db, SHARING_TABLES)
    _only_add_to(db, "own_hands")
    _only_add_unless_erasing(db, "own_hands")


@migrations()
def m007_clubs_say_when_something_was_renamed(db: Database) -> None:
    """``names_version`` is the club's version at its last change of a name or a setting; no clock is asked."""
    db.execute("ALTER TABLE clubs ADD COLUMN renamed INTEGER NOT NULL DEFAULT 0")


def _run(db: Database, statements: str) -> None:
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)


def _only_add_to(db: Database, table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
        )


def _only_add_unless_erasing(db: Database, table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        db.execute(f"DROP TRIGGER {table}_no_{act.lower()}")
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {_UNLESS_ERASING} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
        )


def schema_version() -> int:
    """How many steps there are: what ``user_version`` of an up-to-date database says."""
    return len(migrations.pending(Database(memory=True)))
