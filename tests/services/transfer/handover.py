"""A phone that has taken a club along, and how its matches return to the club."""

import json

from sqlite_utils import Database

from scorekeeper.services.gate import Ask
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import (
    MOST_PART,
    handover_lines,
    mark,
    read_handover,
    take_along,
)
from scorekeeper.services.transfer.take_in import SAFE, Taken, take_in
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain
from scorekeeper.store.transfer.handover_rows import copied_up_to
from tests.services.match import EVENING, Match

LATER = "2026-11-22T09:00:00Z"


def whole(db: Database) -> bool:
    return not [*faults_in_every_chain(db)]


def file_of(phone: Database, club: str, after: str = "", most: int = MOST_PART) -> list[str]:
    found = find_club(phone, club)
    assert found is not None
    return [*handover_lines(phone, found, after, most)]


def bar(db: Database, club: str, role: str = "manage") -> Ask:
    """The phone at the bar."""
    return Ask(db, club, Author("bar", LATER), role)


def hand_over(
    phone: Database,
    db: Database,
    club: str,
    choices: dict[str, str] | None = None,
    *,
    most: int = MOST_PART,
    parts: int = 1_000_000,
    **answers: str,
) -> list[Taken]:
    """Everything that waits, part by part, and the club's answers back to the phone; ``parts``: then cut."""
    taken: list[Taken] = []
    after = ""
    for _ in range(parts):
        lines = file_of(phone, club, after, most)
        now = take_in(bar(db, club), read_handover(db, club, lines), answers, choices)
        mark(phone, club, [(one.entity, one.id, one.version) for one in now if one.state in SAFE])
        taken += now
        after = str(json.loads(lines[0])["next"])
        if not after:
            break
    return taken


def fetch(phone: Database, db: Database, club: str) -> None:
    take_along(phone, exported(db, club, copied_up_to(phone, club)))


def sync(phone: Database, db: Database, club: str, choices: dict[str, str] | None = None) -> list[Taken]:
    taken = hand_over(phone, db, club, choices)
    fetch(phone, db, club)
    return taken


def rounds(db: Database, match: Match) -> list[str]:
    return [event.key for event in match.state(db).events]


def sits_down_with_ann(at: Database, match: Match, name: str) -> Match:
    """A player of this name, new in this place, begins a match with the first of another."""
    with writing(at):
        new = add_player(at, match.club, name, EVENING).id
        begun = match._replace(id="", players=[match.players[0], new])
        return begun.sit_down(at, match.state(at).card)
