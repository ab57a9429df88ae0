"""Copies of the database: made whole beside a running server, proved, rotated, and put back.

A copy is a database like any other. The secret key is not in it and never goes along.
"""

import os
import re
import secrets
import shutil
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.engine.connection import connect, fit_journal, open_store
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.locks import migrating, nobody_serving
from scorekeeper.store.engine.migrate import refuse_foreign

DAYS, WEEKS = 7, 4  # of each, the newest copy is kept
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"scorekeeper-(\d{8}T\d{6}Z)\.db", re.ASCII)
# What SQLite keeps beside a database. Left behind, a journal would be played into whatever file comes next.
_BESIDE = ("-journal", "-wal", "-shm")


def back_up(database: Path, folder: Path, at: datetime) -> Path:
    """A proved copy of the database in ``folder``, as of one moment; its path.

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
        finished = folder / f"scorekeeper-{at.astimezone(UTC).strftime(_STAMP)}.db"
        _settle(draft, finished)
    finally:
        draft.unlink(missing_ok=True)
    return finished


def verify(path: Path) -> None:
    """Raise ``StoreError`` unless this file is a whole database of ours whose rows all hang together."""
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
    times = {path: datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC) for path, stamp in found.items()}
    return dict(sorted(times.items(), key=lambda made: made[1], reverse=True))


def to_keep(times: Iterable[datetime]) -> set[datetime]:
    """The newest of each of the last seven days and four weeks that have any; days begin at 0:00 UTC."""
    oldest_first = sorted(times)
    by_day = {time.date(): time for time in oldest_first}
    by_week = {time.isocalendar()[:2]: time for time in oldest_first}
    return {*sorted(by_day.values())[-DAYS:], *sorted(by_week.values())[-WEEKS:]}


def rotate(folder: Path) -> list[Path]:
    """Delete the copies that need not be kept, and nothing else; their paths."""
    made = copies(folder)
    kept = to_keep(made.values())
    gone = [path for path, time in made.items() if time not in kept]
    for path in gone:
        path.unlink()
    return gone


def restore(copy: Path, database: Path, at: datetime, *, replace: bool) -> Path | None:
    """Put a copy in the database's place; where the old one was put aside, if there was one.

    Nothing is deleted. Raises ``StoreError`` for a copy that is not right, where a database is there and
    ``replace`` is False, and while a server is using it.
    """
    verify(copy)
    if database.exists() and not replace:
        raise StoreError(f"There is a database at {database} already. Add --force to put it aside.")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = database.with_name(f"{database.name}.draft-{secrets.token_hex(8)}")
    with migrating(database), nobody_serving(database):
        try:
            shutil.copyfile(copy, draft)
            draft.chmod(0o600)
            verify(draft)
            aside = _put_aside(database, at)
            _settle(draft, database)
        finally:
            draft.unlink(missing_ok=True)
        with closing(connect(database)) as db:
            fit_journal(db)
    return aside


def _put_aside(database: Path, at: datetime) -> Path | None:
    """Rename the database along with what SQLite keeps beside it, so that it stays readable."""
    if not database.exists():
        return None
    stamp = at.astimezone(UTC).strftime(_STAMP)
    aside = database.with_name(f"{database.stem}.before-restore-{stamp}{database.suffix}")
    if aside.exists():
        raise StoreError(f"{aside} is there already. Wait a second and try again.")
    for end in ("", *_BESIDE):
        data_dir = database.with_name(database.name + end)
        if data_dir.exists():
            data_dir.rename(aside.with_name(aside.name + end))
    return aside


def _settle(draft: Path, finished: Path) -> None:
    """Give a whole file its name so that a power cut leaves either all of it or nothing."""
    _sync(draft)
    draft.replace(finished)
    _sync(finished.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
