"""An instance of many clubs: opened within limits, closed, swept, read-only; what its operator sees."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs import access, clubs, hosting
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.hosting import WHOLE_INSTANCE, Opened
from scorekeeper.store.engine.backup import CLOCK_ERROR
from scorekeeper.store.engine.connection import empty_log, open_store, writing
from scorekeeper.store.engine.errors import ReadOnly
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.migrate import steps_taken
from scorekeeper.store.engine.versions import touch_access
from scorekeeper.timestamps import moment_of, timestamp

OPENINGS_A_NETWORK = 3  # a day: a pub, its league and a mistake
OPENINGS_A_DAY = 500  # by everybody together
UNUSED_DAYS = 30  # before a club that nobody has used goes into the trash
MOST_QUIET = timedelta(days=10)  # between two nights, where this server was not silent for as long before
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)  # a night dated earlier had a wrong clock: there was no Scorekeeper
_SURE = timedelta(days=7)  # after which somebody would have seen the wrong day on the pages
_SAME_DAY = timedelta(days=1)  # in which the same key is the same opening
_TONIGHT = timedelta(hours=12)
_LIVE = timedelta(minutes=15)  # since the last entry: a round takes four
USUAL_WORDS = "Maintenance: nothing can be saved just now. Phones keep their rounds and send them later."
LONGEST_WORDS = 200  # characters


def first_start_secret(path: str | Path) -> str | None:
    """A fresh secret for ``/start/<secret>`` while the database at ``path`` holds no club, else None."""
    with closing(open_store(path)) as db, writing(db):
        return hosting.first_start_secret(db, timestamp(datetime.now(UTC)))


def open_club(db: Database, name: str, at: str) -> clubs.Club:
    """Raises ``ReadOnly`` while the instance is, as the other two do."""
    with writing(db):
        refuse_read_only(db)
        return clubs.add_club(db, name, at)


def open_first_club(db: Database, secret: str, name: str, key: str, now: datetime) -> Opened | None:
    """The first club, for whoever holds the secret; None where somebody else has used it.

    The same ``key`` again within a day, as after a lost answer, is the same opening. It is a keyed hash,
    since a club's file has the acts in it. So below.
    """
    with writing(db):
        refuse_read_only(db)
        opened = hosting.opened_by(db, key, timestamp(now - _SAME_DAY))
        if opened or not hosting.may_start(db, secret):
            return opened
        return _open(db, name, key, timestamp(now))


def _open(db: Database, name: str, key: str, at: str) -> Opened:
    opened = Opened(clubs.add_club(db, name, at).id, new_id(), generation=1)
    access.ensure_device(db, opened.club, opened.device, at)
    hosting.add_opening(db, opened.club, key, Author(opened.device, at))
    return opened


class TooManyOpenings(Exception):
    """So many clubs were opened today that no more are for now; ``str(error)`` is shown as it is."""


def open_hosted_club(db: Database, name: str, phone: str, key: str, network: str, now: datetime) -> Opened:
    """A new club for whoever asks, with the phone that asked for it known by its nickname.

    ``network`` is a keyed hash of the network that asks. Raises ``TooManyOpenings`` past a day's limits.
    """
    at, day_ago = timestamp(now), timestamp(now - _SAME_DAY)
    with writing(db):
        refuse_read_only(db)
        if opened := hosting.opened_by(db, key, day_ago):
            return opened
        if hosting.openings_since(db, day_ago, network) >= OPENINGS_A_NETWORK:
            raise TooManyOpenings(
                f"{OPENINGS_A_NETWORK} clubs were opened from here today. Open the next one tomorrow."
            )
        if hosting.openings_since(db, day_ago) >= OPENINGS_A_DAY:
            raise TooManyOpenings("Too many clubs were opened here today. Please try again tomorrow.")
        opened = _open(db, name, key, at)
        hosting.count_opening(db, opened.club, network, at)
        access.name_device(db, opened.club, phone, Author(opened.device, at))
    return opened


def close_club(db: Database, club: clubs.Club, now: datetime) -> None:
    """Put the club into the trash for its operator; its manager can take it out again for thirty days."""
    with writing(db, club.id):
        refuse_read_only(db)
        clubs.trash_unasked(db, club.id, timestamp(now))


def sweep_unused(db: Database, now: datetime) -> list[str]:
    """Put clubs that nobody used within thirty days of opening them into the trash; their ids.

    Only clubs opened by anybody on the front page are swept. From the trash they go like any deleted club.
    """
    swept = hosting.never_used(db, timestamp(now - timedelta(days=UNUSED_DAYS)))
    for club in swept:
        with writing(db, club):
            clubs.trash_unasked(db, club, timestamp(now))
    return swept


def believed_time(db: Database, now: datetime) -> datetime:
    """The time that deletion goes by: ``now``, or the last night before a silence that cannot be believed.

    After a silence half as long again as any before, the clock may have jumped: it is believed a week later.
    """
    days = [day for day in days_of_runs(db) if _FIRST <= day <= now]
    longest = MOST_QUIET
    for before, after in pairwise([*days, now]):
        if after - before > longest:
            if now - after < _SURE:
                return before
            longest = (after - before) * 1.5
    return now


def days_of_runs(db: Database) -> list[datetime]:
    """The days, in UTC, on which the nightly work was done."""
    return [datetime.fromisoformat(day).replace(tzinfo=UTC) for day in hosting.nightly_runs(db)]


def doubt_of_clock(db: Database, now: datetime, club: str | None = None) -> str | None:
    """What speaks against ``now`` as the time, in a sentence: a long silence, or an act here of later."""
    return _doubt(db, clubs.newest_time(db, club), now)


def _doubt(db: Database, newest: datetime | None, now: datetime) -> str | None:
    said = f"This server’s clock says {now.day} {now:%B %Y, %H:%M} UTC"
    if newest and newest > now + CLOCK_ERROR:
        return f"{said}, but something here is dated {newest.day} {newest:%B %Y, %H:%M}: it is wrong, or was."
    if (last := believed_time(db, now)) < now:
        return (
            f"{said}, but it made no copy for a long time after {last.day} {last:%B %Y}: was it switched "
            "off, or is the clock wrong?"
        )
    return None


def note_run(db: Database, now: datetime) -> None:
    """Note that the nightly work is being done; before the first time, when something was last done here."""
    with writing(db):
        last = None if hosting.nightly_runs(db) else clubs.newest_time(db)
        for at in filter(None, (last, now)):
            hosting.add_run(db, at.date().isoformat())


@contextmanager
def erasing(db: Database, club: str) -> Iterator[None]:
    """A write transaction in which this club's facts may be changed or taken away, and no other's."""
    with writing(db), clubs.erasure_lock(db, club):
        yield
    empty_log(db)


def empty_trash(db: Database, now: datetime) -> list[str]:
    due = clubs.due_for_erasure(db, now)
    for club in due:
        with erasing(db, club):
            clubs.erase_club(db, club, timestamp(now))
    return due


class InstanceNow(NamedTuple):
    """Current activity, cheap enough to be queried every few seconds."""

    clubs: int
    live_tables: int  # matches in which something was entered a moment ago
    read_only: str | None  # the words in which changes are refused, None where they are taken


def instance_now(db: Database, now: datetime) -> InstanceNow:
    return InstanceNow(
        hosting.clubs_there(db),
        hosting.live_tables(db, timestamp(now - _TONIGHT), timestamp(now - _LIVE)),
        hosting.read_only_words(db),
    )


def instance_facts(db: Database, now: datetime) -> dict[str, Any]:
    """The schema's last step, the clubs by last use, the matches of twelve hours, a doubt of the clock."""
    used = hosting.usage_of_clubs(db)
    newest = max((moment_of(club.last_match_at) for club in used if club.last_match_at), default=None)
    return {
        "schema": steps_taken(db)[-1],
        "used": used,
        "tonight": hosting.matches_since(db, timestamp(now - _TONIGHT)),
        "clock": _doubt(db, newest, now),
    }


def begin_read_only(db: Database, words: str, now: datetime, club: str = WHOLE_INSTANCE) -> None:
    """Refuse every change from now on, in the instance or in one club; its pages say these words.

    When this returns, nothing more is stored, whatever was under way before.
    """
    with writing(db, club):
        hosting.set_read_only(db, club, words, timestamp(now))
    invalidate_pages(db, club)


def end_read_only(db: Database, club: str = WHOLE_INSTANCE) -> None:
    with writing(db, club):
        hosting.end_read_only(db, club)
    invalidate_pages(db, club)


def refuse_read_only(db: Database) -> None:
    """For what no club's own guard sees, such as a club that is not there yet."""
    if hosting.read_only_words(db):
        raise ReadOnly


def invalidate_pages(db: Database, club: str) -> None:
    """Have every phone ask anew for what it has kept; waits for acts that are changing a club."""
    with writing(db, club):
        touch_access(db, club)
