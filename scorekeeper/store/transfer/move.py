"""Carrying every club of a file to a database server, and proof that all of it arrived."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from sqlite_utils import Database

from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.trash import tables_of_clubs
from scorekeeper.store.engine.errors import StoreError

_TOGETHER = 200  # rows in one statement
Row = tuple[Any, ...]


def move(source: Database, target: Database, moved: Callable[[int], object]) -> int:
    """Copy the rows of every club, in one transaction; how many there were.

    ``moved`` is called with each batch. Raises ``StoreError`` where the target has clubs
    already, and where what is there in the end is not what was here: then nothing stays there.
    """
    if clubs(target):
        raise StoreError(
            "There are clubs on that server already. Nothing was changed; name an empty database."
        )
    target.execute("BEGIN IMMEDIATE")
    with target.conn:
        # Rows of one club point at each other in a ring; they are looked at when all of them are there.
        target.execute("PRAGMA defer_foreign_keys = ON")
        for table in _tables(source):
            _carry(source, target, table, moved)
            _compare(source, target, table, moved)
    return rows_to_move(source)


def rows_to_move(source: Database) -> int:
    """How many rows there are of all clubs."""
    count = "SELECT count(*) FROM "
    return sum(int(source.execute(count + table).fetchone()[0]) for table in _tables(source))


def _tables(source: Database) -> list[str]:
    return ["clubs", *tables_of_clubs(source)]


def _carry(source: Database, target: Database, table: str, moved: Callable[[int], object]) -> None:
    columns = source.table(table).columns_dict
    into = f"INSERT INTO {table} ({', '.join(columns)}) VALUES "  # nosec B608 # the schema's names
    places = f"({', '.join('?' * len(columns))})"
    for rows in _batches(source, source, table):
        target.execute(into + ", ".join([places] * len(rows)), [value for row in rows for value in row])
        moved(len(rows))


def _compare(source: Database, target: Database, table: str, moved: Callable[[int], object]) -> None:
    here, there = _batches(source, source, table), _batches(target, source, table)
    for sent, arrived in zip_longest(here, there):
        if sent != arrived:
            raise StoreError(f"What arrived of {table} is not what was sent. Nothing was left there.")
        moved(len(sent))


def _batches(db: Database, schema: Database, table: str) -> Iterator[list[Row]]:
    """The table's rows by primary key; ``schema`` is the file that is asked for columns and key."""
    known = schema.table(table)
    columns, key = ", ".join(known.columns_dict), ", ".join(known.pks)
    cursor = db.execute(f"SELECT {columns} FROM {table} ORDER BY {key}")  # nosec B608 # the schema's names
    while rows := cursor.fetchmany(_TOGETHER):
        yield [tuple(row) for row in rows]
