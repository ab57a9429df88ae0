"""A whole club as JSON lines, complete and exact, and the way back into another instance.

A manager downloads it, an operator exports it, and a phone takes the club along in it. The first line names
the format; every other line is one row of one table. A file is taken whole or not at all: every line that is
wrong is reported by its number, and then nothing is stored. A club that moves stands still here, goes as one,
and is forwarded afterwards.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlite_utils import Database

from scorekeeper.services.clubs import administration
from scorekeeper.services.clubs.hosting import begin_read_only, invalidate_pages, refuse_read_only
from scorekeeper.services.gate import Ask, Barred, Missing, Refused, there
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.match_state import faults_of, load_match
from scorekeeper.services.transfer.row_validation import BadRow, checked_row
from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.hosting import in_place_of, set_moved_to, take_place
from scorekeeper.store.engine.connection import connect, defer_references, reading, writing
from scorekeeper.store.engine.integrity import faults_in_record
from scorekeeper.store.engine.migrate import steps_taken, take_steps
from scorekeeper.store.engine.seals import HEADS, fault_in_chain
from scorekeeper.store.leagues.captains import captain_links
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.matches.matches import newest_match_links
from scorekeeper.store.transfer import club_rows
from scorekeeper.store.transfer.club_rows import Row, RowRefused, Rows, carry_club
from scorekeeper.store.transfer.handover_rows import set_marks, take_for_itself, versions

FORMAT = "scorekeeper-club"
VERSION = 1
MOST_LETTERS = 100_000  # in one line; the longest rows are rule cards of a few thousand

HERE_ALREADY = (
    "This club is here already. What a phone has played for it comes in by its page “An evening without this "
    "server”; to put back a whole file, restore a backup."
)
TAKEN = "Another club has come in the place of this one. Open a new one for the club in the file."
_MATCHES = 1000  # started last, whose links go along: more than a season of a big club
LEAVING_WORDS = "This club is moving to another address. Phones keep their rounds and send them from there."


class Refusal(NamedTuple):
    """A line of the file that cannot be taken, counted from 1, and why."""

    line: int
    sentence: str


class ImportRefused(Exception):
    """Nothing was stored; ``refusals`` name every line at fault."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__(f"{len(refusals)} lines refused")
        # A sentence may quote the file; what cannot be printed of it becomes a question mark.
        self.refusals = [Refusal(line, said.encode(errors="replace").decode()) for line, said in refusals]


def exported(db: Database, club: str, since: int | None = None) -> Iterator[str]:
    """The lines of the file, each with its end; with ``since``, what a copy of that version lacks."""
    tables = club_rows.everything_of(db, club, since)
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "schema": steps_taken(db)[-1]}
    head |= {"rows": sum(len(of_table) for of_table in tables.values())}
    yield line_of(head if since is None else head | {"since": since})
    for table, of_table in tables.items():
        for row in of_table:
            yield line_of({"table": table, "row": row})


def copy_of(db: Database, club: str, since: int | None = None) -> str:
    """The file as of one moment."""
    with reading(db):
        return "".join(exported(db, club, since))


def import_club(
    db: Database,
    lines: Iterable[str],
    *,
    with_links: bool = False,
    as_copy: bool = False,
    then: Callable[[str], object] = str,
) -> str:
    """Store the club of this file; its id. Raises ``ImportRefused`` with every fault, nothing stored.

    The file is checked in a database in memory, while others save here, and what was checked is carried over.
    ``with_links`` believes the links and phones of its former instance: whoever wrote the file chose them.
    ``as_copy``: the club is at home elsewhere. ``then`` gets its id in the transaction that stores it.
    Raises ``ReadOnly`` while the instance is.
    """
    refuse_read_only(db)
    with closing(connect(":memory:")) as here:
        take_steps(here, Path(":memory:"))
        with writing(here):
            club, version = _place(here, list(lines))
            if not with_links:
                access.drop_former_links(here, club)
            # A phone's copy is the club itself wherever its file is taken in.
            take_for_itself(here, club)
            if as_copy:
                set_marks(here, club, versions(here, club) | {("club", club): version})
        if not carry_club(here, db, club, partial(then, club)):
            raise ImportRefused([Refusal(2, HERE_ALREADY)])
    return club


def head_of(line: str) -> dict[str, Any]:
    """What a line of a file says; nothing where it is no line of one."""
    try:
        said = json.loads(line[:MOST_LETTERS])
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def is_club_file(text: str) -> bool:
    return head_of(text.partition("\n")[0]).get("format") == FORMAT


def move_in(ask: Ask, lines: Iterable[str], key: str) -> str:
    """A club begun elsewhere takes the place of this unused one; its id. Raises ``ImportRefused``.

    Its phone finds it under the ``key``, where the unused one was not opened under one.
    """
    if not ask.may("manage"):
        raise Barred("A club that was begun on a phone is brought in by the manager.")
    if not club_rows.is_unused(ask.db, ask.club):
        raise Refused("Something was entered in this club already. Open a new one for the club in the file.")
    taken = in_place_of(ask.db, ask.club, key)
    club = taken.club if taken else import_club(ask.db, lines, then=partial(_take_place, ask, key))
    with suppress(Missing):  # of two that come at once, the other may have done it
        administration.trash_club(ask, ask.club)
    if taken:
        raise Refused(TAKEN)
    return club


def _take_place(ask: Ask, key: str, club: str) -> None:
    """Whoever opened the unused club is whoever opened this one; the first to come takes its place."""
    if in_place_of(ask.db, ask.club, key):
        raise Refused(TAKEN)
    access.keep_nickname(ask.db, ask.club, club, ask.author)
    take_place(ask.db, ask.club, club, key, ask.author)


def _place(db: Database, text: list[str]) -> tuple[str, int]:
    """Store the club of this file where there is nothing else; its id and its version."""
    defer_references(db)
    lines, refusals = _read(db, text)
    placed: dict[tuple[str, int], int] = {}  # the line of each row, by its table and rowid
    for number, table, row in lines:
        if table == "clubs" and row.get("deleted_at") is not None:
            refusals.append(Refusal(number, "clubs: deleted_at: a club in the trash cannot be taken in."))
        try:
            placed[table, club_rows.put_row(db, table, row)] = number
        except RowRefused as error:
            refusals.append(Refusal(number, str(error)))
    refusals += [
        Refusal(placed[table, rowid], f"{table}: it points at a row of {parent} that is not in the file.")
        for table, rowid, parent in club_rows.dangling(db)
        if (table, rowid) in placed  # that of a refused line is said by its own
    ]
    if not refusals:
        ((club, version),) = ((row["id"], row["version"]) for _, table, row in lines if table == "clubs")
        read = ("leagues", *HEADS.values())
        refusals += _unsound(db, club, {(table, row["id"]): n for n, table, row in lines if table in read})
        refusals += [Refusal(1, f"{fault}.") for fault in faults_in_record(db)]
    if refusals:
        raise ImportRefused(sorted(refusals))
    return club, version


def rows_of_file(db: Database, text: list[str]) -> Rows:
    """The rows of the file by table, each checked by itself. Raises ``ImportRefused``."""
    lines, refusals = _read(db, text)
    if refusals:
        raise ImportRefused(refusals)
    rows: Rows = {table: [] for table in club_rows.layout(db)}
    for _, table, row in lines:
        rows[table].append(row)
    return rows


def _read(db: Database, text: list[str]) -> tuple[list[tuple[int, str, Row]], list[Refusal]]:
    """The rows of the file, each checked by itself, with its line and table; and the lines that are wrong."""
    promised, known, club = _promised(db, text[0] if text else ""), club_rows.layout(db), ""
    lines, refusals = list[tuple[int, str, Row]](), list[Refusal]()
    for number, line in enumerate(text[1:], 2):
        try:
            table, row = checked_row(line, known, club, MOST_LETTERS)
            club = str(row["id"]) if table == "clubs" else club
            lines.append((number, table, row))
        except BadRow as error:
            refusals.append(Refusal(number, str(error)))
    whole = len(lines) == promised and sum(table == "clubs" for _, table, _ in lines) == 1
    if not refusals and not whole:
        said = f"The file is cut short: {promised} rows promised, {len(lines)} here."
        refusals.append(Refusal(len(text), said))
    return lines, refusals


def verify_brought(db: Database, club: str, there: Iterable[tuple[str, str]]) -> None:
    """Raise ``ImportRefused`` where one of these matches and cards is not sound, or a row points at none."""
    refusals = [
        Refusal(1, f"{table}: it points at a row of {to} that is gone.")
        for table, _, to in club_rows.dangling(db)
    ]
    refusals += _unsound(db, club, {(HEADS[entity], id): 1 for entity, id in there})
    if refusals:
        raise ImportRefused(refusals)


def line_of(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _promised(db: Database, line: str) -> int:
    head = head_of(line)
    if head.get("format") != FORMAT:
        raise ImportRefused([Refusal(1, "This is not the export of a club.")])
    if head.get("version") != VERSION or head.get("schema") not in steps_taken(db):
        version = f"version {str(head.get('version'))[:20]}, {str(head.get('schema'))[:60]}"
        raise ImportRefused([Refusal(1, f"This Scorekeeper does not know {version}; upgrade it first.")])
    return head["rows"] if type(head.get("rows")) is int else -1


def _unsound(db: Database, club: str, lines: Mapping[tuple[str, str], int]) -> Iterator[Refusal]:
    """What is wrong with these matches, match cards and leagues, each a table and an id, at its line."""
    for (table, id), line in lines.items():
        try:
            faults = _faults_in(db, club, table, id)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            what = "fixtures" if table == "leagues" else "rounds"
            faults = [f"its {what} cannot be read ({error})."]
        yield from (Refusal(line, f"{table}: {fault}") for fault in faults)


def _faults_in(db: Database, club: str, table: str, id: str) -> list[str]:
    """Something was changed or taken out since it was entered, or the rules refuse it."""
    for entity, head in HEADS.items():
        if table == head and (fault := fault_in_chain(db, club, entity, id)):
            return [f"its record is not consistent: {fault}."]
    if table == "matches":
        state = there(load_match(db, club, id), "match")
        _ = [state.words_of(event) for event in state.events]  # corrected ones as well
        return faults_of(state)
    if table == "leagues":
        season = there(open_season(db, club, id, date.max), "league")
        _ = season.table, season.unsettled
        entries = (event.body for card in season.cards for event in card.events)
        players = {p for one in entries if isinstance(one, BoardEntry) for p in (*one.home, *one.away)}
        if players - season.people.keys():
            return ["somebody on its cards is no player of the club."]
    return []


def is_address(text: str) -> bool:
    """Whether this names an instance as a browser would: a scheme and a host, no path."""
    parts = urlsplit(text.rstrip("/"))
    return (
        bool(parts.netloc)
        and parts.scheme in ("http", "https")
        and text.rstrip("/") == f"{parts.scheme}://{parts.netloc}"
    )


def begin_leaving(db: Database, key: bytes, club: str, now: datetime) -> None:
    """Take no more changes of the club here, and note its links, so that it is known by them elsewhere."""
    begin_read_only(db, LEAVING_WORDS, now, club)
    links = [*access.generations(db, club).items()]
    role = administration.role_of
    links += [(role("captain", squad), made) for squad, made in captain_links(db, club).items()]
    links += [(role("phone", device), 1) for device in access.device_ids(db, club)]
    watched = newest_match_links(db, club, _MATCHES)
    with writing(db, club):
        for opens, generation in links:
            access.keep_former_link(
                db, club, administration.link_secret(key, club, opens, generation), opens, generation
            )
        for match, parts in watched:
            secret = administration.link_secret(key, club, role("match", match), parts)
            access.keep_former_link(db, club, secret, role("match", match, parts), 1)


def forward(db: Database, club: str, address: str) -> bool:
    """Send the club's phones to ``address`` from now on; False where the club still takes changes here."""
    with writing(db, club):
        left = set_moved_to(db, club, address)
    invalidate_pages(db, club)
    return left
