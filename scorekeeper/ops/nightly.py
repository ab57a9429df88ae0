"""The copy that the server makes by itself every night, as ``scorekeeper backup`` in a process of its own."""

import subprocess  # nosec B404 # our own command
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from scorekeeper.config import mail_settings
from scorekeeper.ops.mail import NotSent, tell_operator
from scorekeeper.services.clubs.hosting import days_of_runs
from scorekeeper.store.engine.backup import copies_now, note_copy
from scorekeeper.store.engine.connection import open_store
from scorekeeper.store.engine.errors import Damaged, EngineError, StoreError
from scorekeeper.store.engine.migrate import refuse_foreign

QUIET_HOUR = 4  # the hour, by this machine's clock, when nobody plays
_DAY = timedelta(days=1)
_FIRST, _PAUSE = 300, 600  # seconds until it is first looked at whether a copy is due, and between two looks
_BACKUP = "from scorekeeper.cli.main import main; main()"


def due(newest: datetime | None, now: datetime) -> bool:
    """Whether a copy is to be made ``now``: it is night, or the newest is a day old or was never made."""
    if newest is None or now - newest >= _DAY:
        return True
    return now.astimezone().hour == QUIET_HOUR and now - newest >= _DAY / 2


@contextmanager
def copying_nightly(database: Path | str) -> Iterator[threading.Event]:
    """Meanwhile make the copies that are due; set where one cannot be made because the file is damaged."""
    ended, damaged = threading.Event(), threading.Event()
    watch = threading.Thread(target=_watch, args=(database, ended, damaged), name="nightly", daemon=True)
    watch.start()
    try:
        yield damaged
    finally:
        ended.set()


def _watch(database: Path | str, ended: threading.Event, damaged: threading.Event) -> None:
    tried: datetime | None = None  # a copy that failed is tried again the next night
    pause = _FIRST
    while not ended.wait(pause):
        pause, now = _PAUSE, datetime.now(UTC)
        newest = max(filter(None, (_newest_copy(database, now), tried)), default=None)
        if due(newest, now):
            tried = now
            if not _copy(database) and isinstance(database, Path) and _is_damaged(database):
                damaged.set()


def _is_damaged(database: Path) -> bool:
    try:
        with closing(open_store(database)) as db:
            refuse_foreign(db, database)
    except Damaged:
        return True
    except (StoreError, EngineError):
        pass
    return False


def _newest_copy(database: Path | str, now: datetime) -> datetime | None:
    """When the newest copy was made; on a database server, the last day of the night's work."""
    if isinstance(database, Path):
        return copies_now(database, now).newest
    try:
        with closing(open_store(database)) as db:
            return max(days_of_runs(db), default=None)
    except (StoreError, EngineError):
        return now  # it is away: later


def _copy(database: Path | str) -> bool:
    """Whether it was made, and all that belongs to it was done."""
    command = [sys.executable, "-c", _BACKUP, "backup", "--database", str(database)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)  # nosec B603 # our own command
        said = done.stderr.strip() or done.stdout.strip() or f"It ended with {done.returncode}."
        fault = said.removeprefix("Error: ") if done.returncode else None
        if done.stderr and not fault:  # a mail that did not go
            click.echo(done.stderr.strip(), err=True)
    except OSError as error:  # no process could be started
        fault = str(error)
    note_copy(database, fault)
    if fault:
        _tell(f"The nightly copy failed. {fault}")
    return not fault


def _tell(words: str) -> None:
    """Into the log, and to the operator by mail where there is a server for it."""
    click.echo(words, err=True)
    asked = mail_settings()
    if not (asked.server and asked.warned):
        return
    try:
        tell_operator(words)
    except NotSent as error:
        click.echo(str(error), err=True)
