"""Permanent erasure: of a deleted club after thirty days, and of a person's name."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.store.clubs import anonymise
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import Player
from scorekeeper.store.clubs.trash import due_for_erasure, erase_club, erasure_lock
from scorekeeper.store.engine.connection import empty_log, writing
from scorekeeper.store.transfer.nightly_copies import delete_copy


@contextmanager
def erasing(db: Database, club: str) -> Iterator[None]:
    """A write transaction in which this club's facts may be changed or taken away, and no other's."""
    with writing(db), erasure_lock(db, club):
        yield
    empty_log(db)


def empty_trash(db: Database, now: datetime) -> list[str]:
    """Erase every club that was deleted thirty days ago or earlier; the ids of those erased."""
    due = due_for_erasure(db, now)
    for club in due:
        with erasing(db, club):
            erase_club(db, club)
    return due


def forget_player(db: Database, club: str, player: Player, author: Author) -> str:
    """Erase the person's name from the club for good; returns the placeholder."""
    with erasing(db, club):
        count_act(db, club, "name", author)
        delete_copy(db, club)
        return anonymise.forget_player(db, club, player, author)
