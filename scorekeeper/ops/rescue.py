"""The whole database put back while it is served; a damaged one is replaced by what phones see of a copy.

What is shown is what would take the file's place, and takes no changes; phones keep what is entered. Whoever
decides to go on leaves a mark, the main process stops its workers and puts the copy in place. A start that
finds the mark does so, too.
"""

import secrets
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.config import backups_folder
from scorekeeper.services.clubs.hosting import begin_read_only, end_read_only
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.backup import copies_at, dated_ahead, time_of_copy
from scorekeeper.store.engine.connection import connect, open_store
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.store.engine.locks import choosing, nobody_serving, remove
from scorekeeper.store.engine.places import Folder, Place, second_place
from scorekeeper.store.transfer.restore import draft_of, put_in_place
from scorekeeper.timestamps import time_zone

_WORDS = (
    "The server’s file is damaged. This is the copy of {made_at}, to look at: nothing is saved, and phones "
    "keep what they have, until {who} goes on from it."
)


@dataclass(frozen=True)
class Offer:
    """The copy of ``made_at`` that is shown in place of the damaged ``database``."""

    database: Path
    made_at: datetime

    @property
    def shown(self) -> Path:
        return self.database.with_name(f"{self.database.name}.offered")

    @property
    def _mark(self) -> Path:
        return self.database.with_name(f"{self.database.name}.chosen")

    def choose(self) -> None:
        self._mark.touch(mode=0o600)

    def chosen(self) -> bool:
        return self._mark.exists()

    def go_on(self) -> Path | None:
        with nobody_serving(self.database):
            with closing(connect(self.shown)) as db:
                end_read_only(db)
                db.execute("PRAGMA journal_mode = DELETE")
            aside = put_in_place(self.shown, self.database, datetime.now(UTC))
        self.withdraw()
        return aside

    def withdraw(self) -> None:
        remove(self.shown)
        self._mark.unlink(missing_ok=True)


def offer(database: Path) -> Offer | None:
    """The newest sound copy, ready to be shown; None where there is none that phones may come in to.

    They may where the damaged file can still say who may.
    """
    now = datetime.now(UTC)
    found = list[tuple[datetime, str, Place]]()
    second = second_place()
    for place in (Folder(backups_folder(database)), *([second] if second else ())):
        with suppress(OSError):
            found += [(made, name, place) for name, made in copies_at(place).items()]
    ahead = dated_ahead([made for made, *_ in found], now)
    fetched = database.with_name(f"{database.name}.draft-{secrets.token_hex(8)}")
    for made_at, name, place in sorted(found, key=lambda one: one[:2], reverse=True):
        offered = Offer(database, made_at)
        offered.withdraw()
        with suppress(StoreError, EngineError, OSError):
            if made_at in ahead:
                continue
            with place.at_hand(name, fetched) as copy:
                links_go_on = draft_of(copy, database, offered.shown, now)
            if not links_go_on:
                break
            with closing(open_store(offered.shown)) as db:
                who = "the manager" if len(clubs(db)) == 1 else "whoever runs this server"
                begin_read_only(db, _WORDS.format(made_at=_said(made_at), who=who), now)
            return offered
    Offer(database, now).withdraw()
    return None


def _said(made_at: datetime) -> str:
    """When a copy was made, by the clocks of the clubs, as their pages say it."""
    at = made_at.astimezone(time_zone())
    return f"{at.day} {at:%B, %H:%M}"


def choose(copy: Path, database: Path) -> None:
    """Have the server go on from this copy; nothing is saved until then. Raises ``StoreError``.

    A second tap meanwhile waits for the first, also in another worker, and changes nothing.
    """
    with choosing(database):
        if not Offer(database, datetime.now(UTC)).chosen():
            _choose(copy, database)


def _choose(copy: Path, database: Path) -> None:
    now, made_at = datetime.now(UTC), time_of_copy(copy)
    chosen = Offer(database, made_at)
    chosen.withdraw()  # what a choice that was killed has left
    with closing(open_store(database)) as db:
        begin_read_only(db, f"Going back to the copy of {_said(made_at)}. That takes seconds.", now)
        try:
            chosen.shown.touch(mode=0o600)  # a start that finds no more than that takes changes again
            draft_of(copy, database, chosen.shown, now)
        except BaseException:
            chosen.withdraw()  # which makes the room for what follows
            end_read_only(db)
            raise
    chosen.choose()


def put_chosen_in_place(database: Path) -> Path | None:
    """Go on with a copy that was chosen, if one was; where the database is now that was there before.

    Raises ``StoreError`` while another server uses the database, which then stays.
    """
    left = Offer(database, datetime.now(UTC))
    try:
        return left.go_on() if left.chosen() and left.shown.exists() else None
    finally:
        if left.shown.exists():  # it stays: changes are taken again
            with suppress(StoreError, EngineError), closing(open_store(database)) as db:
                end_read_only(db)
        left.withdraw()
