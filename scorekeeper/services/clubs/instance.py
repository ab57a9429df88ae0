"""What the operator of an instance asks of its database: clubs by last use, tonight's matches, versions."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.usage import Usage, matches_since, usage_of_clubs
from scorekeeper.store.engine.backup import copies
from scorekeeper.store.engine.migrate import steps_taken
from scorekeeper.timestamps import timestamp

_TONIGHT = timedelta(hours=12)


class InstanceFacts(NamedTuple):
    """The schema's last step, the clubs by last use, matches of the last twelve hours, the newest copy."""

    schema: str
    used: list[Usage]
    tonight: int
    newest_copy: datetime | None


def instance_facts(db: Database, backups: Path, now: datetime) -> InstanceFacts:
    """The instance as it is ``now``; ``backups`` is the folder of its copies."""
    since = timestamp(now - _TONIGHT)
    return InstanceFacts(
        steps_taken(db)[-1],
        usage_of_clubs(db),
        matches_since(db, since),
        max(copies(backups).values(), default=None),
    )
