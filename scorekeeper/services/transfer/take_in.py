"""Taking in what a phone's pocket hands over, exactly once however often it comes.

A match is known by its id and by how many events it has, and events are only added. So what comes is new, or
known, or goes on from what is here, or has been overtaken by it; anything else is a conflict, which changes
nothing on either side. Every round is validated again before it is taken.
"""

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import (
    CARD,
    CardOf,
    MatchCardError,
    load_fixture_card,
    verify_unlocked,
)
from scorekeeper.services.cards.card_validation import faults_of as faults_of_card
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.gate import CLUB, Act, Ask, Barred, Missing, Refused, act
from scorekeeper.services.leagues.captains import verify_may_act, verify_may_enter
from scorekeeper.services.leagues.subject import verify_open
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.revalidation import faults_of
from scorekeeper.services.transfer.handover_file import Handover
from scorekeeper.services.transfer.match_summary import MatchSummary, summary_from_rows, summary_of
from scorekeeper.services.transfer.people import settle
from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import team_of
from scorekeeper.store.engine.chain import TABLES
from scorekeeper.store.engine.integrity import faults_in_match
from scorekeeper.store.leagues.card_events import (
    BoardEntry,
    CardEventBody,
    Forfeit,
    Live,
    Reopening,
    Signature,
    add_card_events,
    board_of_match,
    body_of,
)
from scorekeeper.store.leagues.fixtures import FixtureRef, find_fixture
from scorekeeper.store.transfer.club_rows import RowRefused, dangling_of, wait_with_references
from scorekeeper.store.transfer.handover_rows import (
    HANDED_OVER,
    Row,
    Thread,
    add_to_match,
    mark_handed_over,
    put_match,
    read_head,
    read_thread,
    thread_of,
)

DIFFER = (
    "The club and the phone differ: entry {} is one thing here and another on the phone. Nothing was changed "
    "on either."
)
SIGN_HERE = "A file brings no signatures: both captains sign it here."
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


def take_in(ask: Ask, handover: Handover, answers: Mapping[str, str]) -> list[Taken]:
    """Each match and card in a transaction of its own, so that others save meanwhile.

    All of it counts as entered by the phone that asks, whichever the file names. ``Asked`` where people may
    be known.
    """
    known = meet(ask, "", handover.rows["players"], answers).answer
    rows = {
        table: [_entered(_called(row, known), ask.author) for row in listed]
        for table, listed in handover.rows.items()
    }
    fixtures = sorted({str(row["fixture"]) for row in rows["card_events"]})
    return [
        *(_match(ask, row, rows) for row in _firsts_first(rows["matches"])),
        *(_card(ask, fixture, rows["card_events"]) for fixture in fixtures),
    ]


@act(CLUB, "score", "file")
def meet(now: Act[Club], people: list[Row], answers: Mapping[str, str]) -> dict[str, str]:
    """The club's ids of these people; new ones are added."""
    return settle(now.db, now.club, people, answers, now.author)


def _firsts_first(matches: Iterable[Row]) -> list[Row]:
    """Each rematch after the match that it repeats, also where the phone's clock was put back in between."""
    by_id = {str(row["id"]): row for row in sorted(matches, key=lambda row: str(row["id"]))}
    repeats = {id: {str(row.get("rematch_of"))} & by_id.keys() for id, row in by_id.items()}
    try:
        return [by_id[id] for id in TopologicalSorter(repeats).static_order()]
    except CycleError:  # no phone makes such a file, and each match of the circle is refused
        return [*by_id.values()]


def _called(row: Row, known: Mapping[str, str]) -> Row:
    """The row with the club's ids of the people in it; a line-up has them within."""
    changed = {
        name: known.get(value, value) if isinstance(value, str) else value for name, value in row.items()
    }
    if changed.get("lineup"):
        changed["lineup"] = " ".join(known.get(word, word) for word in changed["lineup"].split(" "))
    return changed


def _entered(row: Row, author: Author) -> Row:
    """The row as entered by this phone, and not later than now."""
    own = {"device": author.device} if "device" in row else {}
    times = {name: min(str(at), author.at) for name, at in row.items() if name.endswith("_at")}
    return row | own | times


def _match(ask: Ask, row: Row, rows: dict[str, list[Row]]) -> Taken:
    events = [
        (table, each) for table in TABLES["match"] for each in rows[table] if each["match"] == row["id"]
    ]
    thread = thread_of("match", row["id"], events)
    seats = [seat for seat in rows["seats"] if seat["match"] == row["id"]]
    state, words = "refused", ""
    try:
        state = take_in_match(ask._replace(key=None), "", row, seats, thread).answer
    except _NotTaken as error:
        state, words = error.state, str(error)
    except Refused as error:
        words = str(error)
    except RowRefused as error:
        words = f"It cannot be stored: {error}."
    taken = Taken("match", thread.id, state, thread.version, words)
    if state != "conflict":
        return taken
    here = load_match(ask.db, ask.club, thread.id)
    theirs = summary_from_rows(ask.db, ask.club, row, seats, thread)
    return taken._replace(both=(summary_of(here), theirs)) if here and theirs else taken


def _note(now: Act[Any], entity: str, id: str, version: int) -> None:
    add_change(now.db, now.club, (entity, id, HANDED_OVER), None, str(version), now.author)
    mark_handed_over(now.db, now.club, entity, id, version)


@act(CLUB, "score", None)
def take_in_match(now: Act[Club], row: Row, seats: list[Row], thread: Thread) -> str:
    """Take in what the club lacks of a match; what became of it."""
    db, club = now.db, now.club
    wait_with_references(db)
    here = read_head(db, club, "match", thread.id)
    if here is None:
        put_match(db, row, _in_teams(db, club, seats, now.author.at))
    elif any(here[name] != row[name] for name in ("card", "first_leader")):
        raise _NotTaken("conflict", "The club has another match under the same number.")
    ours = read_thread(db, club, "match", thread.id)
    _compare(ours, thread)
    if here is not None and thread.version <= ours.version:
        return "known" if thread.version == ours.version else "ahead"
    if board := board_of_match(db, club, thread.id):
        season, card = load_fixture_card(db, FixtureRef(club, board[0]), now.author.day)
        verify_open(season)
        verify_unlocked(card)
    add_to_match(db, club, thread, ours.version)
    _verify_sound(db, club, thread.id)
    if here is None:
        count_act(db, club, "match", now.author, manages=now.ask.may("manage"))
    _note(now, "match", thread.id, thread.version)
    return "taken" if here is None else "added"


def _compare(ours: Thread, theirs: Thread) -> None:
    """Raise where the same event is there in two forms: somebody has entered something on both sides."""
    for version in range(1, min(ours.version, theirs.version) + 1):
        if _said(ours.events.get(version, ())) != _said(theirs.events.get(version, ())):
            raise _NotTaken("conflict", DIFFER.format(version))


def _said(rows: Iterable[tuple[str, Row]]) -> list[tuple[str, Row]]:
    """What was entered, whoever entered it and when."""
    return [
        (table, {name: one for name, one in row.items() if name != "device" and not name.endswith("_at")})
        for table, row in rows
    ]


def _verify_sound(db: Database, club: str, match: str) -> None:
    for table, column in (("matches", "id"), *((one, "match") for one in ("seats", *TABLES["match"]))):
        if dangling_of(db, table, {"club": club, column: match}):
            raise _NotTaken("refused", f"A row of {table} points at a row that is missing.")
    faults = [*faults_in_match(db, club, match)]
    if not faults:
        try:
            state = load_match(db, club, match)
            faults = faults_of(state) if state else ["the match has nobody in it"]
        except _UNREADABLE as error:
            faults = [f"it cannot be read ({error})"]
    if faults:
        raise _NotTaken("refused", f"By the rules of its card: {faults[0]}")


def _card(ask: Ask, fixture: str, rows: Iterable[Row]) -> Taken:
    own = sorted((row for row in rows if row["fixture"] == fixture), key=lambda row: int(row["version"]))
    version = int(own[-1]["version"])
    state, words = "refused", ""
    try:
        state, words = take_in_card(ask._replace(key=None), fixture, own).answer
    except _NotTaken as error:
        state, words = error.state, str(error)
    except Missing:
        words = "The club has no such fixture."
    except Refused as error:
        words = str(error)
    except _UNREADABLE as error:
        words = f"It cannot be read ({error})."
    return Taken("card", fixture, state, version, words)


@act(CARD, "score", "card")
def take_in_card(now: Act[CardOf], rows: Sequence[Row]) -> list[str]:
    """Enter what was entered on a phone, under the rights of the one that hands it over; state and words.

    A signature is given by a captain, on the club's own page, and in no file.
    """
    card = now.on.card
    entered = [(row["key"], row["reason"], body_of(row)) for row in rows]
    theirs = [one for one in entered if not isinstance(one[2], Signature | Reopening)]
    ours = [(e.key, e.reason, e.body) for e in card.events if not isinstance(e.body, Signature | Reopening)]
    both = min(len(ours), len(theirs))
    if ours[:both] != theirs[:both]:
        first = next(n for n in range(both) if ours[n] != theirs[n])
        raise _NotTaken("conflict", DIFFER.format(first + 1))
    words = "" if len(theirs) == len(entered) or card.locked else SIGN_HERE
    new = theirs[both:]
    if not new:
        return ["known" if len(theirs) == len(ours) else "ahead", words]
    verify_unlocked(card)
    for _, _, body in new:
        _verify_right(now, body)
    boards = [*{(b.board, b.side): b for _, _, b in new if isinstance(b, BoardEntry)}.values()]
    if faults := faults_of_card(card, boards, boards):
        raise MatchCardError(*faults)
    for key, reason, body in new:
        fixture = find_fixture(now.db, now.club, card.fixture.id) or card.fixture
        said = {"reason": reason, "key": key, "fingerprint": HANDED_OVER, "author": now.author}
        add_card_events(now.db, now.club, fixture, [body], **said)
    _note(now, "card", card.fixture.id, int(rows[-1]["version"]))
    return ["added", words]


def _verify_right(now: Act[CardOf], body: CardEventBody) -> None:
    if isinstance(body, Live) and read_head(now.db, now.club, "match", body.match) is None:
        raise _NotTaken("refused", "The match of a board is not with the club.")
    if isinstance(body, Forfeit) and not now.ask.may("manage"):
        raise Barred("A forfeit is entered by the manager.")
    if isinstance(body, BoardEntry):
        verify_may_act(now, body.side)
    else:
        verify_may_enter(now)


def _in_teams(db: Database, club: str, seats: list[Row], at: str) -> list[Row]:
    """The seats, partners as the pair that they are in this club."""
    members: dict[int, list[str]] = {}
    for seat in seats:
        members.setdefault(seat["side"], []).append(seat["player"])
    pairs = {side: team_of(db, club, players, at).id for side, players in members.items() if len(players) > 1}
    return [seat | {"team": pairs.get(seat["side"])} for seat in seats]
