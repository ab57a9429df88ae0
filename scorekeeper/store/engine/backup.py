"""Copies of the database: made while the server runs, verified and rotated.

A copy is a database like any other. The secret key is not in it and never goes along.
"""

import re
import secrets
from collections.abc import Collection
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from scorekeeper.config import backups_folder, data_dir, is_postgres
from scorekeeper.store.engine.connection import connect, copy_into, open_store
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.integrity import faults_in_file, first_fault
from scorekeeper.store.engine.locks import put_whole
from scorekeeper.store.engine.migrate import COPY_MADE_AT, refuse_foreign
from scorekeeper.store.engine.places import Place

DAYS, WEEKS, MONTHS = 7, 4, 12  # of each, the newest copy is kept
UNSOUND = "unsound.db"  # the newest copy whose record has faults
# What a nightly copy of a Sunday reaches; older are only those of months, and the newest of all.
OLDEST = timedelta(days=22)
_YEAR = timedelta(days=366)
CLOCK_ERROR = timedelta(hours=1)  # by which a copy may be dated later than now
_NAME = re.compile(r"scorekeeper-(\d{8}T\d{6}Z)\.db", re.ASCII)
# What a migration or a restore has put aside, with SQLite's files beside it.
_ASIDE = re.compile(r"\.before-.*-(\d{8}T\d{6}Z)\.db", re.ASCII)


def back_up(database: Path, folder: Path, at: datetime) -> Path:
    """Make a verified, consistent copy of the database in ``folder``; its path.

    Safe beside a running server. The copy has its name only once it is whole and on the disk. Where its
    record is not sound, it is kept under a name that displaces no other copy. Raises ``StoreError`` then,
    where the database is not right, or the copy turns out not to be, and OSError or ``sqlite3.Error`` where
    the folder takes no more.
    """
    folder.mkdir(mode=0o700, exist_ok=True)  # where a stick is away, its copies go nowhere else
    draft = folder / f"draft-{secrets.token_hex(8)}.db"
    try:
        with closing(open_store(database)) as db:
            refuse_foreign(db, database)
            copy_into(db, draft)
        with closing(connect(draft)) as db:
            db.execute("DELETE FROM mail_addresses")  # a restore takes none from a copy
        verify(draft)
        with closing(open_store(draft)) as db:
            fault = first_fault(db)
        finished = folder / (UNSOUND if fault else f"scorekeeper-{at.astimezone(UTC):{COPY_MADE_AT}}.db")
        put_whole(draft, finished)
    finally:
        draft.unlink(missing_ok=True)
    if fault:
        raise StoreError(
            f"The record is not sound: {fault}. It was copied as it is to {finished}; the other copies stay. "
            "“scorekeeper doctor” says more."
        )
    (folder / UNSOUND).unlink(missing_ok=True)
    return finished


def verify(path: Path) -> None:
    """Raise ``StoreError`` unless this file is a complete database of ours without broken references."""
    with closing(open_store(path)) as db:
        refuse_foreign(db, path)
        for fault in faults_in_file(db):
            raise StoreError(f"{path} is damaged: {' '.join(fault.split())}.")


def copies(folder: Path) -> dict[Path, datetime]:
    times = {path: time_of_copy(path) for path in folder.glob("*.db") if _NAME.fullmatch(path.name)}
    return dict(sorted(times.items(), key=lambda made: made[1], reverse=True))


def copies_at(place: Place) -> dict[str, datetime]:
    """The copies of any place, by their names, with when they were made. Raises OSError."""
    return {name: time_of_copy(Path(name)) for name in place.names() if _NAME.fullmatch(name)}


def copies_to_put_back(database: Path, folder: Path, what: str) -> dict[str, Path]:
    """The copies by name, newest first: the nightly ones, and what was there before one was put back.

    ``what`` is a "club" of them, or "restore" for all.
    """
    aside = database.parent.glob(f"{database.stem}.before-{what}-*.db")
    found = [*copies(folder), *(path for path in aside if _ASIDE.search(path.name))]
    return {path.name: path for path in sorted(found, key=time_of_copy, reverse=True)}


def time_of_copy(path: Path) -> datetime:
    """When it was made, by its name; by the file itself where somebody has given it another."""
    found = _NAME.fullmatch(path.name) or _ASIDE.search(path.name)
    if found is None:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return datetime.strptime(found[1], COPY_MADE_AT).replace(tzinfo=UTC)


def dated_ahead(made: Collection[datetime], now: datetime) -> set[datetime]:
    """Copies dated in the future: they were made under a wrong clock, or this clock is wrong."""
    return {time for time in made if time > now + CLOCK_ERROR}


def copies_by_date(folder: Path, now: datetime) -> tuple[dict[Path, datetime], dict[Path, datetime]]:
    """The copies whose date can be right, and those that are dated ahead of ``now``, each newest first."""
    made = copies(folder)
    ahead = dated_ahead(made.values(), now)
    return (
        {path: time for path, time in made.items() if time not in ahead},
        {path: time for path, time in made.items() if time in ahead},
    )


def to_keep(times: Collection[datetime], now: datetime) -> set[datetime]:
    """The newest of each of the last seven days, four weeks and twelve months that have any, in UTC.

    Of days and weeks none is older than ``OLDEST``, of months none than a year, and the newest of all stays.
    What is dated ahead of ``now`` is kept, and takes no other copy's place.
    """
    future = dated_ahead(times, now)
    oldest_first = sorted({*times} - future)
    young = [time for time in oldest_first if now - time <= OLDEST]
    by_day = {time.date(): time for time in young}
    by_week = {time.isocalendar()[:2]: time for time in young}
    by_month = {(time.year, time.month): time for time in oldest_first if now - time <= _YEAR}
    kept = {*sorted(by_day.values())[-DAYS:], *sorted(by_week.values())[-WEEKS:]}
    return kept | {*sorted(by_month.values())[-MONTHS:], *oldest_first[-1:], *future}


class CopiesNow(NamedTuple):
    """When the newest copy was made, how many are dated ahead, and why last night’s failed, if it did."""

    newest: datetime | None
    ahead: int
    fault: str | None


def copies_now(database: Path | str, now: datetime) -> CopiesNow:
    """What pages and monitors say of them; a database server's copies are its own."""
    made, ahead = ({}, {}) if is_postgres(database) else copies_by_date(backups_folder(database), now)
    newest, mark = max(made.values(), default=None), _mark(database)
    try:
        failed = datetime.fromtimestamp(mark.stat().st_mtime, UTC)
        fault = mark.read_text("utf-8", "replace") or "Its cause is in the server’s log."
    except OSError:
        return CopiesNow(newest, len(ahead), None)
    return CopiesNow(newest, len(ahead), fault if newest is None or newest < failed else None)


def note_copy(database: Path | str, fault: str | None) -> None:
    """Leave word of why last night’s copy failed, until one is made."""
    with suppress(OSError):
        _mark(database).unlink(missing_ok=True)
        if fault:
            _mark(database).touch(mode=0o600)
            _mark(database).write_text(fault, "utf-8")  # a full disk may have no room for the words


def _mark(database: Path | str) -> Path:
    return data_dir(database) / "copy-failed"


def rotate(place: Place, now: datetime, new: str) -> list[str]:
    """Delete the copies that need not be kept, never the ``new`` one; their names. Raises OSError."""
    made = copies_at(place)
    kept = to_keep(made.values(), now)
    gone = sorted(name for name, time in made.items() if time not in kept and name != new)
    for name in gone:
        place.remove(name)
    return gone


def leftovers(database: Path, folder: Path, now: datetime) -> list[Path]:
    """What is no nightly copy and holds what a database held more than ``OLDEST`` ago, or a killed copy left.

    The first are what a migration and a restore put aside, and a copy of a record with faults; the latter
    drafts of the day before or earlier.
    """
    aside = [path for path in database.parent.glob(f"{database.stem}.before-*") if _ASIDE.search(path.name)]
    drafts = [*folder.glob("draft-*.db*"), *database.parent.glob(f"{database.name}.draft-*")]
    day_ago, unsound = (now - timedelta(days=1)).timestamp(), [*folder.glob(UNSOUND)]
    return [
        *(path for path in unsound if path.stat().st_mtime < (now - OLDEST).timestamp()),
        *(path for path in aside if now - time_of_copy(path) > OLDEST),
        *(path for path in drafts if path.stat().st_mtime < day_ago),
    ]
