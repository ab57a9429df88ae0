"""Rows by what stands in them, a line each; tables and columns are the caller's own words, and no phone's."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlite_utils import Database

Kind = TypeVar("Kind")


def insert(db: Database, table: str, /, **row: Any) -> Any:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    return db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*row.values()])  # nosec B608 # ours


def put(db: Database, table: str, key: Sequence[str], **row: Any) -> None:
    """Add the row; one with the same ``key`` that is there gets its other values."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    said = ", ".join(f"{name} = excluded.{name}" for name in row if name not in key)
    there = f"DO UPDATE SET {said}" if said else "DO NOTHING"  # nosec B608 # ours
    db.execute(
        f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT ({', '.join(key)}) {there}",  # nosec B608
        [*row.values()],
    )


def update(db: Database, table: str, where: Mapping[str, Any], **values: Any) -> None:
    """Give the rows that have the values ``where`` these columns others."""
    named = ", ".join(f"{name} = ?" for name in values)
    db.execute(f"UPDATE {table} SET {named}{condition(where)}", [*values.values(), *where.values()])  # nosec B608 # ours


def delete(db: Database, table: str, **where: Any) -> None:
    db.execute(f"DELETE FROM {table}{condition(where)}", [*where.values()])  # nosec B608 # ours


def has(db: Database, table: str, **where: Any) -> bool:
    return value(db, f"SELECT 1 FROM {table}{condition(where)} LIMIT 1", *where.values()) is not None  # nosec B608 # ours


def find(db: Database, kind: Callable[..., Kind], table: str, /, **where: Any) -> Kind | None:
    """The row that has the values ``where``, in the columns that a ``kind`` has."""
    return fetch_one(db, kind, f"{_select(kind, table)}{condition(where)}", *where.values())


def find_all(
    db: Database, kind: Callable[..., Kind], table: str, order: str = "", /, **where: Any
) -> list[Kind]:
    by = f" ORDER BY {order}" if order else ""
    return fetch(db, kind, f"{_select(kind, table)}{condition(where)}{by}", *where.values())


def fetch(db: Database, kind: Callable[..., Kind], statement: str, *values: Any) -> list[Kind]:
    return [kind(*row) for row in db.execute(statement, values).fetchall()]


def fetch_one(db: Database, kind: Callable[..., Kind], statement: str, *values: Any) -> Kind | None:
    row = db.execute(statement, values).fetchone()
    return row and kind(*row)


def value(db: Database, statement: str, *values: Any) -> Any:
    """What the first row begins with; None where there is none."""
    row = db.execute(statement, values).fetchone()
    return row and row[0]


def column(db: Database, statement: str, *values: Any) -> list[Any]:
    """What each row begins with."""
    return [first for first, *_ in db.execute(statement, values).fetchall()]


def pairs(db: Database, statement: str, *values: Any) -> dict[Any, Any]:
    """What stands second in each row, by what stands first."""
    return dict(db.execute(statement, values).fetchall())


def groups(db: Database, kind: Callable[..., Kind], statement: str, *values: Any) -> dict[Any, list[Kind]]:
    """What the rows make behind their first column, listed by what stands in that."""
    found: dict[Any, list[Kind]] = {}
    for first, *rest in db.execute(statement, values).fetchall():
        found.setdefault(first, []).append(kind(*rest))
    return found


def _select(kind: Any, table: str) -> str:
    return f"SELECT {', '.join(kind._fields)} FROM {table}"  # nosec B608 # ours


def condition(where: Mapping[str, Any]) -> str:
    return f" WHERE {' AND '.join(f'{name} = ?' for name in where)}"
