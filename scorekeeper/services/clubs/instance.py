"""What the operator of an instance sees: current activity, clubs by last use, versions."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.read_only import read_only_words
from scorekeeper.store.clubs.usage import Usage, clubs_there, live_tables, matches_since, usage_of_clubs
from scorekeeper.store.engine.backup import copies_by_date
from scorekeeper.store.engine.migrate import steps_taken
from scorekeeper.timestamps import timestamp

_TONIGHT = timedelta(hours=12)
_LIVE = timedelta(minutes=15)  # since the last entry: a round takes four


class InstanceNow(NamedTuple):
    """Current activity, cheap enough to be queried every few seconds.

    ``live_tables`` are matches in which something was entered a moment ago; ``read_only`` are the words in
    which changes are refused, None where they are taken.
    """

    clubs: int
    live_tables: int
    read_only: str | None
    newest_copy: datetime | None


class InstanceFacts(NamedTuple):
    """What goes on now, the schema's last step, the clubs by last use, matches of the last twelve hours."""

    now: InstanceNow
    schema: str
    used: list[Usage]
    tonight: int


def instance_now(db: Database, backups: Path, now: datetime) -> InstanceNow:
    """The activity at the time ``now``; ``backups`` is the folder of the database's copies."""
    made, _ahead = copies_by_date(backups, now)
    return InstanceNow(
        clubs_there(db),
        live_tables(db, timestamp(now - _TONIGHT), timestamp(now - _LIVE)),
        read_only_words(db),
        max(made.values(), default=None),
    )


def instance_facts(db: Database, backups: Path, now: datetime) -> InstanceFacts:
    """The instance as it is ``now``, for the operator's page."""
    tonight = matches_since(db, timestamp(now - _TONIGHT))
    return InstanceFacts(instance_now(db, backups, now), steps_taken(db)[-1], usage_of_clubs(db), tonight)
