"""The file that a phone's pocket hands over: whole matches and match cards, one JSON line a row.

Ids are the phone's own and stay: a match is the same match wherever it is. The file may be handed over as
often as anybody likes. The other way the pocket takes the whole club along, under the club's own ids.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from operator import itemgetter

from sqlite_utils import Database

from scorekeeper.names import MAX_NAME
from scorekeeper.services.clubs.hosting import erasing
from scorekeeper.services.transfer import club_file
from scorekeeper.services.transfer.row_validation import BadRow, checked_row
from scorekeeper.store.clubs.clubs import Club, erase_club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.migrate import steps_taken
from scorekeeper.store.engine.seals import HEADS, POINTS_AT, TABLES
from scorekeeper.store.transfer import handover_rows
from scorekeeper.store.transfer.club_rows import Row, RowRefused, Rows, club_is_here, layout, rows_where
from scorekeeper.store.transfer.handover_rows import SETUP, Kept, copied_up_to, renew_copy, set_marks
from scorekeeper.timestamps import timestamp

FORMAT = "scorekeeper-handover"
VERSION = 1
MOST_BYTES = 5_000_000  # of one file: some eight thousand events
MOST_PART = 250_000  # letters: some four hundred events, which a server takes in within half a second
_PEOPLE = ("devices", "players")


class NoHandover(Exception):
    """The file cannot be imported; ``str(error)`` says why, in one sentence."""


def waiting(db: Database, club: str) -> dict[tuple[str, str], int]:
    """The matches and cards of which the club's server lacks something, with their versions here."""
    there = handover_rows.handed_over(db, club)
    return {
        what: version
        for what, version in handover_rows.versions(db, club).items()
        if version > there.get(what, 0 if what[0] == "card" else -1)
    }


def handover_lines(
    db: Database, club: Club, after: str = "", most: int = MOST_PART, only: str = ""
) -> Iterator[str]:
    """What waits behind ``after``, up to about so many letters; or ``only`` a match and what it repeats.

    The head says ``next``, "" where it is all, and ``since``: the version of the club up to which everything
    of it is here. One match or card is never parted.
    """
    here = _repeated(db, club.id, only) if only else [*waiting(db, club.id)]
    rows: Rows = {}
    length, done, last = 0, set[tuple[str, str]](), ""
    for what in sorted(here, key=_place):
        if _place(what) <= after:
            continue
        if length >= most:
            break
        last = _place(what)
        for kept in _with_firsts(db, club.id, what, here, done):
            for table, row in kept.rows:
                rows.setdefault(table, []).append(row)
                length += len(json.dumps(row))
    else:
        last = ""
    named = {word for of_table in rows.values() for row in of_table for word in handover_rows.words_in(row)}
    people = [row for row in rows_where(db, "players", club=club.id) if row["id"] in named]
    listed = [("players", row) for row in people]
    listed += [(table, row) for table, of_table in rows.items() for row in of_table]
    head = {"format": FORMAT, "version": VERSION, "schema": steps_taken(db)[-1], "club": club.id}
    since = copied_up_to(db, club.id)
    yield club_file.line_of(head | {"name": club.name, "rows": len(listed), "next": last, "since": since})
    for table, row in listed:
        yield club_file.line_of({"table": table, "row": row})


def _repeated(db: Database, club: str, match: str) -> list[tuple[str, str]]:
    found, head = [], handover_rows.read_head(db, club, "match", match)
    while head and ("match", head["id"]) not in found:
        found.append(("match", head["id"]))
        head = handover_rows.read_head(db, club, "match", head["rematch_of"])
    return found


def _place(what: tuple[str, str]) -> str:
    """Matches before cards, which may name one."""
    entity, id = what
    return f"{'1' if entity == 'match' else '2'}{id}"


def _with_firsts(
    db: Database, club: str, what: tuple[str, str], here: list[tuple[str, str]], done: set[tuple[str, str]]
) -> Iterator[Kept]:
    """All of it, after the match that it repeats where that waits as well."""
    if what in done:
        return
    done.add(what)
    kept = handover_rows.read_kept(db, club, *what)
    first = ("match", str(kept.head.get("rematch_of")))
    if first in here:
        yield from _with_firsts(db, club, first, here, done)
    yield kept


def read_handover(db: Database, club: str, lines: Iterable[str]) -> Rows:
    """The rows of a file for this club, each checked by itself. Raises ``NoHandover``."""
    text = [line for line in lines if line.strip()]
    head = club_file.head_of(text[0] if text else "")
    if head.get("format") != FORMAT:
        raise NoHandover("This is not a file that a phone has saved for its club. Nothing was stored.")
    if head.get("version") != VERSION or head.get("schema") not in steps_taken(db):
        words = "The phone’s Scorekeeper is newer than this one. Nothing was stored; upgrade this one."
        raise NoHandover(words)
    if head.get("club") != club:
        raise NoHandover(
            f"This was written for another club: {str(head.get('name'))[:MAX_NAME]}. Nothing was stored."
        )
    if head.get("rows") != len(text) - 1:
        raise NoHandover("The file is cut short. Nothing was stored.")
    rows = checked_rows(db, club, text[1:])
    last = {("match", row["id"]): row.get("chain") for row in rows["matches"]}
    for (entity, id), entries in _threads(rows).items():
        if fault := handover_rows.broken_chain(entity, entries, last.get((entity, id))):
            raise NoHandover(f"The file has been changed, in {entity} {id}: {fault}. Nothing was stored.")
    return rows


def checked_rows(db: Database, club: str, lines: Iterable[str]) -> Rows:
    """The rows of these lines by their table, each checked by itself. Raises ``NoHandover``."""
    known = layout(db)
    taken = {table: known[table] for table in {*_PEOPLE, "matches", *SETUP, *sum(TABLES.values(), ())}}
    rows: Rows = {table: [] for table in taken}
    for number, line in enumerate(lines, 2):
        try:
            table, row = checked_row(line, taken, club, club_file.MOST_LETTERS)
        except BadRow as error:
            raise NoHandover(f"Line {number}: {error} Nothing was stored.") from error
        rows[table].append(row)
    for (entity, id), entries in _threads(rows).items():
        if not _fit_together(TABLES[entity][0], entries):
            raise NoHandover(f"The entries of {entity} {id} do not fit together. Nothing was stored.")
    return rows


def _threads(rows: Rows) -> dict[tuple[str, str], list[tuple[str, Row]]]:
    """All that was entered in each match and card, with its table."""
    threads: dict[tuple[str, str], list[tuple[str, Row]]] = {
        ("match", row["id"]): [] for row in rows["matches"]
    }
    for entity, names in TABLES.items():
        for table in names:
            for row in rows[table]:
                threads.setdefault((entity, row[POINTS_AT[entity]]), []).append((table, row))
    return threads


def _fit_together(events: str, entries: Collection[tuple[str, Row]]) -> bool:
    """Whether they are numbered from 1, each under a key of its own, and name none that comes later."""
    entered = sorted((row for table, row in entries if table == events), key=itemgetter("version"))
    numbers = range(1, len(entered) + 1)
    return (
        [row["version"] for row in entered] == [*numbers]
        and all(row["version"] in numbers for _, row in entries)
        and all(1 <= row.get("original", 1) <= row["version"] for row in entered)
        and all(row.get("reverts") is None or 1 <= row["reverts"] < row["version"] for row in entered)
        and len({row["key"] for row in entered}) == len(entered)
    )


def mark(db: Database, club: str, there: Iterable[tuple[str, str, int]]) -> None:
    """Store what the club’s server says it has; claims beyond what exists here are ignored."""
    with writing(db, club):
        here = handover_rows.versions(db, club)
        for entity, id, version in there:
            if entity in HEADS and (entity, id) in here:
                handover_rows.mark_handed_over(db, club, entity, id, min(version, here[entity, id]))


class NotCopied(Exception):
    """The copy stays as it is; ``str(error)`` says why."""


def take_along(db: Database, lines: Iterable[str]) -> str:
    """Copy the club of this file, or bring the copy here up to it; its id.

    What has not gone home stays as it is here. Raises ``NotCopied``, or ``ImportRefused`` with every fault of
    the file; nothing is changed then.
    """
    text = list(lines)
    head, first = (club_file.head_of(line) for line in [*text, "", ""][:2])
    row, since = first.get("row"), head.get("since")
    club = row.get("id") if isinstance(row, dict) else None
    since = since if type(since) is int else None  # what is new since then, not the whole club
    if isinstance(club, str) and club_is_here(db, club):
        _renew(db, club, text, since)
    elif since is not None:
        raise NotCopied("This file holds only what is new. Copy the whole club first.")
    else:
        club = club_file.import_club(db, text, as_copy=True)
    return club


def remove_copy(db: Database, club: str) -> None:
    """Take a copy off this phone; raises ``NotCopied`` where something of it is nowhere else."""
    if copied_up_to(db, club) is None:
        raise NotCopied("This club was begun on this phone and is nowhere else.")
    if count := len(waiting(db, club)):
        raise NotCopied(f"Hand over first: {count} of its matches and cards are on this phone only.")
    with erasing(db, club):
        erase_club(db, club, timestamp(datetime.now(UTC)))


def now_elsewhere(db: Database, club: str) -> None:
    """The club was brought to a server: here is a copy from now on, of which nothing is known to be there."""
    with writing(db, club):
        set_marks(db, club, {("club", club): 0})


def _renew(db: Database, club: str, text: list[str], since: int | None) -> None:
    here = copied_up_to(db, club)
    if here is None:
        raise NotCopied("This club was begun on this phone: nothing here is put in its place.")
    if (since or 0) > here:
        raise NotCopied("Something is missing between this copy and the file. Copy the whole club.")
    rows = club_file.rows_of_file(db, text)
    kept = [handover_rows.read_kept(db, club, *what) for what in waiting(db, club)]
    fixtures = {row["id"] for row in rows["fixtures"]}
    if any(not one.head and one.thread.id not in fixtures for one in kept):
        raise NotCopied("The club has dropped a fixture whose card was filled in here. Hand over first.")
    own = {one.what for one in kept}
    try:
        with erasing(db, club):
            renew_copy(db, club, rows, kept, whole=since is None)
            there = {
                (entity, row["id"]): int(row["version"])
                for entity, table in HEADS.items()
                for row in rows[table]
                if (entity, row["id"]) not in own
            }
            club_file.verify_brought(db, club, there)
            # Where something of this phone stays in its place, the next file brings the club's again.
            left = [row["changed"] - 1 for row in rows["matches"] if ("match", row["id"]) in own]
            set_marks(db, club, there | {("club", club): min([rows["clubs"][0]["version"], *left])})
    except RowRefused as error:
        raise NotCopied(f"The club and this phone do not fit together: {error}. Hand over first.") from error
