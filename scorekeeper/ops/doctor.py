"""Whether an installation is sound: the file, the record in it, its disk, its copies and its key."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one the connection is of

from scorekeeper.config import KEY_BYTES, fingerprint_of, key_path, missing_for_https
from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.club_results import result_from, result_of, rules_fingerprint
from scorekeeper.services.clubs.hosting import doubt_of_clock
from scorekeeper.services.match_state import build_state
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import key_mark
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine import integrity
from scorekeeper.store.engine.backup import UNSOUND, copies_by_date, leftovers
from scorekeeper.store.engine.connection import journal_mode, journal_of, on_postgres
from scorekeeper.store.engine.errors import StoreError, fault_of_disk
from scorekeeper.store.engine.migrate import refuse_foreign, steps_taken, up_to_date
from scorekeeper.store.engine.places import Folder, second_place
from scorekeeper.store.engine.schema import schema_version
from scorekeeper.store.matches.match_events import events
from scorekeeper.store.matches.matches import matches, stored_results
from scorekeeper.store.transfer.erasure import copies_holding

LEAST_FREE = 50_000_000  # bytes: below it the disk is taken for full
OLDEST_COPY = timedelta(hours=36)  # a nightly copy is never older than a day and its own delay
FIT = "Restart the server, or run “scorekeeper migrate” while it is stopped: that changes the mode."
# The first bytes of a rollback journal (sqlite.org/fileformat.html).
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
RESTORE = "Stop the server and put a copy back with “scorekeeper restore”."

CLOCK_ADVICE = (
    "If this machine’s clock is wrong, set it right. If it is right, it was wrong when they were made: "
    "move them out of {folder}. They can be put back from anywhere."
)


class Finding(NamedTuple):
    """One thing looked at: ``advice`` if something is to be done, ``grave`` if the record is at risk."""

    words: str
    advice: str = ""
    grave: bool = False


def examine(database: Path | str, backups: Path, now: datetime) -> Iterator[Finding]:
    """Look at everything, the file first; stops at a file that cannot be read. Changes nothing.

    On a database server (a URL) the record and the key are looked at: its files and copies are the server's.
    """
    yield _https(missing_for_https())
    if isinstance(database, str):
        with closing(open_store(database, patient=True)) as db:
            yield from _stored(db, now)
            known = key_mark(db) if up_to_date(db) else None
        yield Finding("Disk and copies are the database server’s own: look after them there.")
        yield _key(key_path(database), known)
        return
    yield from _strange_journal(database)
    known = None
    try:
        with closing(open_store(database)) as db:
            refuse_foreign(db, database)
            if not up_to_date(db):
                yield Finding(
                    "The file does not say its schema’s version.", "Run “scorekeeper migrate”.", grave=True
                )
            yield from _stored(db, now)
            yield _journal(db)
            known = key_mark(db) if up_to_date(db) else None
    except StoreError as error:
        gone = "If there was one, put it back, or a copy with “scorekeeper restore”."
        yield Finding(str(error), RESTORE if database.exists() else gone, grave=True)
    except sqlite3.DatabaseError as error:
        fault = fault_of_disk(error, database.parent)
        advice = "See to that, and ask again." if fault else RESTORE
        yield Finding(f"The database cannot be read in full: {fault or error}.", advice, grave=True)
    yield _space(database)
    yield from _copies(database, backups, now)
    yield _key(key_path(database), known)


def _https(missing: list[str]) -> Finding:
    """Warn about incomplete settings for https; a pub's own network needs none."""
    if not missing:
        return Finding("Phones come by https, through a trusted proxy, to this server’s own names.")
    named = ", ".join(missing)
    if len(missing) == 3:
        return Finding(f"Phones come by plain http, for a pub’s own network: {named} are not set.")
    words = f"For phones that come by https, {named} {'is' if len(missing) == 1 else 'are'} not set."
    return Finding(words, "Set it where the server starts; docs/operating.md says what it is for.")


def _stored(db: Database, now: datetime) -> Iterator[Finding]:
    behind = schema_version() - len(steps_taken(db))
    if behind:
        yield Finding(
            f"The schema is {counted(behind, 'step')} behind.", "Run “scorekeeper migrate”.", grave=True
        )
        return
    yield from _record(db)
    if silent := integrity.silent_phones(db):
        yield Finding(
            f"Known without any entry: {counted(len(silent), 'phone')}, {', '.join(silent[:5])}.",
            "Their first tap may have been refused. If nobody knows them, somebody wrote into the file.",
        )
    # Grave it is not where the clock is in doubt: scores stay in the order in which they were entered.
    if up_to_date(db) and (doubt := doubt_of_clock(db, now)):
        yield Finding(doubt, "If the clock is wrong, set it right (timedatectl); otherwise nothing is to do.")


def _record(db: Database) -> Iterator[Finding]:
    faults = [
        *(f"The file is damaged: {fault}." for fault in integrity.faults_in_file(db)),
        *(f"In the schema, {fault}." for fault in integrity.faults_in_schema(db)),
        *(f"{fault}." for fault in integrity.faults_in_record(db)),
        *(f"{fault}." for fault in integrity.faults_in_every_chain(db)),
    ]
    advice = "Put the database server’s own backup back." if on_postgres(db) else RESTORE
    yield from (Finding(fault, advice, grave=True) for fault in faults)
    if not faults:
        yield Finding("All of it can be read, its schema is right, and its record is consistent.")
    yield from _replay(db)


def _replay(db: Database) -> Iterator[Finding]:
    """Add every match up again from its facts, as each page does."""
    played = 0
    for club in clubs(db):
        lines = stored_results(db, club.id, rules_fingerprint())
        for match in matches(db, club.id):
            try:
                found = result_of(build_state(match, events(db, club.id, match.id)))
                if match.id in lines and result_from(match, lines[match.id]) != found:
                    words = f"The stored result of match {match.id} does not match its recorded rounds."
                    yield Finding(words, "Empty the table match_results: it is rebuilt.", grave=True)
            except (ValueError, LookupError, ArithmeticError, TypeError) as error:
                yield Finding(f"Match {match.id} cannot be added up: {error!r}.", RESTORE, grave=True)
            played += 1
    yield Finding(f"{counted(played, 'match', 'matches')} added up from recorded rounds.")


def _strange_journal(database: Path) -> Iterator[Finding]:
    """What lies where SQLite keeps its journal and is none; SQLite takes it away by itself, unread."""
    path = database.with_name(f"{database.name}-journal")
    begins = path.read_bytes()[:8] if path.is_file() else b""
    if begins.strip(b"\0") and begins != _JOURNAL:
        yield Finding(f"{path} is not an SQLite journal.", "See who put it there; nothing of it is read.")


def _journal(db: Database) -> Finding:
    version, mode, fitting = sqlite3.sqlite_version, journal_of(db), journal_mode(sqlite3.sqlite_version_info)
    words = f"SQLite {version} keeps the file in journal mode {mode}."
    if mode == "WAL" != fitting:
        return Finding(words, f"This SQLite can corrupt a WAL file. {FIT}", grave=True)
    if mode != fitting:
        return Finding(words, f"This SQLite may use WAL, which is faster. {FIT}")
    return Finding(words)


def _space(database: Path) -> Finding:
    free = free_space(database)
    words = f"{free // 1_000_000} MB are free on the disk."
    return Finding(words, "Make room: without it nothing can be saved." if free < LEAST_FREE else "")


def free_space(database: Path) -> int:
    return shutil.disk_usage(database.parent).free


def _copies(database: Path, folder: Path, now: datetime) -> Iterator[Finding]:
    made, ahead = copies_by_date(folder, now)
    if ahead:
        words = f"Copies are dated in the future ({len(ahead)}): {', '.join(path.name for path in ahead)}."
        yield Finding(words, CLOCK_ADVICE.format(folder=folder), grave=True)
    if (folder / UNSOUND).exists():
        words = f"{folder / UNSOUND} is a copy of a record with faults; it displaced no other."
        yield Finding(words, "The next copy of a sound record deletes it.", grave=True)
    if left := leftovers(database, folder, now):
        words = f"{len(left)} files hold what is older than copies are kept: {', '.join(map(str, left[:5]))}."
        yield Finding(words, "The next “scorekeeper backup” deletes them.")
    with suppress(StoreError, sqlite3.DatabaseError, OSError):
        if held := [*copies_holding(database, Folder(folder), now)]:
            many, names = counted(len(held), "copy", "copies"), ", ".join(held[:5])
            words = f"{many} may hold what was erased since: {names}."
            yield Finding(words, "The next “scorekeeper backup” erases it there, or says why not.")
    if not made:
        advice = "The server makes one every night, and “scorekeeper backup” makes one now."
        yield Finding(f"There is no copy in {folder}.", advice)
        return
    path, time = next(iter(made.items()))
    words = f"The newest copy, of {len(made)} there, is {path}, made {time:%Y-%m-%d %H:%M} UTC."
    yield Finding(words, "It is old: see why the nightly backup fails." if now - time > OLDEST_COPY else "")
    second, there = second_place(), list[str]()
    with suppress(OSError):
        there = second.names() if second else [path.name]
    if path.name not in there:
        yield Finding(f"The newest copy is not in {second}.", "See whether it is there and has room.")


def _key(path: Path, known: str | None) -> Finding:
    if not path.exists():
        return Finding(
            f"There is no secret key at {path}.",
            "Put it back; a new one ends every link.",
            grave=known is not None,
        )
    if path.stat().st_size < KEY_BYTES:
        return Finding(
            f"{path} is not a complete key.", "Put the kept one back; no server starts with this.", grave=True
        )
    if known not in (None, fingerprint_of(path.read_bytes())):
        words = f"The secret key at {path} is not the one that this database’s links were made with."
        return Finding(words, "Put its own there; with this one no server starts.", grave=True)
    if os.name == "nt":  # A file there has no mode; the user's own folder keeps others out.
        return Finding(f"The secret key {path} is complete.")
    mode = stat.S_IMODE(path.stat().st_mode)
    words = f"The secret key {path} has mode {mode:o}."
    return Finding(words, f"Run “chmod 600 {path}”: anyone who reads it gets in." if mode & 0o077 else "")
