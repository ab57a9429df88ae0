"""The schema has what Citus, CockroachDB and YugabyteDB need according to docs/scaling.md."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.schema import blank

# Small tables that every machine can hold a copy of; ``read_only`` has a row that means all clubs.
OF_THE_INSTANCE = {"setup_tokens", "read_only", "key_marks", "nightly_runs", "erased_clubs"}


@pytest.fixture(scope="module")
def schema() -> Iterator[Database]:
    db = blank()
    yield db
    db.close()


def tables() -> list[str]:
    return [
        "erasure_lock",
        "seals",
        "unsealed",
        *(table for table in tables_of_clubs() if table not in OF_THE_INSTANCE),
    ]


def test_every_table_belongs_to_a_club_or_to_the_instance(schema: Database) -> None:
    known = {"clubs", *tables(), *OF_THE_INSTANCE}
    there = {name for name in schema.table_names() if not name.startswith(("_", "sqlite_"))}
    assert there <= known
    assert len(known) > 20


def test_the_club_is_first_in_every_key_and_every_unique_index(schema: Database) -> None:
    for table in tables():
        keys = [schema.table(table).pks]
        keys += [index.columns for index in schema.table(table).indexes if index.unique]
        assert {key[0] for key in keys} == {"club"}, (table, keys)


def test_every_reference_stays_within_its_club(schema: Database) -> None:
    for table in tables():
        rows = schema.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        for _, place, other, column, target, *_ in rows:
            if place == 0:
                assert (column, target) == ("club", "id" if other == "clubs" else "club"), (table, other)


def test_tables_of_the_instance_are_small_and_refer_to_nothing(schema: Database) -> None:
    """So each machine can hold a copy; the page about it names them all."""
    page = (Path(__file__).parents[3] / "docs" / "scaling.md").read_text()
    (row,) = (line for line in page.splitlines() if "replicated to every machine" in line)
    named = {word for word in row.split("`") if word in schema.table_names()}
    assert named == OF_THE_INSTANCE
    for table in OF_THE_INSTANCE:
        assert schema.table(table).foreign_keys == []
    referred = {key.other_table for table in tables() for key in schema.table(table).foreign_keys}
    assert not referred & OF_THE_INSTANCE


def test_the_app_makes_every_id_itself(schema: Database) -> None:
    words = " ".join(sql for (sql,) in schema.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    assert "AUTOINCREMENT" not in words.upper()
    for table in ("clubs", *tables()):
        (kind,) = {
            column.type for column in schema.table(table).columns if column.name == schema.table(table).pks[0]
        }
        assert kind == "TEXT", table
