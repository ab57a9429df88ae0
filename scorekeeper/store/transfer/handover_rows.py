"""The rows of one match or one match card, as they pass between a phone's pocket and the club."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.chain import BEGIN, HEADS, POINTS_AT, TABLES, Facts, broken_at, facts_of, link
from scorekeeper.store.engine.versions import touch
from scorekeeper.store.transfer.club_rows import put_row, rows_where

Row = dict[str, Any]
HANDED_OVER = "handed_over"  # the field of the audit log's line


class Thread(NamedTuple):
    """A match or a match card: its events by version, each as the rows it consists of, without their hash.

    Who is who differs between a phone and the club, so each side has a chain of its own.
    """

    entity: str
    id: str
    events: Mapping[int, tuple[tuple[str, Row], ...]]

    @property
    def version(self) -> int:
        """The version of the newest event, 0 without any."""
        return max(self.events, default=0)


def thread_of(entity: str, id: str, rows: Iterable[tuple[str, Row]]) -> Thread:
    """These rows in the order of their events, and within one in an order of their own."""
    events: dict[int, list[tuple[str, Row]]] = {}
    for table, row in rows:
        entered = {name: value for name, value in row.items() if name != "chain"}
        events.setdefault(int(row["version"]), []).append((table, entered))
    ordered = {at: tuple(sorted(entered, key=_order)) for at, entered in sorted(events.items())}
    return Thread(entity, id, ordered)


def _order(entered: tuple[str, Row]) -> tuple[str, str]:
    table, row = entered
    return table, str(row.get("player"))


def read_thread(db: Database, club: str, entity: str, id: str) -> Thread:
    """The events of it that the club has stored."""
    rows: list[tuple[str, Row]] = []
    for table in TABLES[entity]:
        rows += [(table, row) for row in rows_where(db, table, {"club": club, POINTS_AT[entity]: id})]
    return thread_of(entity, id, rows)


def read_head(db: Database, club: str, entity: str, id: str) -> Row | None:
    """The row of the match or of the fixture itself."""
    return next(rows_where(db, HEADS[entity], {"club": club, "id": id}), None)


def broken_chain(entity: str, rows: Iterable[tuple[str, Row]], last: str | None) -> str | None:
    """Where the chain of one match or card is broken; it ends in ``last`` if that is known."""
    entries: dict[int, list[Facts]] = {}
    links: dict[int, str] = {}
    for table, row in rows:
        entries.setdefault(row["version"], []).append(facts_of(table, row))
        if table == TABLES[entity][0]:
            links[row["version"]] = str(row.get("chain"))
    return broken_at(entries, links, last)


def add_to_match(db: Database, club: str, thread: Thread, after: int) -> None:
    """Store the events behind this version, and give the match its new version."""
    (chain,) = db.execute("SELECT chain FROM matches WHERE club = ? AND id = ?", [club, thread.id]).fetchone()
    for version, rows in thread.events.items():
        if version > after:
            chain = link(chain, [facts_of(table, row) for table, row in rows])
            for table, row in rows:
                put_row(db, table, row | {"chain": chain} if table == "match_events" else row)
    changed = touch(db, club)
    db.execute(
        "UPDATE matches SET version = ?, chain = ? WHERE club = ? AND id = ?",
        [thread.version, chain, club, thread.id],
    )
    db.execute("UPDATE matches SET changed = ? WHERE club = ? AND id = ?", [changed, club, thread.id])


def put_match(db: Database, row: Row, seats: Iterable[Row]) -> None:
    """A match that the club has not seen, with nothing entered for it yet."""
    put_row(db, "matches", row | {"version": 0, "changed": 0, "chain": BEGIN})
    for seat in seats:
        put_row(db, "seats", seat)


def alias_of(db: Database, club: str, alias: str) -> str | None:
    """The club's player that a phone's id stands for, None if unknown."""
    row = db.execute(
        "SELECT player FROM player_aliases WHERE club = ? AND alias = ?", [club, alias]
    ).fetchone()
    return row and str(row[0])


def add_alias(db: Database, club: str, alias: str, player: str) -> None:
    """Store which of the club's players a phone's id stands for."""
    db.execute("INSERT INTO player_aliases (club, alias, player) VALUES (?, ?, ?)", [club, alias, player])


def handed_over(db: Database, club: str, id: str | None = None) -> dict[tuple[str, str], int]:
    """How far each match and card, or those of this id, is known to be on the other side."""
    rows = db.execute(
        "SELECT entity, entity_id, version FROM handovers "
        "WHERE club = ? AND entity_id = coalesce(?, entity_id)",
        [club, id],
    )
    return {(entity, id): version for entity, id, version in rows.fetchall()}


def mark_handed_over(db: Database, club: str, entity: str, id: str, version: int) -> None:
    """Store how much of it the other side has; this never decreases."""
    db.execute(
        "INSERT INTO handovers (club, entity, entity_id, version) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (club, entity, entity_id) DO UPDATE SET version = excluded.version "
        "WHERE excluded.version > handovers.version",
        [club, entity, id, version],
    )


def versions(db: Database, club: str) -> dict[tuple[str, str], int]:
    """The version of every match and every match card of the club."""
    found: dict[tuple[str, str], int] = {}
    for entity, table in HEADS.items():
        rows = db.execute(f"SELECT id, version FROM {table} WHERE club = ?", [club])  # nosec B608 # our names
        found |= {(entity, id): int(version) for id, version in rows.fetchall()}
    return found


def handed_over_by(db: Database, club: str, entity: str, id: str) -> list[tuple[str, str]]:
    """Which phones handed it over to this club, and when (UTC), oldest first."""
    if (entity, id) not in handed_over(db, club, id):
        return []
    rows = db.execute(
        "SELECT d.nickname, a.changed_at FROM audit_log a "
        "JOIN devices d ON d.club = a.club AND d.id = a.device "
        "WHERE a.club = ? AND a.entity = ? AND a.entity_id = ? AND a.field = ? ORDER BY a.id",
        [club, entity, id, HANDED_OVER],
    )
    return [(str(nickname), str(at)) for nickname, at in rows.fetchall()]
