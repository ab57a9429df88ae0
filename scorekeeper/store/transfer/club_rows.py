"""All rows of a club: read as plain values, stored as they came from another instance or refused, carried to
another database, on either engine, and compared.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.connection import defer_references, on_postgres, snapshot
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.rows import condition, has, insert, put
from scorekeeper.store.engine.schema import blank
from scorekeeper.store.engine.seals import TABLES, sealing

Value = str | int | None
# This instance’s own affair, and what no file brings along.
LEFT_OUT = (
    *("pins", "pin_attempts", "club_openings", "match_results", "hourly_counts", "read_only"),
    "mail_addresses",
)
# Rows of a match stand under its id; the match itself does so in `matches`.
OF_MATCHES = (
    *("seats", *TABLES["match"]),
    *("seat_changes", "earlier_setups", "match_links", "reported_hands", "match_results"),
)
_OF_ACTS = ("acts", "audit_log", "handovers")  # grow with every act
_TOGETHER = 200  # rows in one statement
Row = dict[str, Any]  # by column
Rows = dict[str, list[Row]]  # by table
Moved = Callable[[int], object]


def everything_of(db: Database, club: str, since: int | None = None) -> Rows:
    """Each table's rows of this club as they are stored, column by column.

    No link's secret is among them: none is stored. What guards a PIN is left out, for a few digits can be
    found from its hash. So is what can be made anew, and where the club was opened from, which is this
    instance’s own affair. With ``since``, a version of the club, of matches only those that have changed
    after it, and no log of acts.
    """
    tables = {"clubs": rows_where(db, "clubs", id=club)}
    for table in tables_of_clubs():
        if table in LEFT_OUT or (since is not None and table in _OF_ACTS):
            continue
        if since is None or table not in ("matches", *OF_MATCHES):
            rows = rows_where(db, table, club=club)
        else:
            match = "id" if table == "matches" else "match"
            changed = f"{match} IN (SELECT id FROM matches WHERE club = ? AND changed > ?)"  # nosec B608 # ours
            of_club = f"SELECT * FROM {table} WHERE club = ? AND {changed}"  # nosec B608 # the schema's names
            rows = _named(db.execute(of_club, [club, club, since]))
        tables[table] = sorted(rows, key=lambda row: [(one is not None, one) for one in row.values()])
    return tables


def _named(cursor: Any) -> list[Row]:
    names = [described[0] for described in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


class Column(NamedTuple):
    """``kind`` is TEXT or INTEGER; ``needed``: it has no default and may not be empty."""

    kind: str
    needed: bool


class RowRefused(Exception):
    """The row cannot be stored; ``str(error)`` says why."""


def layout(db: Database) -> dict[str, dict[str, Column]]:
    """The columns of every table that a club's rows may go to, with their kinds as SQLite calls them."""
    if on_postgres(db):
        with closing(blank()) as made:
            return layout(made)
    return {
        table: {
            name: Column(kind, bool(not_null) and default is None)
            for _, name, kind, not_null, default, _ in db.execute(f"PRAGMA table_info({table})").fetchall()
        }
        for table in ("clubs", *tables_of_clubs())
        if table not in LEFT_OUT
    }


def rows_where(db: Database, table: str, /, **where: Value) -> list[Row]:
    """The rows of this table that have these values, whole."""
    return _named(db.execute(f"SELECT * FROM {table}{condition(where)}", [*where.values()]))  # nosec B608 # ours


@contextmanager
def refusing() -> Iterator[None]:
    """Raise ``RowRefused`` for what the database does not take."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.DataError, OverflowError) as error:
        raise RowRefused(_words(str(error))) from error


def put_row(db: Database, table: str, row: dict[str, Value]) -> int:
    """Store a row as it is; its rowid, 0 where the engine has none. Raises ``RowRefused``."""
    with refusing():
        cursor = insert(db, table, **row)
    return int(getattr(cursor, "lastrowid", None) or 0)


def dangling(db: Database) -> Iterator[tuple[str, int, str]]:
    """Every ``(table, rowid, table pointed at)`` of a file whose row points at nothing."""
    for table, rowid, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall():
        yield str(table), int(rowid or 0), str(parent)


def is_unused(db: Database, club: str) -> bool:
    return not any(has(db, table, club=club) for table in ("matches", "leagues", "players"))


def club_is_here(db: Database, club: Any) -> bool:
    return has(db, "clubs", id=club)


def _words(error: str) -> str:
    kind, _, what = error.partition(": ")
    columns = what.replace("\n", " ")[:120]
    if kind.startswith("UNIQUE"):
        return f"there is such a row already ({columns})"
    if kind.startswith("NOT NULL"):
        return f"{columns} is missing"
    if "foreign key" in error.casefold():
        return "it points at a row that is missing"
    return f"a value is not allowed ({columns or kind})"


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
    with snapshot(source), sealing(target):
        defer_references(target)
        for table in _tables():
            _copy(source, target, table, None, moved)
        for row in _named(source.execute("SELECT hash, erased_at FROM erased_clubs")):
            put(target, "erased_clubs", ["hash"], **row)  # copies of a file that is left behind may hold them
        return rows_to_move(source)


def refuse_clubs(target: Database) -> None:
    if target.execute("SELECT 1 FROM clubs LIMIT 1").fetchone():
        raise StoreError("There are clubs in that database already. Nothing was changed; name an empty one.")


def carry_club(source: Database, target: Database, club: str, then: Callable[[], object]) -> bool:
    """Copy what an export holds of one club, and do ``then`` with it; False where it is there already."""
    with sealing(target):
        if club_is_here(target, club):
            return False
        defer_references(target)
        for table in _tables():
            if table.name not in LEFT_OUT:
                _copy(source, target, table, club, int)
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


def _copy(source: Database, target: Database, table: _Table, club: str | None, moved: Moved) -> None:
    """Carry the table's rows over, then compare what arrived."""
    into = f"INSERT INTO {table.name} ({table.columns}) VALUES "  # nosec B608 # the schema's names
    for rows in _batches(source, table, club):
        places = f"({', '.join('?' * len(rows[0]))})"
        target.execute(into + ", ".join([places] * len(rows)), [value for row in rows for value in row])
        moved(len(rows))
    here, there = _batches(source, table, club), _batches(target, table, club)
    for sent, arrived in zip_longest(here, there):
        if sent != arrived:
            raise StoreError(f"What arrived of {table.name} is not what was sent. Nothing was left there.")
        moved(len(sent))


def _batches(db: Database, table: _Table, club: str | None) -> Iterator[list[tuple[Any, ...]]]:
    """The table's rows by primary key, of one club or of all."""
    where, values = (f" WHERE {table.owner} = ?", [club]) if club else ("", [])
    cursor = db.execute(
        f"SELECT {table.columns} FROM {table.name}{where} ORDER BY {table.key}",  # nosec B608 # the schema's names
        values,
    )
    while rows := cursor.fetchmany(_TOGETHER):
        yield [tuple(row) for row in rows]
