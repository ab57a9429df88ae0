"""A match that was played on in two places: what one side lacks of the other, and whether they agree.

Both number their entries from 1, so an entry that one side has and the other has not gets a number of its own
there. It is known by its key, and what takes the place of another by the key of that one. Players whom a
phone added while the club was out of reach are matched by their names, and somebody says who they are.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.services.gate import CLUB, Act, act, count_act
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import Player, add_player_as, find_player, player_by_name_key
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.transfer import handover_rows
from scorekeeper.store.transfer.club_rows import Row, RowRefused
from scorekeeper.store.transfer.handover_rows import HANDED_OVER, EventRows, Kept, Thread

Standing = dict[str, tuple[Any, ...]]  # what counts: by the key of its root, what it says
# What tells an entry from another one that says the same.
_IDENTITY = {
    *("club", "match", "version", "original", "key", "fingerprint", "reverts", "reason"),
    *("entered_at", "device", "chain"),
}
KEY_BYTES = 4  # of a key in a QR code
SHORT = "code-"  # how a key begins that came in one
_IN_SHORT = re.compile(SHORT + "[0-9a-f]{8}")
_PARTS = re.compile(r"(.*?)(:\d+)?", re.DOTALL)
SAME, OTHER = "same", "other"  # answers
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)  # what rows of a file may come to


def key_in_short(key: str) -> tuple[bytes, str]:
    """The key as a QR code has it; the entries of one act still share theirs, each with its own part."""
    act, part = _PARTS.fullmatch(key).groups(default="")  # type: ignore[union-attr]  # it matches any text
    if _IN_SHORT.fullmatch(act):
        return bytes.fromhex(act.removeprefix(SHORT)), part
    return hashlib.sha256(act.encode()).digest()[:KEY_BYTES], part


def short_key(key: str) -> str:
    act, part = key_in_short(key)
    return f"{SHORT}{act.hex()}{part}"


def keyed_alike(thread: Thread, ours: Thread) -> Thread:
    """The thread under the keys that its entries have here, where one of the two came in a QR code."""
    here = {short_key(_key(rows)): _event(rows) for rows in ours.events.values()}

    def keyed(row: Row) -> Row:
        known = here.get(short_key(str(row["key"])))
        if known is None or known["key"] == row["key"]:
            return row
        return row | {name: known[name] for name in ("key", "fingerprint")}

    events = {
        version: tuple((table, keyed(row) if table == "match_events" else row) for table, row in rows)
        for version, rows in thread.events.items()
    }
    return thread._replace(events=events)


class Differ(Exception):
    """Each side has something else that counts, from the entry ``version`` on."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def common(ours: Thread, theirs: Thread) -> int:
    both = min(ours.version, theirs.version)
    same = (_said(ours.events.get(n, ())) == _said(theirs.events.get(n, ())) for n in range(1, both + 1))
    return next((n for n, equal in enumerate(same) if not equal), both)


def lacking(ours: Thread, theirs: Thread) -> dict[int, EventRows]:
    """What we lack of theirs, under the versions it gets here. Raises ``Differ``.

    Where one side has taken back what it has entered beyond what both have, the other one's stands.
    """
    same = common(ours, theirs)
    if same == min(ours.version, theirs.version):
        return {n: rows for n, rows in theirs.events.items() if n > same}
    here = standing(ours)
    shared = next((n for n in range(theirs.version, same - 1, -1) if standing(theirs, n) == here), None)
    if shared is None and standing(theirs) == standing(theirs, same):
        return {}
    rest = [rows for n, rows in sorted(theirs.events.items()) if shared is not None and n > shared]
    if shared is None or {_key(rows) for rows in rest} & {_key(rows) for rows in ours.events.values()}:
        raise Differ(same + 1)
    return dict(_numbered(ours, theirs, rest))


def replacing(ours: Thread, theirs: Thread, by: Row) -> dict[int, EventRows]:
    """What has to be entered here so that what counts is what counts of theirs; ``by``: phone and time."""
    here, there = standing(ours), standing(theirs)
    # By its key, the version of each entry that takes no other's place.
    roots = {_key(rows): n for n, rows in ours.events.items() if _event(rows)["original"] == n}
    newest = _newest(theirs)
    taken, version = {_key(rows) for rows in ours.events.values()}, ours.version
    found: dict[int, EventRows] = {}

    def add(rows: EventRows, root: str, key: str) -> None:
        nonlocal version
        version += 1
        key = new_id() if key in taken else key
        own = {"version": version, "original": roots.get(root, version), "key": key, "reverts": None}
        found[version] = _entered_as(rows, own)
        taken.add(key)

    for root in reversed([root for root in here if root not in there]):
        removed = {"kind": "removal", "reason": None, "fingerprint": HANDED_OVER}
        add((("match_events", _event(ours.events[roots[root]]) | by | removed),), root, new_id())
    for root, says in there.items():
        if here.get(root) != says:
            rows = newest[root]
            add(rows, root, _key(rows) if root in roots else root)
    return found


def standing(thread: Thread, upto: int | None = None) -> Standing:
    """What counts of this match, in the order in which it was begun; ``upto`` a version of it."""
    return {
        root: tuple(
            (table, tuple(sorted((name, one) for name, one in row.items() if name not in _IDENTITY)))
            for table, row in rows
        )
        for root, rows in _newest(thread, upto).items()
        if _event(rows)["kind"] != "removal"
    }


def _newest(thread: Thread, upto: int | None = None) -> dict[str, EventRows]:
    keys, found = dict[int, str](), dict[str, EventRows]()
    for version, rows in sorted(thread.events.items()):
        if upto is None or version <= upto:
            keys[version] = _key(rows)
            found[keys[_event(rows)["original"]]] = rows
    return found


def _numbered(ours: Thread, theirs: Thread, rest: list[EventRows]) -> Iterator[tuple[int, EventRows]]:
    """These entries of theirs, numbered on from ours."""
    here = {_key(rows): version for version, rows in ours.events.items()}
    names = {version: _key(rows) for version, rows in theirs.events.items()}
    roots = {_key(rows): names[_event(rows)["original"]] for rows in theirs.events.values()}

    def place(version: int) -> int:
        key = names[version]
        if key in here:
            return here[key]
        last = [n for n, rows in ours.events.items() if names_here[_event(rows)["original"]] == roots[key]]
        return max(last, default=here.get(roots[key], 0))

    names_here = {version: key for key, version in here.items()}
    for rows in rest:
        event = _event(rows)
        version = here[event["key"]] = max(here.values(), default=0) + 1
        own = {"version": version, "original": here.get(names[event["original"]], version)}
        if event["reverts"] is not None:
            own["reverts"] = place(event["reverts"])
        yield version, _entered_as(rows, own)


def _entered_as(rows: EventRows, own: Row) -> EventRows:
    version = {"version": own["version"]}
    return tuple((table, row | (own if table == "match_events" else version)) for table, row in rows)


def _event(rows: EventRows) -> Row:
    return next((row for table, row in rows if table == "match_events"), {})


def _key(rows: EventRows) -> str:
    return str(_event(rows).get("key"))


def _said(rows: EventRows) -> list[tuple[str, Mapping[str, Any]]]:
    """What was entered, whoever entered it and when."""
    return [
        (table, {k: v for k, v in row.items() if k not in ("device", "chain") and not k.endswith("_at")})
        for table, row in rows
    ]


class MatchSummary(NamedTuple):
    """The total of each side, and of every entry its words, the phone's nickname and the time."""

    totals: tuple[tuple[str, int], ...]
    entries: tuple[tuple[str, str, str], ...]


class _TakenBack(Exception):
    """Ends the transaction in which a match was only looked at."""


def summary_of(state: MatchState) -> MatchSummary:
    entries = tuple((state.words_of(event), event.nickname, event.entered_at) for event in state.events)
    return MatchSummary(tuple(zip(state.sides, state.score.totals, strict=True)), entries)


def summary_from_rows(db: Database, club: str, theirs: Kept) -> MatchSummary | None:
    """The match as a phone's file has it, or None where that cannot be read. Nothing is stored."""
    found = None
    with suppress(_TakenBack, RowRefused, *UNREADABLE), writing(db, club):
        own = handover_rows.under(theirs, new_id())
        handover_rows.put_kept(db, club, own._replace(head=own.head | {"rematch_of": None}))
        state = load_match(db, club, own.thread.id)
        found = summary_of(state) if state else None
        raise _TakenBack
    return found


class Question(NamedTuple):
    """Is the phone's ``name``, known there as ``alias``, the club's ``theirs``? ``fault`` of an answer."""

    alias: str
    name: str
    theirs: str
    fault: str = ""


class Asked(Exception):
    """Nothing was stored: somebody has to say who these people are."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__(f"{len(questions)} people may be known here")
        self.questions = questions


@act(CLUB, "score", "file", comes_home=True)
def meet(act: Act[Club], people: list[Row], answers: Mapping[str, str]) -> dict[str, str]:
    """The club's id for each of these people; new ones are added.

    An answer is ``same``, or the name under which somebody else is to be known. Raises ``Asked``.
    """
    db, club = act.db, act.club
    known: dict[str, str] = {}
    questions = []
    for row in people:
        found = row["id"] if find_player(db, club, row["id"]) else handover_rows.alias_of(db, club, row["id"])
        question = None if found else _answer(act, row, answers.get(row["id"], ""))
        if question:
            questions.append(question)
        known[row["id"]] = found or handover_rows.alias_of(db, club, row["id"]) or row["id"]
    if questions:
        raise Asked(questions)
    return known


def _answer(act: Act[Club], row: Row, answer: str) -> Question | None:
    name, like = row["name"], player_by_name_key(act.db, act.club, row["name_key"])
    if like is not None:
        if answer == SAME:
            handover_rows.add_alias(act.db, act.club, row["id"], like.id)
            return None
        question = Question(row["id"], row["name"], like.name)
        if answer in ("", OTHER):
            return question._replace(fault=answer and "Give a name to tell the two apart.")
        try:
            name = parse_name(answer, "The other name")
        except NameFault as fault:
            return question._replace(fault=str(fault))
        if player_by_name_key(act.db, act.club, name_key(name)):
            return question._replace(fault=f"Somebody here is called {name} already.")
    count_act(act.ask, "name")
    add_player_as(act.db, act.club, Player(row["id"], name, name_key(name)), act.author.at)
    return None
