"""Copying clubs from one database to another, on either engine, and verifying the copy."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.connection import snapshot
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.schema import blank
from scorekeeper.store.engine.seals import sealing
from scorekeeper.store.transfer.club_rows import LEFT_OUT, club_is_here

_TOGETHER = 200  # rows in one statement
Row = tuple[Any, ...]
Moved = Callable[[int], object]


class _Table(NamedTuple):
    """A table of clubs; ``owner`` is the column with the club's id."""

    name: str
    columns: str
    key: str
    owner: str


def move(source: Database, target: Database, moved: Moved) -> int:
    """Copy the rows of every club, in one transaction; how many there were.

    ``moved`` is called with each batch. Raises ``StoreError`` where the target has clubs
    already, and where what is there in the end is not what was here: then nothing stays there.
    """
    refuse_clubs(target)
    target.execute("BEGIN IMMEDIATE")
    with target.conn, snapshot(source), sealing(target):
        # The foreign keys of one club form a cycle, so they are checked once all its rows are there.
        target.execute("PRAGMA defer_foreign_keys = ON")
        for table in _tables():
            _carry(source, target, table, None, moved)
            _compare(source, target, table, None, moved)
        return rows_to_move(source)


def refuse_clubs(target: Database) -> None:
    if target.execute("SELECT 1 FROM clubs LIMIT 1").fetchone():
        raise StoreError("There are clubs in that database already. Nothing was changed; name an empty one.")


def carry_club(source: Database, target: Database, club: str, then: Callable[[], object]) -> bool:
    """Copy what an export would hold of one club as ``move`` does; False where the club is there already.

    ``then`` does what belongs to the same transaction.
    """
    target.execute("BEGIN IMMEDIATE")
    with target.conn, sealing(target):
        if club_is_here(target, club):
            return False
        target.execute("PRAGMA defer_foreign_keys = ON")
        for table in _tables():
            if table.name not in LEFT_OUT:
                _carry(source, target, table, club, int)
                _compare(source, target, table, club, int)
        then()
    return True


def rows_to_move(source: Database) -> int:
    count = "SELECT count(*) FROM "
    return sum(int(source.execute(count + table.name).fetchone()[0]) for table in _tables())


def _tables() -> list[_Table]:
    """Every table of a club with its columns and its key, by this version's schema."""
    with closing(blank()) as fresh:
        return [
            _Table(
                name,
                ", ".join(fresh.table(name).columns_dict),
                ", ".join(fresh.table(name).pks),
                "id" if name == "clubs" else "club",
            )
            for name in ("clubs", *tables_of_clubs())
        ]


def _carry(source: Database, target: Database, table: _Table, club: str | None, moved: Moved) -> None:
    into = f"INSERT INTO {table.name} ({table.columns}) VALUES "  # nosec B608 # the schema's names
    for rows in _batches(source, table, club):
        places = f"({', '.join('?' * len(rows[0]))})"
        target.execute(into + ", ".join([places] * len(rows)), [value for row in rows for value in row])
        moved(len(rows))


def _compare(source: Database, target: Database, table: _Table, club: str | None, moved: Moved) -> None:
    here, there = _batches(source, table, club), _batches(target, table, club)
    for sent, arrived in zip_longest(here, there):
        if sent != arrived:
            raise StoreError(f"What arrived of {table.name} is not what was sent. Nothing was left there.")
        moved(len(sent))


def _batches(db: Database, table: _Table, club: str | None) -> Iterator[list[Row]]:
    """The table's rows by primary key, of one club or of all."""
    where, values = (f" WHERE {table.owner} = ?", [club]) if club else ("", [])
    cursor = db.execute(
        f"SELECT {table.columns} FROM {table.name}{where} ORDER BY {table.key}",  # nosec B608 # the schema's names
        values,
    )
    while rows := cursor.fetchmany(_TOGETHER):
        yield [tuple(row) for row in rows]
