"""Copies of the database: made while the server runs, verified, rotated, and restored.

A copy is a database like any other. The secret key is not in it and never goes along.
"""

import re
import secrets
import shutil
from collections.abc import Collection
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.store.engine.connection import connect, fit_journal, open_store
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.files import put_whole
from scorekeeper.store.engine.locks import nobody_serving
from scorekeeper.store.engine.migrate import COPY_MADE_AT, refuse_foreign, take_steps
from scorekeeper.store.engine.revocation import end_links

DAYS, WEEKS = 7, 4  # of each, the newest copy is kept
CLOCK_ERROR = timedelta(hours=1)  # by which a copy may be dated later than now
_NAME = re.compile(r"scorekeeper-(\d{8}T\d{6}Z)\.db", re.ASCII)
# SQLite's files beside a database. A journal left behind would be replayed into the next file.
_BESIDE = ("-journal", "-wal", "-shm")


def back_up(database: Path, folder: Path, at: datetime) -> Path:
    """Make a verified, consistent copy of the database in ``folder``; its path.

    Safe beside a running server. The copy has its name only once it is whole and on the disk. Raises
    ``StoreError`` where the database is not right, or the copy turns out not to be, and OSError or
    ``sqlite3.Error`` where the folder takes no more.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"draft-{secrets.token_hex(8)}.db"
    try:
        with closing(open_store(database)) as db:
            refuse_foreign(db, database)
            db.execute("VACUUM INTO ?", [str(draft)])
        draft.chmod(0o600)
        verify(draft)
        finished = folder / f"scorekeeper-{at.astimezone(UTC).strftime(COPY_MADE_AT)}.db"
        put_whole(draft, finished)
    finally:
        draft.unlink(missing_ok=True)
    return finished


def verify(path: Path) -> None:
    """Raise ``StoreError`` unless this file is a complete database of ours without broken references."""
    with closing(open_store(path)) as db:
        refuse_foreign(db, path)
        (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        lost = db.execute("PRAGMA foreign_key_check").fetchall()
    if verdict != "ok":
        raise StoreError(f"{path} is damaged ({verdict}).")
    if lost:
        raise StoreError(f"{path} is damaged: {len(lost)} of its rows point at nothing.")


def copies(folder: Path) -> dict[Path, datetime]:
    """The finished copies in the folder with the time each was made, newest first."""
    found = {path: match[1] for path in folder.glob("*.db") if (match := _NAME.fullmatch(path.name))}
    times = {
        path: datetime.strptime(timestamp, COPY_MADE_AT).replace(tzinfo=UTC)
        for path, timestamp in found.items()
    }
    return dict(sorted(times.items(), key=lambda made: made[1], reverse=True))


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
    """The newest of each of the last seven days and four weeks that have any; days begin at 0:00 UTC.

    What is dated ahead of ``now`` is kept, and takes no other copy's place.
    """
    future = dated_ahead(times, now)
    oldest_first = sorted({*times} - future)
    by_day = {time.date(): time for time in oldest_first}
    by_week = {time.isocalendar()[:2]: time for time in oldest_first}
    return {*sorted(by_day.values())[-DAYS:], *sorted(by_week.values())[-WEEKS:], *future}


def rotate(folder: Path, now: datetime, new: Path) -> list[Path]:
    """Delete the copies that need not be kept, never the ``new`` one and nothing else; their paths."""
    made = copies(folder)
    kept = to_keep(made.values(), now)
    gone = [path for path, time in made.items() if time not in kept and path != new]
    for path in gone:
        path.unlink()
    return gone


def restore(copy: Path, database: Path, at: datetime, *, replace: bool) -> Path | None:
    """Put a copy in the database's place; returns where the old one was moved, if there was one.

    Nothing is deleted, but every link and PIN of the copy ends: none comes back that was revoked since.
    Raises ``StoreError`` for a copy that is not right, where a database is there and
    ``replace`` is False, and while a server is using it.
    """
    verify(copy)
    if database.exists() and not replace:
        raise StoreError(f"There is a database at {database} already. Add --force to put it aside.")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = database.with_name(f"{database.name}.draft-{secrets.token_hex(8)}")
    with nobody_serving(database):
        try:
            shutil.copyfile(copy, draft)
            draft.chmod(0o600)
            verify(draft)
            with closing(connect(draft)) as db:
                take_steps(db, draft)
                end_links(db, beyond=database)
            saved = _put_aside(database, at)
            put_whole(draft, database)
        finally:
            draft.unlink(missing_ok=True)
        with closing(connect(database)) as db:
            fit_journal(db)
    return saved


def _put_aside(database: Path, at: datetime) -> Path | None:
    """Rename the database along with SQLite's files beside it, so that it stays readable."""
    there = [end for end in ("", *_BESIDE) if database.with_name(database.name + end).exists()]
    if not there:
        return None
    timestamp = at.astimezone(UTC).strftime(COPY_MADE_AT)
    saved = database.with_name(f"{database.stem}.before-restore-{timestamp}{database.suffix}")
    if saved.exists():
        raise StoreError(f"{saved} is there already. Wait a second and try again.")
    for end in there:
        database.with_name(database.name + end).rename(saved.with_name(saved.name + end))
    return saved
