"""The copies of one club: what each holds, and the club put back from one."""

from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.text import counted
from scorekeeper.services.clubs.club_results import MatchResult, result_of
from scorekeeper.services.gate import CLUB, Act, Ask, IdempotencyKey, Refused, act
from scorekeeper.services.match_state import build_state
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.clubs.players import player_names
from scorekeeper.store.engine.backup import copies_to_put_back, time_of_copy, verify
from scorekeeper.store.engine.connection import copy_club_into, open_store
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.store.engine.integrity import faults_in_club
from scorekeeper.store.engine.locks import remove
from scorekeeper.store.engine.migrate import copy_beside, up_to_date
from scorekeeper.store.matches.match_events import events
from scorekeeper.store.matches.matches import matches
from scorekeeper.store.transfer.club_rows import RowRefused, Rows, club_is_here, everything_of
from scorekeeper.store.transfer.erasure import known_as_erased, still_in, write_anew
from scorekeeper.store.transfer.restore import count_record, put_back
from scorekeeper.timestamps import timestamp

GONE = "This copy is no longer there, or it does not hold the club. Take another one."
UNSOUND = "This copy’s record is not sound, so the club stays as it is. Take an older one."


class Held(NamedTuple):
    """What a copy holds of a club."""

    name: str
    made_at: str
    matches: int
    rounds: int
    leagues: int
    cards: int
    sound: bool  # its record is as it was entered

    @property
    def aside(self) -> bool:
        """It is of what was there before another copy was put back."""
        return ".before-" in self.name

    @property
    def words(self) -> str:
        played = f"{counted(self.rounds, 'round')} in {counted(self.matches, 'match', 'matches')}"
        cards = f", {counted(self.cards, 'match card')} in {counted(self.leagues, 'league')}"
        return played + (cards if self.leagues else "")


class HeldByAll(NamedTuple):
    """A copy of the whole database, with each club's name and how much it holds; None: it cannot be read."""

    path: Path
    made_at: str
    aside: bool
    clubs: list[tuple[str, Held]] | None


def held_in_each(database: Path, folder: Path) -> list[HeldByAll]:
    found = []
    for path in copies_to_put_back(database, folder, "restore").values():
        made_at, there = timestamp(time_of_copy(path)), None
        with suppress(StoreError, EngineError), closing(open_store(path)) as copy:
            there = [
                (club.name, Held(path.name, made_at, *count_record(copy, club.id), sound=True))
                for club in clubs(copy)
            ]
        found.append(HeldByAll(path, made_at, path.parent != folder, there))
    return found


def held_in_copies(database: Path, folder: Path, club: str) -> list[Held]:
    found = (_held(path, club) for path in copies_to_put_back(database, folder, "club").values())
    return [held for held in found if held]


def copy_named(database: Path, folder: Path, name: str, what: str = "club") -> Path:
    path = copies_to_put_back(database, folder, what).get(name)
    if path is None:
        raise Refused(GONE)
    return path


def held_in(db: Database, path: Path, club: str) -> tuple[Held, list[MatchResult]]:
    """One copy with the club’s matches, newest first, under the names of today. Raises ``Refused``."""
    held = _held(path, club)
    if held is None:
        raise Refused(GONE)
    with closing(open_store(path)) as copy:
        return held, _results(copy, club, player_names(db, club))


def held_now(db: Database, club: str, made_at: datetime) -> tuple[Held, list[MatchResult]]:
    """What this database, itself a copy of then, holds of the club, with its matches, newest first."""
    return Held("", timestamp(made_at), *count_record(db, club), sound=True), _results(db, club, {})


def _results(copy: Database, club: str, names: Mapping[str, str]) -> list[MatchResult]:
    found = []
    for match in matches(copy, club):
        seats = tuple(seat._replace(name=names.get(seat.player, seat.name)) for seat in match.seats)
        state = build_state(match._replace(seats=seats), events(copy, club, match.id))
        found.append(result_of(state))
    return found


def _held(path: Path, club: str) -> Held | None:
    try:
        with closing(open_store(path)) as copy:
            if not up_to_date(copy) or not club_is_here(copy, club):
                return None
            sound = next(faults_in_club(copy, club), None) is None
            held = count_record(copy, club)
            return Held(path.name, timestamp(time_of_copy(path)), *held, sound)
    except (StoreError, EngineError):
        return None


def restore_club(ask: Ask, database: Path, path: Path, seen: str) -> bool:
    """Put the club back as this copy has it; False where that was done already, from the same page.

    ``seen`` is what the page had shown: two taps on one page do one thing. What was there is kept as a copy
    too. Raises ``Refused``.
    """
    held = _held(path, ask.club)
    if held is None:
        raise Refused(GONE)
    if not held.sound:
        raise Refused(UNSOUND)
    try:
        verify(path)
        rows = _rows_to_put_back(ask, database, path)
    except (StoreError, EngineError) as error:
        raise Refused(UNSOUND) from error
    ask = ask._replace(key=IdempotencyKey(f"copy {path.name} {seen}", path.name))
    return put_club_back(ask, ask.club, rows, held.made_at, database).new


def _rows_to_put_back(ask: Ask, database: Path, path: Path) -> Rows:
    """What the copy has of the club, without whom the club has forgotten since."""
    draft = database.with_name(f"{database.name}.draft-{token_hex(8)}")
    with closing(open_store(path)) as copy:
        held = still_in(copy, known_as_erased(ask.db, ask.club))
    try:
        if held.forgotten:
            write_anew(path, draft, held)
        with closing(open_store(draft if held.forgotten else path)) as copy:
            return everything_of(copy, ask.club)
    finally:
        remove(draft)


@act(CLUB, "manage", "restoring")
def put_club_back(act: Act[Club], rows: Rows, made_at: str, database: Path) -> None:
    """The club becomes these rows of a copy of then.

    What is there now is copied by another connection while this one keeps everybody from writing: a round
    saved before is in that copy, and one after goes to the club as it is then.
    """
    before = copy_beside(database, f"club-{token_hex(4)}", partial(copy_club_into, database, act.club))
    try:
        put_back(act.db, act.club, rows, made_at, act.author)
    except BaseException as error:
        before.unlink(missing_ok=True)
        if isinstance(error, RowRefused):
            raise Refused(f"This copy does not fit into the club as it is now ({error}).") from error
        raise
