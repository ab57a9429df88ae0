"""The chain through a record: each entry carries a hash of its own facts and of the entry before it.

The last hash also stands with the match, or the fixture, that the entries belong to. So a fact that was
changed is found, and an entry that was taken out, be it the last. Hashed are facts: people and phones are
known by their ids, and a reason may be said otherwise. So somebody can be forgotten, get another name, or be
found to be somebody else, and the chain stays whole.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlite_utils import Database

# Every entry is a row of the first table; what was entered in it, if anything, is in the others.
TABLES = {
    "match": ("match_events", "round_ends", "hands", "plays", "penalties", "awards"),
    "card": ("card_events", "signers"),
}
HEADS = {"match": "matches", "card": "fixtures"}
POINTS_AT = {"match": "match", "card": "fixture"}
# What is hashed of each row. It never changes, or no chain that is stored would hold any more.
_HASHED = {
    "match_events": (
        *("match", "version", "original", "kind", "round", "key", "fingerprint", "reverts"),
        *("entered_at", "device"),
    ),
    "round_ends": ("event", "out_player", "ends", "boneyard", "leader", "lead_tile"),
    "hands": ("player", "tiles", "pips", "held"),
    "plays": ("kind", "side", "player", "points", "shown", "tile", "place", "last_tile"),
    "penalties": ("side", "points"),
    "awards": ("side",),
    "card_events": (
        *("fixture", "version", "kind", "board", "side", "lineup", "home_legs", "away_legs", "home_points"),
        *("away_points", "conceded", "match", "signed", "key", "fingerprint", "entered_at", "device"),
    ),
    "signers": ("role",),
}
BEGIN = ""  # stands where there is no entry before
Facts = tuple[Any, ...]  # a table's name and what is hashed of a row of it


def facts_of(table: str, row: Mapping[str, Any]) -> Facts:
    """What is hashed of this row."""
    return (table, *(row.get(column) for column in _HASHED[table]))


def link(before: str, rows: Iterable[Facts]) -> str:
    """The SHA-256 of an entry that consists of these rows and follows the one whose hash is ``before``."""
    ordered = sorted(rows, key=lambda row: (row[0], str(row[1])))
    return hashlib.sha256(json.dumps([before, *ordered], separators=(",", ":")).encode()).hexdigest()


def faults_in_chains(db: Database, club: str) -> Iterator[tuple[str, str, str]]:
    """Every match and match card (``entity``, id) of the club whose chain is broken, and where it is."""
    for entity, head in HEADS.items():
        for (id,) in db.execute(f"SELECT id FROM {head} WHERE club = ?", [club]).fetchall():  # nosec B608
            if fault := fault_in_chain(db, club, entity, id):
                yield entity, id, fault


def fault_in_chain(db: Database, club: str, entity: str, id: str) -> str | None:
    """Where the chain of this match or card is broken, None where it is whole."""
    table, *_ = TABLES[entity]
    hashes = f"SELECT version, chain FROM {table} WHERE club = ? AND {POINTS_AT[entity]} = ?"  # nosec B608
    head = f"SELECT chain FROM {HEADS[entity]} WHERE club = ? AND id = ?"  # nosec B608
    row = db.execute(head, [club, id]).fetchone()
    links = dict(db.execute(hashes, [club, id]).fetchall())
    return row and broken_at(_entries(db, club, entity, id), links, row[0])


def broken_at(
    entries: Mapping[int, Iterable[Facts]], links: Mapping[int, str], last: str | None
) -> str | None:
    """Where a chain is broken, None where it is whole.

    ``links`` has the hash that each of the ``entries`` carries, ``last`` is that of the last if it is known.
    """
    before = BEGIN
    for version, rows in sorted(entries.items()):
        before = link(before, rows)
        if links.get(version) != before:
            return f"entry {version}, or one before it, is not as it was entered"
    return None if last in (before, None) else "entries at its end are gone"


def _entries(db: Database, club: str, entity: str, id: str) -> dict[int, list[Facts]]:
    """The rows of each entry of this match or card, by its version."""
    found: dict[int, list[Facts]] = {}
    for table in TABLES[entity]:
        columns = ", ".join(_HASHED[table])
        rows = db.execute(
            f"SELECT version, {columns} FROM {table} WHERE club = ? AND {POINTS_AT[entity]} = ?",  # nosec B608
            [club, id],
        )
        for version, *values in rows.fetchall():
            found.setdefault(version, []).append((table, *values))
    return dict(sorted(found.items()))
