"""Hashes of what is stored: the chain through a record, and a seal on each thing that may change.

In the chain each entry carries a hash of its own facts and of the entry before it; the last hash also stands
with the match, or the fixture, that the entries belong to. So a fact that was changed is found, and an entry
that was taken out, be it the last. Hashed are facts: people and phones are known by their ids, and a reason
may be said otherwise. So somebody can be forgotten, get another name, or be found to be somebody else, and
the chain stays whole.

Rule cards, seats, teams, fixtures, adjustments and links may be changed, so each match, season, person and so
on has a seal: the SHA-256 of its rows. Triggers note in ``unsealed`` what a statement touched; the write
transaction seals it anew before it commits. Whoever writes past the app leaves a seal that does not fit, or a
note that no transaction of the app took away.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.rows import column, delete, groups, pairs, put

# Every entry is a row of the first table; what was entered in it, if anything, is in the others.
TABLES = {
    "match": ("match_events", "round_ends", "hands", "plays", "penalties", "awards"),
    "card": ("card_events", "signers"),
}
HEADS = {"match": "matches", "card": "fixtures"}
POINTS_AT = {"match": "match", "card": "fixture"}
# What is hashed of each row. It never changes, or no chain that is stored would hold any more.
_HASHED = {
    "match_events": "match version original kind round key fingerprint reverts entered_at device",
    "round_ends": "event out_player ends boneyard leader lead_tile",
    "hands": "player tiles pips held",
    "plays": "kind side player points shown tile place last_tile",
    "penalties": "side points",
    "awards": "side",
    "card_events": (
        "fixture version kind board side lineup home_legs away_legs home_points away_points conceded match "
        "signed key fingerprint entered_at device"
    ),
    "signers": "role",
}
BEGIN = ""  # stands where there is no entry before
Facts = tuple[Any, ...]  # a table's name and what is hashed of a row of it
Mark = tuple[str, str]  # a club, and what of it: such as `match` and its id


def facts_of(table: str, row: Mapping[str, Any]) -> Facts:
    return (table, *(row.get(column) for column in _HASHED[table].split()))


def link(before: str, rows: Iterable[Facts]) -> str:
    """The SHA-256 of an entry that consists of these rows and follows the one whose hash is ``before``."""
    ordered = sorted(rows, key=lambda row: (row[0], str(row[1])))
    return hashlib.sha256(json.dumps([before, *ordered], separators=(",", ":")).encode()).hexdigest()


def faults_in_chains(db: Database, club: str) -> Iterator[tuple[str, str, str]]:
    """Every match and match card (``entity``, id) of the club whose chain is broken, and where it is."""
    for entity, head in HEADS.items():
        for id in column(db, f"SELECT id FROM {head} WHERE club = ?", club):  # nosec B608
            if fault := fault_in_chain(db, club, entity, id):
                yield entity, id, fault


def fault_in_chain(db: Database, club: str, entity: str, id: str) -> str | None:
    """Where the chain of this match or card is broken, None where it is whole."""
    table, *_ = TABLES[entity]
    hashes = f"SELECT version, chain FROM {table} WHERE club = ? AND {POINTS_AT[entity]} = ?"  # nosec B608
    head = f"SELECT chain FROM {HEADS[entity]} WHERE club = ? AND id = ?"  # nosec B608
    row = db.execute(head, [club, id]).fetchone()
    return row and broken_at(_entries(db, club, entity, id), pairs(db, hashes, club, id), row[0])


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
    found: dict[int, list[Facts]] = {}
    for table in TABLES[entity]:
        columns = ", ".join(_HASHED[table].split())
        rows = db.execute(
            f"SELECT version, {columns} FROM {table} WHERE club = ? AND {POINTS_AT[entity]} = ?",  # nosec B608
            [club, id],
        )
        for version, *values in rows.fetchall():
            found.setdefault(version, []).append((table, *values))
    return found


class _Sealed(NamedTuple):
    """What a row belongs to, by its kind and the column of its id, and what is hashed of the row."""

    kind: str
    by: str
    hashed: str

    @property
    def columns(self) -> list[str]:
        return self.hashed.split()


SEALED = {
    "clubs": _Sealed("club", "id", "name watched_by_anyone made_at deleted_at guest_generation out_word"),
    "links": _Sealed("club", "club", "role generation made_at"),
    "former_links": _Sealed("club", "club", "hash opens generation"),
    "pins": _Sealed("club", "club", "squad salt hash made_at"),
    "players": _Sealed("player", "id", "name name_key made_at"),
    "player_aliases": _Sealed("player", "player", "alias"),
    "teams": _Sealed("team", "id", "name members_key made_at"),
    "team_members": _Sealed("team", "team", "player"),
    "audit_log": _Sealed("change", "id", "entity entity_id field old new changed_at device reason"),
    "matches": _Sealed(
        "match", "id", "card first_leader rematch_of key started_at device lead_draw seat_draw"
    ),
    "seats": _Sealed("match", "match", "seat player side team"),
    "seat_changes": _Sealed("match", "match", "number old_player new_player changed_at device"),
    "earlier_setups": _Sealed(
        "match", "match", "number version card first_leader seats seat_changes changed_at device"
    ),
    "match_links": _Sealed("match", "match", "generation made_at"),
    "leagues": _Sealed("league", "id", "name season rules closed made_at device division tier"),
    "squads": _Sealed("squad", "id", "kind name name_key made_at venue address captain_generation"),
    "squad_players": _Sealed("squad", "squad", "player joined_on left_on"),
    "captains": _Sealed("squad", "squad", "device generation"),
    "entrants": _Sealed("league", "league", "squad withdrawn_on pool"),
    "fixtures": _Sealed(
        "league", "league", "id round home away day stage starts tie place home_legs away_legs"
    ),
    "adjustments": _Sealed("league", "league", "id squad fixture points reverts day reason made_at device"),
    "handicaps": _Sealed("league", "league", "entrant points"),
    "free_days": _Sealed("league", "league", "day"),
    "draws": _Sealed("league", "league", "place squad"),
    "best_players": _Sealed("card", "fixture", "side player made_at device"),
}


def notes(table: str) -> Iterator[str]:
    kind, by, columns = SEALED[table].kind, SEALED[table].by, SEALED[table].columns
    club = "id" if table == "clubs" else "club"

    def mark(*rows: str) -> str:
        touched = ", ".join(f"({row}.{club}, '{kind} ' || {row}.{by})" for row in rows)
        return f"INSERT INTO unsealed (club, subject) VALUES {touched} ON CONFLICT DO NOTHING"  # nosec B608 # this module's

    acts = {
        "insert": ("INSERT", mark("NEW")),
        "delete": ("DELETE", mark("OLD")),
        "update": (f"UPDATE OF {', '.join(dict.fromkeys((club, by, *columns)))}", mark("OLD", "NEW")),
    }
    for name, (act, then) in acts.items():
        yield f"CREATE TRIGGER {table}_noted_{name} AFTER {act} ON {table} BEGIN {then}; END"


def unsealed(db: Database, club: str | None = None) -> set[Mark]:
    """What was touched and has not been sealed, of all clubs or of one."""
    where, values = ("", []) if club is None else (" WHERE club = ?", [club])
    return {tuple(row) for row in db.execute(f"SELECT club, subject FROM unsealed{where}", values).fetchall()}  # nosec B608


@contextmanager
def sealing(db: Database, club: str | None = None) -> Iterator[None]:
    """A write transaction, of one ``club`` or of all, that seals whatever is touched in it."""
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        before = unsealed(db, club)
        yield
        seal(db, before, club)


def seal(db: Database, before: Collection[Mark], club: str | None) -> None:
    """Seal what this transaction touched, not what was unsealed ``before``: the app leaves nothing so."""
    for owner, subject in sorted(unsealed(db, club).difference(before)):
        kind, _, id = subject.partition(" ")
        rows = db.execute(_rows(kind, one=True), [owner, id] * len(_tables(kind))).fetchall()
        if rows:
            hash = _hash([row[1:] for row in rows])
            put(db, "seals", ["club", "subject"], club=owner, subject=subject, hash=hash)
        else:
            delete(db, "seals", club=owner, subject=subject)
        delete(db, "unsealed", club=owner, subject=subject)


def broken_seals(db: Database, club: str) -> Iterator[str]:
    """What of this club is not as the app left it: changed, put in or taken away."""
    seals = pairs(db, "SELECT subject, hash FROM seals WHERE club = ?", club)
    for kind in dict.fromkeys(sealed.kind for sealed in SEALED.values()):
        found = groups(db, lambda *row: row, _rows(kind, one=False), *[club] * len(_tables(kind)))
        for id, rows in sorted(found.items()):
            if seals.pop(f"{kind} {id}", None) != _hash(rows):
                yield f"{kind} {id}"
    yield from sorted({*seals, *(subject for _, subject in unsealed(db, club))})


def _tables(kind: str) -> list[str]:
    return [table for table, sealed in SEALED.items() if sealed.kind == kind]


def _rows(kind: str, *, one: bool) -> str:
    """The query for a club’s rows of this kind, or of ``one`` such thing: id, table, values."""
    widest = max(len(SEALED[table].columns) for table in _tables(kind))
    parts = []
    for table in _tables(kind):
        by, columns = SEALED[table].by, SEALED[table].columns
        values = [*(f"CAST({column} AS TEXT)" for column in columns)]
        values += ["CAST(NULL AS TEXT)"] * (widest - len(columns))
        only = f"{'id' if table == 'clubs' else 'club'} = ?" + (f" AND {by} = ?" if one else "")
        parts.append(f"SELECT {by}, '{table}', {', '.join(values)} FROM {table} WHERE {only}")  # nosec B608
    return " UNION ALL ".join(parts)


def _hash(rows: list[tuple[str | None, ...]]) -> str:
    ordered = sorted(json.dumps(row, separators=(",", ":")) for row in rows)
    return hashlib.sha256("\n".join(ordered).encode()).hexdigest()
