"""A phone that has taken a club along, and how its matches return to the club."""

from sqlite_utils import Database

from scorekeeper.services.gate import Ask
from scorekeeper.services.transfer.handover_file import (
    handover_lines,
    mark,
    read_handover,
)
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.devices import ensure_device
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain
from tests.services.match import Match

LATER = "2026-11-22T09:00:00Z"


def whole(db: Database) -> bool:
    """Whether every chain of hashes in the database is whole."""
    return not [*faults_in_every_chain(db)]


def hand_over(phone: Database, db: Database, club: str, **answers: str) -> list[Taken]:
    """Everything that waits, through the file, and the club's answer back to the phone."""
    found = find_club(phone, club)
    assert found is not None
    lines = list(handover_lines(phone, found))
    with writing(db):
        ensure_device(db, club, "bar", LATER)
    taken = take_in(Ask(db, club, Author("bar", LATER)), read_handover(db, club, lines), answers)
    mark(phone, club, [(one.entity, one.id, one.version) for one in taken if one.state in SAFE])
    return taken


def rounds(db: Database, match: Match) -> list[str]:
    return [event.key for event in match.state(db).events]
