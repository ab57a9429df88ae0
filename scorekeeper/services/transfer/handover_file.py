"""The file that a phone's pocket hands over: whole matches and match cards, one JSON line a row.

Ids are the phone's own and stay: a match is the same match wherever it is. The file may be handed over as
often as anybody likes. The other way the pocket takes the whole club along, under the club's own ids.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.names import MAX_NAME
from scorekeeper.services.clubs.hosting import erasing
from scorekeeper.services.transfer.club_file import MOST_LETTERS, import_club, place_club
from scorekeeper.services.transfer.row_validation import BadRow, checked_row
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.trash import erase_club
from scorekeeper.store.engine.chain import HEADS, POINTS_AT, TABLES
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.transfer.club_rows import club_is_here, everything_of, known_steps, layout
from scorekeeper.store.transfer.handover_rows import (
    Row,
    broken_chain,
    handed_over,
    mark_handed_over,
    versions,
)

FORMAT = "scorekeeper-handover"
VERSION = 1
MOST_BYTES = 5_000_000  # of one file: some eight thousand events
_PEOPLE = ("devices", "players")


class NoHandover(Exception):
    """The file cannot be imported; ``str(error)`` says why, in one sentence."""


class Handover(NamedTuple):
    """A file that has been read: its rows by table."""

    rows: dict[str, list[Row]]


def waiting(db: Database, club: str) -> dict[tuple[str, str], int]:
    """The matches and cards of which the club's server lacks something, with their versions here."""
    there = handed_over(db, club)
    return {
        what: version
        for what, version in versions(db, club).items()
        if version > there.get(what, 0 if what[0] == "card" else -1)
    }


def handover_lines(db: Database, club: Club) -> Iterator[str]:
    """The file with everything that waits."""
    everything = everything_of(db, club.id)
    tables: dict[str, list[Row]] = everything["tables"]
    chosen = list(_chosen(tables, set(waiting(db, club.id))))
    text = "\n".join(json.dumps(row) for _, row in chosen)
    people = [(table, row) for table in _PEOPLE for row in tables[table] if row["id"] in text]
    head = {"format": FORMAT, "version": VERSION, "schema": everything["schema"], "club": club.id}
    yield _line(head | {"name": club.name, "rows": len(people) + len(chosen)})
    for table, row in people + chosen:
        yield _line({"table": table, "row": row})


def _chosen(tables: dict[str, list[Row]], wanted: set[tuple[str, str]]) -> Iterator[tuple[str, Row]]:
    for row in tables["matches"]:
        if ("match", row["id"]) in wanted:
            yield "matches", row
    for row in tables["seats"]:
        if ("match", row["match"]) in wanted:
            yield "seats", row | {"team": None}  # the club finds the pair by who is in it
    for entity, names in TABLES.items():
        for table in names:
            for row in tables[table]:
                if (entity, row[POINTS_AT[entity]]) in wanted:
                    yield table, row


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_handover(db: Database, club: str, lines: Iterable[str]) -> Handover:
    """The rows of a file for this club, each checked by itself. Raises ``NoHandover``."""
    text = [line for line in lines if line.strip()]
    head = _head(db, text[0] if text else "")
    if head.get("club") != club:
        raise NoHandover(
            f"This was written for another club: {str(head.get('name'))[:MAX_NAME]}. Nothing was stored."
        )
    if head.get("rows") != len(text) - 1:
        raise NoHandover("The file is cut short. Nothing was stored.")
    known = layout(db)
    taken = {table: known[table] for table in {*_PEOPLE, "matches", "seats", *sum(TABLES.values(), ())}}
    rows: dict[str, list[Row]] = {table: [] for table in taken}
    for number, line in enumerate(text[1:], 2):
        try:
            table, row = checked_row(line, taken, club, MOST_LETTERS)
        except BadRow as error:
            raise NoHandover(f"Line {number}: {error} Nothing was stored.") from error
        rows[table].append(row)
    _verify_chains(rows)
    return Handover(rows)


def _verify_chains(rows: dict[str, list[Row]]) -> None:
    """Raise ``NoHandover`` where something of a match or card is not as the phone has stored it."""
    last = {("match", row["id"]): row.get("chain") for row in rows["matches"]}
    threads: dict[tuple[str, str], list[tuple[str, Row]]] = {thread: [] for thread in last}
    for entity, names in TABLES.items():
        for table in names:
            for row in rows[table]:
                threads.setdefault((entity, row[POINTS_AT[entity]]), []).append((table, row))
    for (entity, id), entries in threads.items():
        if fault := broken_chain(entity, entries, last.get((entity, id))):
            raise NoHandover(f"The file has been changed, in {entity} {id}: {fault}. Nothing was stored.")


def _head(db: Database, line: str) -> dict[str, Any]:
    try:
        head = json.loads(line[:MOST_LETTERS])
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise NoHandover("This is not a file that a phone has saved for its club. Nothing was stored.")
    if head.get("version") != VERSION or head.get("schema") not in known_steps(db):
        raise NoHandover(
            "The phone’s Scorekeeper is newer than this one. Nothing was stored; upgrade this one."
        )
    return head


def mark(db: Database, club: str, there: Iterable[tuple[str, str, int]]) -> None:
    """Store what the club’s server says it has; claims beyond what exists here are ignored."""
    with writing(db, club):
        here = versions(db, club)
        for entity, id, version in there:
            if entity in HEADS and (entity, id) in here:
                mark_handed_over(db, club, entity, id, min(version, here[entity, id]))


class NotHandedOver(Exception):
    """The phone has something that the club has not; ``str(error)`` says how much."""


def take_along(db: Database, lines: Iterable[str]) -> str:
    """Put the club of this file in the place of what the phone knew of it; its id.

    Raises ``NotHandedOver``, or ``ImportRefused`` with every fault of the file; nothing is changed then.
    """
    text = list(lines)
    club = _club_of(text[1] if len(text) > 1 else "")
    if club and club_is_here(db, club):
        if count := len(waiting(db, club)):
            raise NotHandedOver(
                f"Hand over first: {count} of this phone’s matches and cards are not with the club yet."
            )
        with erasing(db, club):
            erase_club(db, club)
            place_club(db, text)
    else:
        club = import_club(db, text)
    mark(db, club, [(entity, id, version) for (entity, id), version in versions(db, club).items()])
    return club


def _club_of(line: str) -> str | None:
    try:
        row = json.loads(line[:MOST_LETTERS])["row"]
        return str(row["id"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
