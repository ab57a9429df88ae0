"""Taking a club along: a phone's pocket gets all of it, under the club's own ids, and may get it again."""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from scorekeeper.services.clubs.erasure import erasing
from scorekeeper.services.transfer.club_file import MOST_LETTERS, import_club, place_club
from scorekeeper.services.transfer.handover_file import mark, waiting
from scorekeeper.store.clubs.trash import erase_club
from scorekeeper.store.transfer.handover_rows import versions
from scorekeeper.store.transfer.import_rows import club_is_here


class NotHandedOver(Exception):
    """The phone has something that the club has not; ``str(error)`` says how much."""


def take_along(db: Database, lines: Iterable[str]) -> str:
    """Put the club of this file in the place of what the phone knew of it; its id.

    Raises ``NotHandedOver``, or ``ImportRefused`` with every fault of the file; nothing is changed then.
    """
    text = list(lines)
    club = _club_of(text[1] if len(text) > 1 else "")
    if club and club_is_here(db, club):
        if count := len(waiting(db, club)):
            raise NotHandedOver(
                f"Hand over first: {count} of this phone’s matches and cards are not with the club yet."
            )
        with erasing(db, club):
            erase_club(db, club)
            place_club(db, text)
    else:
        club = import_club(db, text)
    mark(db, club, [(entity, id, version) for (entity, id), version in versions(db, club).items()])
    return club


def _club_of(line: str) -> str | None:
    try:
        row = json.loads(line[:MOST_LETTERS])["row"]
        return str(row["id"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
