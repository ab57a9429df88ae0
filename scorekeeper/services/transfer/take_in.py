"""Taking in what a phone's pocket hands over, exactly once however often it comes.

A match is known by its id and by how many events it has, and events are only added. So what comes is new, or
known, or goes on from what is here, or has been overtaken by it; anything else is a conflict, which changes
nothing on either side. Every round is validated again before it is taken.
"""

from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import load_fixture_card
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.revalidation import faults_of
from scorekeeper.services.transfer.handover_file import Handover
from scorekeeper.services.transfer.match_summary import MatchSummary, summary_from_rows, summary_of
from scorekeeper.services.transfer.people import settle
from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.players import team_of
from scorekeeper.store.engine.chain import TABLES
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_record
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.store.transfer.handover_rows import (
    HANDED_OVER,
    Row,
    Thread,
    add_to_thread,
    mark_handed_over,
    put_device,
    put_match,
    read_head,
    read_thread,
    thread_of,
)
from scorekeeper.store.transfer.import_rows import RowRefused, dangling, wait_with_references

SAFE = ("taken", "added", "known", "ahead")  # of these the club has all that the phone has
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)


class Taken(NamedTuple):
    """What became of one match or card: ``version`` is what the phone handed over of it.

    ``both``: where each side has a match of its own, the club's and the phone's.
    """

    entity: str
    id: str
    state: str
    version: int
    words: str
    both: tuple[MatchSummary, ...] = ()


class _NotTaken(Exception):
    """Rolls one match back; ``state`` is ``refused`` or ``conflict``."""

    def __init__(self, state: str, words: str) -> None:
        super().__init__(words)
        self.state = state


def take_in(
    db: Database, club: str, handover: Handover, answers: Mapping[str, str], author: Author
) -> list[Taken]:
    """Each match and card in a transaction of its own. ``Asked`` where people may be known."""
    with writing(db, club):
        count_act(db, club, "file", author)
        known = settle(db, club, handover.rows["players"], answers, author.at)
        for device in handover.rows["devices"]:
            put_device(db, device)
    rows = {table: [_called(row, known) for row in listed] for table, listed in handover.rows.items()}
    fixtures = sorted({str(row["fixture"]) for row in rows["card_events"]})
    return [
        *(_match(db, club, row, rows, author) for row in _firsts_first(rows["matches"])),
        *(_card(db, club, fixture, rows, author) for fixture in fixtures),
    ]


def _firsts_first(matches: Iterable[Row]) -> list[Row]:
    """Each rematch after the match that it repeats, also where the phone's clock was put back in between."""
    by_id = {str(row["id"]): row for row in sorted(matches, key=lambda row: str(row["id"]))}
    repeats = {id: {str(row.get("rematch_of"))} & by_id.keys() for id, row in by_id.items()}
    try:
        return [by_id[id] for id in TopologicalSorter(repeats).static_order()]
    except CycleError:  # no phone makes such a file, and each match of the circle is refused
        return [*by_id.values()]


def _called(row: Row, known: Mapping[str, str]) -> Row:
    """The row with the club's ids of the people in it; a line-up is JSON, and has them within."""
    changed = dict(row)
    for name, value in row.items():
        if isinstance(value, str):
            changed[name] = known.get(value, value)
    for alias, player in known.items():
        if changed.get("lineup") and alias != player:
            changed["lineup"] = changed["lineup"].replace(alias, player)
    return changed


def _match(db: Database, club: str, row: Row, rows: dict[str, list[Row]], author: Author) -> Taken:
    events = [
        (table, each) for table in TABLES["match"] for each in rows[table] if each["match"] == row["id"]
    ]
    thread = thread_of("match", row["id"], events)
    seats = [seat for seat in rows["seats"] if seat["match"] == row["id"]]

    def begin() -> None:
        put_match(db, row, _in_teams(db, club, seats, author.at))

    def check() -> list[str]:
        state = load_match(db, club, row["id"])
        return faults_of(state) if state else ["the match has nobody in it"]

    taken = _one(db, club, thread, begin, check, author, row)
    if taken.state != "conflict":
        return taken
    here, theirs = load_match(db, club, row["id"]), summary_from_rows(db, club, row, seats, thread)
    return taken._replace(both=(summary_of(here), theirs)) if here and theirs else taken


def _card(db: Database, club: str, fixture: str, rows: dict[str, list[Row]], author: Author) -> Taken:
    events = [("card_events", each) for each in rows["card_events"] if each["fixture"] == fixture]

    def begin() -> None:
        raise _NotTaken("refused", "The club has no such fixture.")

    def check() -> list[str]:
        season, _ = load_fixture_card(db, FixtureRef(club, fixture), author.day)
        season.table()
        return []

    return _one(db, club, thread_of("card", fixture, events), begin, check, author, None)


def _one(
    db: Database,
    club: str,
    thread: Thread,
    begin: Callable[[], None],
    check: Callable[[], list[str]],
    author: Author,
    head: Row | None,
) -> Taken:
    try:
        with writing(db, club):
            state = _store(db, club, thread, begin, check, head)
            if state in ("taken", "added"):
                what = (thread.entity, thread.id, HANDED_OVER)
                add_change(db, club, what, None, str(thread.version), author)
                mark_handed_over(db, club, thread.entity, thread.id, thread.version)
        return Taken(thread.entity, thread.id, state, thread.version, "")
    except _NotTaken as error:
        return Taken(thread.entity, thread.id, error.state, thread.version, str(error))
    except RowRefused as error:
        return Taken(thread.entity, thread.id, "refused", thread.version, f"It cannot be stored: {error}.")


def _store(
    db: Database,
    club: str,
    thread: Thread,
    begin: Callable[[], None],
    check: Callable[[], list[str]],
    head: Row | None,
) -> str:
    wait_with_references(db)
    here = read_head(db, club, thread.entity, thread.id)
    if here is None:
        begin()
    elif head and any(here[name] != head[name] for name in ("card", "first_leader", "started_at")):
        raise _NotTaken("conflict", "The club has another match under the same number.")
    ours = read_thread(db, club, thread.entity, thread.id)
    _compare(ours, thread)
    if here is not None and thread.version <= ours.version:
        return "known" if thread.version == ours.version else "ahead"
    before = set(faults_in_record(db))
    add_to_thread(db, club, thread, ours.version)
    _sound(db, check, before)
    return "taken" if here is None else "added"


def _compare(ours: Thread, theirs: Thread) -> None:
    """Raise where the same event is there in two forms: somebody has entered something on both sides."""
    for version in range(1, min(ours.version, theirs.version) + 1):
        if ours.events.get(version) != theirs.events.get(version):
            raise _NotTaken(
                "conflict",
                f"The club and the phone differ: entry {version} is one thing here and another on "
                "the phone. Nothing was changed on either.",
            )


def _sound(db: Database, check: Callable[[], list[str]], before: set[str]) -> None:
    if lost := next(iter(dangling(db)), None):
        raise _NotTaken("refused", f"A row of {lost[0]} points at a row that is missing.")
    faults = [fault for fault in faults_in_record(db) if fault not in before]
    if not faults:
        try:
            faults = check()
        except _UNREADABLE as error:
            faults = [f"it cannot be read ({error})"]
    if faults:
        raise _NotTaken("refused", f"By the rules of its card: {faults[0]}")


def _in_teams(db: Database, club: str, seats: list[Row], at: str) -> list[Row]:
    """The seats, partners as the pair that they are in this club."""
    members: dict[int, list[str]] = {}
    for seat in seats:
        members.setdefault(seat["side"], []).append(seat["player"])
    pairs = {side: team_of(db, club, players, at).id for side, players in members.items() if len(players) > 1}
    return [seat | {"team": pairs.get(seat["side"])} for seat in seats]
