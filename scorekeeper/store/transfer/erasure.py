"""What was erased in the database is erased in its copies too, each in a draft that then takes its place.

Only what the database knows as erased: what it does not hold because it is empty, another one, or was put
back, stays in the copies. So no clock erases anything here that was not erased there. Copies of the last
seven days, by a clock that is believed, are left as they were made.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.access import RESTORE
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import erase_club, erased_clubs, erasure_lock, trace_of
from scorekeeper.store.clubs.players import find_player, forget_player
from scorekeeper.store.engine.backup import CLOCK_ERROR, DAYS, OLDEST, copies_at, verify
from scorekeeper.store.engine.connection import connect, copy_into, open_store
from scorekeeper.store.engine.errors import EngineError, StoreError, fault_of_disk
from scorekeeper.store.engine.integrity import first_fault
from scorekeeper.store.engine.locks import remove
from scorekeeper.store.engine.migrate import refuse_foreign, refuse_unfinished, take_steps
from scorekeeper.store.engine.places import Folder, Place
from scorekeeper.store.engine.rows import column, has, insert
from scorekeeper.store.engine.seals import sealing
from scorekeeper.store.transfer.club_rows import put_row, rows_where
from scorekeeper.timestamps import timestamp

# Three weeks of nights in which a copy was not to be written anew; then it goes, for the promise comes first.
_LATE = OLDEST - timedelta(days=1)


class Erased(NamedTuple):
    """Clubs with the time, and the lines of the log that say who was forgotten.

    The database knows clubs by their traces; where a copy holds some, their ids are named.
    """

    clubs: dict[str, str]
    forgotten: list[dict[str, Any]]

    @property
    def times(self) -> list[str]:
        return [*self.clubs.values(), *(row["changed_at"] for row in self.forgotten)]

    @property
    def mark(self) -> str:
        """What a copy is known by in which nothing of this is left."""
        known = sorted([*self.clubs, *(row["id"] for row in self.forgotten)])
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()


def known_as_erased(db: Database, club: str | None = None) -> Erased:
    """All of it, or the lines of one club."""
    only = {"club": club} if club else {}
    named = rows_where(db, "audit_log", entity="player", field="name", **only)
    return Erased(erased_clubs(db), who_was_forgotten(named))


def who_was_forgotten(log: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines that say so; what somebody was called before stands in no line of theirs."""
    return [row for row in log if (row["entity"], row["field"], row["old"]) == ("player", "name", None)]


def still_in(copy: Database, erased: Erased) -> Erased:
    """What of this the copy still holds."""
    return Erased(
        {
            club: erased.clubs[trace_of(club)]
            for club in column(copy, "SELECT id FROM clubs")
            if trace_of(club) in erased.clubs
        },
        [
            row
            for row in erased.forgotten
            if has(copy, "players", club=row["club"], id=row["entity_id"])
            and not has(copy, "audit_log", club=row["club"], id=row["id"])
        ],
    )


def due(place: Place, erased: Erased, now: datetime) -> Iterator[tuple[str, datetime]]:
    """Copies to look into, with their times: neither of the last days nor marked. Raises OSError."""
    if any(erased.times):
        for name, made in copies_at(place).items():
            young = -CLOCK_ERROR <= now - made <= timedelta(days=DAYS)
            if not young and place.mark(name) != erased.mark:
                yield name, made


def copies_holding(database: Path, folder: Folder, now: datetime) -> Iterator[str]:
    """The copies in which something is still to be erased, or that cannot be read."""
    with closing(open_store(database)) as db:
        erased = known_as_erased(db)
    for name, _ in due(folder, erased, now):
        try:
            with closing(open_store(folder.path / name)) as copy:
                held = any(still_in(copy, erased).times)
        except (StoreError, EngineError):
            held = True
        if held:
            yield name


def erase_in_copies(place: Place, erased: Erased, scratch: Path, now: datetime) -> Iterator[str]:
    """Erase in the copies of this place; in words, what was not done.

    ``scratch`` is a folder for drafts. A copy that could not be written anew for three weeks is deleted.
    """
    try:
        for name, made in due(place, erased, now):
            yield from _erase_in_one(place, name, made, erased, scratch, now)
    except OSError as error:
        yield f"Copies in {place} were not looked into: {error.strerror}."


def _erase_in_one(
    place: Place, name: str, made: datetime, erased: Erased, scratch: Path, now: datetime
) -> Iterator[str]:
    since = [at for at in erased.times if at > timestamp(made)]
    fetched, draft = (scratch / f"draft-{secrets.token_hex(8)}.db" for _ in range(2))
    try:
        with place.at_hand(name, fetched) as copy:
            with closing(open_store(copy)) as db:
                held = still_in(db, erased)
            since = held.times
            if since:
                write_anew(copy, draft, held)
                place.put(draft, name, erased.mark)
            elif copy == fetched:  # it was fetched for nothing, and is not the next time
                place.put(copy, name, erased.mark)
    except (StoreError, EngineError, OSError) as error:
        said = getattr(error, "strerror", None) or fault_of_disk(error, scratch) or str(error).rstrip(".")
        yield f"What was erased is still in the copy {name} in {place}: {said}."
        if any(at <= timestamp(now - _LATE) for at in since):
            place.remove(name)
            yield f"{name} was deleted: {_LATE.days} days are over."
    finally:
        with suppress(OSError):  # a later night deletes it
            remove(draft)


def write_anew(copy: Path, draft: Path, held: Erased) -> None:
    """Make of the copy, at ``draft``, a sound one of this version without what it ``held``."""
    with closing(open_store(copy)) as db:
        refuse_foreign(db, copy)
        copy_into(db, draft)
    with closing(connect(draft)) as db:
        # No log: SQLite does not tell when it could not empty one into the file.
        db.execute("PRAGMA journal_mode = DELETE")
        take_steps(db, draft)
        refuse_unfinished(db, copy)
        erase_in(db, held)
    verify(draft)
    with closing(open_store(draft)) as db:
        if fault := first_fault(db):
            raise StoreError(f"its record is not sound: {fault}")


def erase_in(db: Database, held: Erased) -> None:
    """Erase what a copy ``held`` as the database did, whatever was read-only when the copy was made."""
    with sealing(db):
        read_only = list(db.query("SELECT * FROM read_only"))
        db.execute("DELETE FROM read_only")
        for club, at in held.clubs.items():
            with erasure_lock(db, club):
                erase_club(db, club, at)
        for row in held.forgotten:
            club, player = row["club"], find_player(db, row["club"], row["entity_id"])
            if player:
                author = author_of_restores(db, club, row["changed_at"])
                with erasure_lock(db, club):
                    forget_player(db, club, player, author)
                put_row(db, "audit_log", row)  # by which it is known here, too
        for row in read_only:
            put_row(db, "read_only", row)


def author_of_restores(db: Database, club: str, at: str) -> Author:
    """Who changes a copy, or what comes from one: no phone."""
    if not has(db, "devices", club=club, id=RESTORE):
        insert(db, "devices", club=club, id=RESTORE, nickname="Whoever restored it", made_at=at)
    return Author(RESTORE, at)
