"""Read-only mode: pages go on, changes are refused in the operator's words, phones keep their rounds."""

from datetime import UTC, datetime

from sqlite_utils import Database

from scorekeeper.store.clubs import read_only
from scorekeeper.store.clubs.read_only import WHOLE_INSTANCE
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.versions import touch_access

USUAL_WORDS = "Maintenance: nothing can be saved just now. Phones keep their rounds and send them later."
LONGEST_WORDS = 200  # characters


def begin_read_only(db: Database, words: str, now: datetime, club: str = WHOLE_INSTANCE) -> None:
    """Refuse every change from now on, in the instance or in one club; its pages say these words.

    When this returns, nothing more is stored, whatever was under way before.
    """
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with writing(db, club):
        read_only.set_read_only(db, club, words, at)
    have_phones_ask(db, club)


def end_read_only(db: Database, club: str = WHOLE_INSTANCE) -> None:
    """End read-only mode."""
    with writing(db, club):
        read_only.end_read_only(db, club)
    have_phones_ask(db, club)


def have_phones_ask(db: Database, club: str) -> None:
    """Invalidate all cached pages; waits for acts that are changing a club."""
    with writing(db, club):
        if club:
            touch_access(db, club)
        else:
            read_only.touch_access_of_all(db)
