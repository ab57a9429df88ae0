"""Taking in what a phone's pocket hands over, exactly once however often it comes.

A match is known by its id and by how many events it has, and events are only added. So what comes is new, or
known, or goes on from what is here, or has been overtaken by it; where both sides have gone on, it changes
nothing until somebody chooses. Every round is validated again before it is taken.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.services.cards import card_commands
from scorekeeper.services.cards.board_commands import faults_of as faults_of_card
from scorekeeper.services.cards.card_commands import CARD, MatchCardError
from scorekeeper.services.gate import CLUB, Act, Ask, Barred, Refused, act, count_act, there
from scorekeeper.services.leagues import cups
from scorekeeper.services.leagues.seasons import CardOf
from scorekeeper.services.match_state import faults_of, load_match
from scorekeeper.services.matches.subject import verify_match_open
from scorekeeper.services.transfer import merging
from scorekeeper.services.transfer.merging import UNREADABLE, Differ, MatchSummary
from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.ids import id_from
from scorekeeper.store.engine.integrity import faults_in_match
from scorekeeper.store.engine.seals import TABLES
from scorekeeper.store.leagues.card_events import (
    BoardEntry,
    CardEventBody,
    Forfeit,
    Live,
    Protest,
    Reopening,
    Sent,
    Signature,
    add_card_events,
    board_of_match,
    body_of,
)
from scorekeeper.store.leagues.leagues import find_fixture, touch_league
from scorekeeper.store.transfer import handover_rows
from scorekeeper.store.transfer.club_rows import Row, RowRefused, Rows, refusing
from scorekeeper.store.transfer.handover_rows import HANDED_OVER, SETUP, EventRows, Kept, Thread, is_copy

DIFFER = (
    "The match was played on in both places: from entry {} on, the club has one thing and the phone another."
)
SET_UP_OTHERWISE = "The club has changed the players or the rules of this match since."
CARDS_DIFFER = "The club and the phone have filled in the same board."
CLUBS, MINE, OWN = "club", "mine", "own"
SIGN_HERE = "A file brings no signatures: both captains sign it here."
MOST_REST = 0.1  # seconds
SAFE = ("taken", "added", "known", "ahead")  # of these the club has all that the phone has


class Taken(NamedTuple):
    """What became of one match or card."""

    entity: str
    id: str
    state: str
    version: int  # what the phone handed over of it
    words: str
    both: tuple[MatchSummary, ...] = ()  # the club's match and the phone's, where each has one of its own


class _NotTaken(Exception):
    """Rolls one match back; ``state`` is ``refused`` or ``conflict``."""

    def __init__(self, state: str, words: str) -> None:
        super().__init__(words)
        self.state = state


def take_in(
    ask: Ask,
    handover: Rows,
    answers: Mapping[str, str],
    choices: Mapping[str, str] | None = None,
) -> list[Taken]:
    """Each match and card in a transaction of its own, with a rest after it in which others save.

    All of it counts as entered by the phone that asks, whichever the file names. ``Asked`` where people may
    be known. ``choices``, by the id of a match or card where both sides differ: ``MINE`` puts what the phone
    has in the place of what the club has, ``OWN`` makes it a match of its own, ``CLUBS`` leaves it at that.
    """
    known = merging.meet(ask, "", handover["players"], answers).answer
    rows = {
        table: [_entered(handover_rows.called(row, known), ask.author) for row in listed]
        for table, listed in handover.items()
    }
    fixtures = sorted({str(row["fixture"]) for row in rows["card_events"]})
    chosen = choices or {}
    return [
        *(_match(ask, row, rows, chosen.get(row["id"], "")) for row in _firsts_first(rows["matches"])),
        *(_card(ask, id, rows["card_events"], chosen.get(id, "")) for id in fixtures),
    ]


def _firsts_first(matches: Iterable[Row]) -> list[Row]:
    """Each rematch after the match that it repeats, also where the phone's clock was put back in between."""
    by_id = {str(row["id"]): row for row in sorted(matches, key=lambda row: str(row["id"]))}
    repeats = {id: {str(row.get("rematch_of"))} & by_id.keys() for id, row in by_id.items()}
    try:
        return [by_id[id] for id in TopologicalSorter(repeats).static_order()]
    except CycleError:  # no phone makes such a file, and each match of the circle is refused
        return [*by_id.values()]


def _entered(row: Row, author: Author) -> Row:
    """The row as entered by this phone, and not later than now."""
    own = {"device": author.device} if "device" in row else {}
    times = {name: min(str(at), author.at) for name, at in row.items() if name.endswith("_at")}
    return row | own | times


def _match(ask: Ask, row: Row, rows: Rows, choice: str) -> Taken:
    events = [
        (table, each) for table in TABLES["match"] for each in rows[table] if each["match"] == row["id"]
    ]
    thread = handover_rows.thread_of("match", row["id"], events)
    setup = {table: [each for each in rows[table] if each["match"] == row["id"]] for table in SETUP}
    theirs = Kept(thread, row, setup)
    state, words = _tried(
        lambda: (take_in_match(ask._replace(key=None), "", theirs, choice).answer, ""), choice, ("conflict",)
    )
    taken = Taken("match", thread.id, state, thread.version, words)
    if state != "conflict":
        return taken
    here = load_match(ask.db, ask.club, thread.id)
    shown = merging.summary_from_rows(ask.db, ask.club, theirs)
    return taken._replace(both=(merging.summary_of(here), shown)) if here and shown else taken


def _tried(takes: Callable[[], Sequence[str]], choice: str, given_up: Collection[str]) -> tuple[str, str]:
    """What became of it, and why. In the states ``given_up`` the club's own may stay: then it is ahead.

    Leaves the write lock free afterwards for as long as it was held: whoever waits looks now and then.
    """
    began = time.monotonic()
    state, words = "refused", ""
    try:
        state, words = takes()
    except _NotTaken as error:
        state, words = error.state, str(error)
    except Refused as error:
        words = str(error)
    except RowRefused as error:
        words = f"It cannot be stored: {error}."
    except UNREADABLE as error:
        words = f"It cannot be read ({error})."
    finally:
        time.sleep(min(time.monotonic() - began, MOST_REST))
    return ("ahead", "") if choice == CLUBS and state in given_up else (state, words)


def _note(act: Act[Any], entity: str, id: str, version: int) -> None:
    add_change(act.db, act.club, (entity, id, HANDED_OVER), None, str(version), act.author)
    if not is_copy(act.db, act.club):  # what one phone gives to another is not with the club yet
        handover_rows.mark_handed_over(act.db, act.club, entity, id, version)


@act(CLUB, "score", None, comes_home=True)
def take_in_match(act: Act[Club], theirs: Kept, choice: str, *, own: bool = False) -> str:
    """Take in what the club lacks of a match; what became of it.

    ``own``: it is a match that the phone played on, beside the one that the club played on.
    """
    if not _is_here(act, theirs):
        handover_rows.put_match(act.db, theirs.head, theirs.setup, act.author.at)
        _add(act, Thread("match", theirs.thread.id, {}), theirs.thread.events, theirs.thread.version)
        count_act(act.ask, "handed")
        return "taken"
    ours = handover_rows.read_kept(act.db, act.club, "match", theirs.thread.id)
    theirs = theirs._replace(thread=merging.keyed_alike(theirs.thread, ours.thread))
    try:
        new = merging.lacking(ours.thread, theirs.thread)
        if new and not own and _set_up(ours) != _set_up(theirs):
            raise _NotTaken("conflict", SET_UP_OTHERWISE)
    except (Differ, _NotTaken) as error:
        another = _of_its_own(theirs, merging.common(ours.thread, theirs.thread))
        if choice == OWN or (choice != MINE and _is_here(act, another)):
            return take_in_match.does(act, another, choice, own=True)
        if isinstance(error, _NotTaken):
            raise
        if choice != MINE:
            raise _NotTaken("conflict", DIFFER.format(error.version)) from error
        by = {"device": act.author.device, "entered_at": act.author.at}
        new = merging.replacing(ours.thread, theirs.thread, by)
    if not new:
        return "known" if theirs.thread.version == ours.thread.version else "ahead"
    _add(act, ours.thread, new, theirs.thread.version)
    return "added"


def _is_here(act: Act[Club], match: Kept) -> bool:
    return handover_rows.read_head(act.db, act.club, "match", match.thread.id) is not None


def _add(act: Act[Club], ours: Thread, new: Mapping[int, EventRows], version: int) -> None:
    """Enter this, as what every entry is: on a match that is open, and by its rules."""
    db, club = act.db, act.club
    verify_match_open(act.ask, ours.id)
    count_act(act.ask, "handed_entry", len(new))
    handover_rows.add_to_thread(db, club, Thread("match", ours.id, new), ours.version)
    _verify_sound(db, club, ours.id)
    if board := board_of_match(db, club, ours.id):
        league = there(find_fixture(db, club, board[0]), "fixture").league
        touch_league(db, club, league)
        cups.set_anew(act.ask, league)
    _note(act, "match", ours.id, version)


def _set_up(kept: Kept) -> tuple[object, ...]:
    """By what rules it is played, who leads first, and who sits where."""
    head = kept.head
    seats = sorted((seat["seat"], seat["player"], seat["side"]) for seat in kept.setup["seats"])
    return head.get("card"), head.get("first_leader"), seats


def _of_its_own(theirs: Kept, both: int) -> Kept:
    """The phone's version as another match; the same one however often it comes, however far it has gone."""
    first = next(
        (merging.short_key(row["key"]) for _, row in theirs.thread.events.get(both + 1, ()) if "key" in row),
        "",
    )
    return handover_rows.under(theirs, id_from(f"{theirs.thread.id} {first}", theirs.thread.id))


def _verify_sound(db: Database, club: str, match: str) -> None:
    faults = [*faults_in_match(db, club, match)]
    if not faults:
        try:
            state = load_match(db, club, match)
            faults = faults_of(state) if state else ["the match has nobody in it"]
        except UNREADABLE as error:
            faults = [f"it cannot be read ({error})"]
    if faults:
        raise _NotTaken("refused", f"By the rules of its card: {faults[0]}")


def _card(ask: Ask, fixture: str, rows: Iterable[Row], choice: str) -> Taken:
    own = sorted((row for row in rows if row["fixture"] == fixture), key=lambda row: int(row["version"]))
    version = int(own[-1]["version"])
    state, words = _tried(
        lambda: take_in_card(ask._replace(key=None), fixture, own, choice).answer,
        choice,
        ("conflict", "refused"),
    )
    return Taken("card", fixture, state, version, words)


@act(CARD, "score", "card", comes_home=True)
def take_in_card(act: Act[CardOf], rows: Sequence[Row], choice: str) -> list[str]:
    """Enter what was entered on a phone, under the rights of the one that hands it over; state and words.

    A signature is given by a captain, on the club's own page, and in no file. Boards that only one side has
    filled in go together; of one that both have, ``MINE`` enters the phone's over the club's.
    """
    card = act.on.card
    entered = [(row["key"], row["reason"], body_of(row)) for row in rows]
    theirs = [one for one in entered if not isinstance(one[2], Signature | Reopening | Protest)]
    ours = {e.key: e.body for e in card.events if not isinstance(e.body, Signature | Reopening | Protest)}
    sent = {key for key, _, _ in theirs}
    known = [body for key, _, body in theirs if key in ours]
    if known != [body for key, body in ours.items() if key in sent]:
        raise _NotTaken("conflict", CARDS_DIFFER)
    if card.sealed and not act.ask.may("manage"):
        raise _NotTaken("refused", card_commands.OWN_PLAYERS)
    words = "" if len(theirs) == len(entered) or card.locked else SIGN_HERE
    new = [one for one in theirs if one[0] not in ours]
    if not new:
        return ["known" if len(theirs) == len(ours) else "ahead", words]
    if {key for key, _, _ in new} & {event.key for event in card.events}:
        raise _NotTaken("refused", "It is under the key of a signature.")
    card_commands.verify_unlocked(card)
    since = {_place(body) for key, body in ours.items() if key not in sent}
    if choice != MINE and since & {_place(body) for _, _, body in new}:
        raise _NotTaken("conflict", CARDS_DIFFER)
    count_act(act.ask, "handed_entry", len(new))
    for key, reason, body in new:
        _verify_right(act, body, reason)
        fixture = find_fixture(act.db, act.club, card.fixture.id) or card.fixture
        with refusing():
            add_card_events(act.db, act.club, fixture, [body], Sent(key, HANDED_OVER, reason), act.author)
    after = card_commands.load_card(act.db, act.club, card.fixture.id, act.author.day).card.whole
    entries = [one for *_, one in new if isinstance(one, BoardEntry)]
    numbers = {one.board for *_, one in new if isinstance(one, BoardEntry | Live)}
    boards = [b.seen_by(side) for b in after.boards if b.number in numbers for side in (None, 0, 1)]
    if faults := faults_of_card(card, boards, [*entries, *boards]):
        raise MatchCardError(*dict.fromkeys(faults))
    cups.set_anew(act.ask, card.fixture.league)
    _note(act, "card", card.fixture.id, int(rows[-1]["version"]))
    return ["added", words]


def _place(body: CardEventBody) -> object:
    """The board that this is about, or what kind of thing it is."""
    return getattr(body, "board", type(body))


def _verify_right(act: Act[CardOf], body: CardEventBody, reason: str | None) -> None:
    if isinstance(body, BoardEntry | Live):
        act.on.card.rules.card.kind_of(body.board)
    if isinstance(body, BoardEntry) and {*body.home, *body.away} - act.on.season.people.keys():
        raise _NotTaken("refused", f"Board {body.board}: a player is not in the club.")
    if isinstance(body, Live):
        match = load_match(act.db, act.club, body.match)
        if match is None or len(match.sides) != 2:
            raise _NotTaken("refused", "The match of a board is with the club, and between two sides.")
        if board_of_match(act.db, act.club, body.match) not in (None, (act.on.card.fixture.id, body.board)):
            raise _NotTaken("refused", f"Board {body.board}: its match is another board’s already.")
    if isinstance(body, Forfeit) and not act.ask.may("manage"):
        raise Barred("A forfeit is entered by the manager.")
    if isinstance(body, BoardEntry) and reason and not act.ask.may("manage"):
        raise Barred("Who may not play is ruled by the manager.")
    if isinstance(body, BoardEntry):
        card_commands.verify_may_act(act, body.side)
    else:
        card_commands.verify_may_enter(act)
