"""A copy of each club, made every night for its own manager to fetch."""

import gzip
from datetime import datetime
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.transfer.club_file import exported
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.clubs.read_only import read_only_words
from scorekeeper.store.engine.connection import reading, writing
from scorekeeper.store.transfer.nightly_copies import (
    NightlyCopy,
    add_copy,
    delete_copy,
    edition_of,
    still_current,
)
from scorekeeper.timestamps import timestamp

MOST_BYTES = 100_000_000  # of a club's file; a season of four tables has 5.5 million


class Copied(NamedTuple):
    """The clubs of which a new copy was made, and those whose file is too big for one."""

    made: list[str]
    too_big: list[str]


def copy_clubs(db: Database, now: datetime) -> Copied:
    """Copy every club that has changed since its last copy, and date the other copies ``now``.

    Clubs that are read-only are left as they are.
    """
    copied, at = Copied([], []), timestamp(now)
    for club in (club.id for club in clubs(db) if read_only_words(db, club.id) is None):
        with writing(db, club):
            current = still_current(db, club, edition_of(db, club), at)
        if not current:
            _copy(db, club, at, copied)
    return copied


def _copy(db: Database, club: str, at: str, copied: Copied) -> None:
    with reading(db):
        edition, file = edition_of(db, club), "".join(exported(db, club)).encode()
    content = gzip.compress(file, mtime=0) if len(file) <= MOST_BYTES else None
    with writing(db, club):
        delete_copy(db, club)
        if content is None:
            copied.too_big.append(club)
        elif edition_of(db, club) == edition:  # else a name may have been forgotten meanwhile
            add_copy(db, club, NightlyCopy(at, len(file)), edition, content)
            copied.made.append(club)
