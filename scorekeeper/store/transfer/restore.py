"""A club, or the whole database, put back from a copy, while links, phones and names stay as they are now.

Where the database that is there cannot say how they are, every link and PIN of the copy ends: none comes back
that was revoked since.
"""

import re
import secrets
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.clubs import erased_clubs, erasure_lock, tables_of_clubs, trace_of
from scorekeeper.store.engine.backup import time_of_copy, verify
from scorekeeper.store.engine.connection import connect, copy_into, defer_references, fit_journal
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.store.engine.locks import BESIDE, nobody_serving, put_whole
from scorekeeper.store.engine.migrate import COPY_MADE_AT, take_steps, up_to_date
from scorekeeper.store.engine.rows import column, delete, put, update, value
from scorekeeper.store.engine.seals import sealing
from scorekeeper.store.engine.versions import touch, touch_access, touch_names
from scorekeeper.store.transfer import club_rows, erasure
from scorekeeper.store.transfer.club_rows import Row, RowRefused, Rows
from scorekeeper.timestamps import timestamp

_UNKNOWN = 1000  # generations that a lost database may have been ahead: nobody revokes a link so often
PUT_BACK = "put back"  # what the log of changes calls it, of a club

# What says who may come in and under which names, and what ``put_back`` asks of a club as it is now.
_OF_PHONES = (
    *("links", "former_links", "devices", "pins", "pin_attempts", "audit_log", "acts", "club_openings"),
    "mail_addresses",
)
_OF_THE_RECORD = ("match_links", "captains", "followed_teams", "players", "squads")
_OF_INSTANCE = ("read_only", "key_marks", "nightly_runs", "erased_clubs")
# Where these cannot be read, the copy's own will do: nobody gets in by them who has been shut out since.
_AS_IN_COPY = {"acts", "pin_attempts", "club_openings", "followed_teams", "key_marks", "nightly_runs"}
_HEADING = "*** in database main ***"
# As they are now: who may come in, what was answered, and what was changed when.
_STAYING = (*club_rows.LEFT_OUT, "links", "former_links", "devices", "acts", "audit_log")
# As they are now too, where what they are about is in the copy: the table, and what names that there.
_ABOUT = {
    "match_links": ("matches", "match"),
    "captains": ("squads", "squad"),
    "followed_teams": ("squads", "squad"),
}


def restore(copy: Path, database: Path, at: datetime, *, replace: bool) -> tuple[Path | None, bool]:
    """Put a copy in the database's place; where the old one was moved, if any, and whether links go on.

    Nothing is deleted. Raises ``StoreError`` for a copy that is not right, where a database is there and
    ``replace`` is False, and while a server is using it.
    """
    if ".before-club-" in copy.name:
        raise StoreError(f"{copy} is a copy of one club: name the club with --club.")
    if database.exists() and not replace:
        raise StoreError(f"There is a database at {database} already. Add --force to put it aside.")
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = database.with_name(f"{database.name}.draft-{secrets.token_hex(8)}")
    with nobody_serving(database):
        try:
            links_go_on = draft_of(copy, database, draft, at)
            return put_in_place(draft, database, at), links_go_on
        finally:
            draft.unlink(missing_ok=True)


def draft_of(copy: Path, database: Path, draft: Path, at: datetime) -> bool:
    """Make of the copy, at ``draft``, what is to take the database's place; whether links go on."""
    verify(copy)
    with closing(connect(copy)) as db:
        copy_into(db, draft)
    with closing(connect(draft)) as db:
        # No log: SQLite does not tell when it could not empty one into the file.
        db.execute("PRAGMA journal_mode = DELETE")
        take_steps(db, draft)
        current = _as_it_is(database)
        if current:  # nobody in it is to come back
            here = {trace_of(row["id"]) for row in current["clubs"]}
            erased = {row["hash"]: row["erased_at"] for row in current["erased_clubs"]}
            gone = {trace: when for trace, when in erased.items() if trace not in here}
            forgotten = erasure.who_was_forgotten(current["audit_log"])
            erasure.erase_in(db, erasure.still_in(db, erasure.Erased(gone, forgotten)))
        if current is None or not _keep_access(db, current, timestamp(time_of_copy(copy)), timestamp(at)):
            with sealing(db):
                _end_links(db, column(db, "SELECT id FROM clubs"))
                db.execute("DELETE FROM key_marks")  # what was made with the key has ended: any key will do
            return False
    return True


def put_in_place(draft: Path, database: Path, at: datetime) -> Path | None:
    """Under ``nobody_serving``: give the draft the database's name; where the old one was moved, if any."""
    saved = _put_aside(database, at)
    put_whole(draft, database)
    with closing(connect(database)) as db:
        fit_journal(db)
    return saved


def _as_it_is(database: Path) -> Rows | None:
    """Who may come in to this database and under which names; None where that cannot be read for certain."""
    if not database.exists():
        return None
    try:
        with closing(connect(database)) as db:
            if not up_to_date(db):
                return None
            tables = ("clubs", *_OF_INSTANCE, *_OF_PHONES, *_OF_THE_RECORD)
            rows = {table: _sound_rows(db, table) for table in tables}
    except (EngineError, StoreError, UnicodeDecodeError):
        return None
    found = {table: of_table for table, of_table in rows.items() if of_table is not None}
    return found if {*tables} - {*found} <= _AS_IN_COPY else None


def _sound_rows(db: Database, table: str) -> list[Row] | None:
    """All rows of the table, whatever its indexes are like; None where they cannot be read for certain."""
    roots = dict(
        db.execute("SELECT name, rootpage FROM sqlite_master WHERE tbl_name = ?", [table]).fetchall()
    )
    indexes = {name: root for name, root in roots.items() if name != table}
    try:
        faults = [
            line for (said,) in db.execute(f"PRAGMA quick_check({table})") for line in said.splitlines()
        ]
        if all(_is_of(indexes, fault) for fault in faults):
            return list(db.query(f"SELECT * FROM {table} NOT INDEXED"))  # nosec B608 # names of the lists above
    except (EngineError, UnicodeDecodeError):
        pass
    return None


def _is_of(indexes: dict[str, int], fault: str) -> bool:
    """Whether a line of SQLite's check is no fault, or one of these indexes alone."""
    tree = re.match(r"Tree (\d+) page", fault)
    if tree:
        return int(tree[1]) in indexes.values()
    return fault in ("ok", _HEADING) or any(re.search(rf"\bindex {name}$", fault) for name in indexes)


def _keep_access(db: Database, current: Rows, made_at: str, at: str) -> bool:
    """Have the copy in ``db`` open to whom the ``current`` database is; False where that does not fit."""
    here = {*column(db, "SELECT id FROM clubs")}
    db.execute("PRAGMA foreign_keys = OFF")
    try:
        with sealing(db):
            db.execute("DELETE FROM read_only")
            for club in current["clubs"]:
                _keep_club(db, club, current, made_at, at, known=club["id"] in here)
            # A new database, or another, says nothing of who may come in to them.
            _end_links(db, here - {club["id"] for club in current["clubs"]})
            erased = erased_clubs(db)
            for table in current.keys() & {*_OF_INSTANCE}:
                db.execute(f"DELETE FROM {table}")  # nosec B608 # one of these four
                for row in current[table]:
                    club_rows.put_row(db, table, row)
            for trace, erased_at in erased.items():
                put(db, "erased_clubs", ["hash"], hash=trace, erased_at=erased_at)
            if any(club_rows.dangling(db)):
                raise RowRefused("what is here does not fit the copy")
    except (RowRefused, EngineError):
        return False
    finally:
        db.execute("PRAGMA foreign_keys = ON")
    return True


def _keep_club(db: Database, club: Row, current: Rows, made_at: str, at: str, *, known: bool) -> None:
    """One club: its record is the copy's; one that was opened since comes back with its links alone."""
    id = club["id"]
    record = club_rows.everything_of(db, id) if known else None
    if record is None:
        club_rows.put_row(db, "clubs", club)
    tables = _OF_PHONES + (_OF_THE_RECORD if known else ())
    with erasure_lock(db, id):
        for table in (table for table in tables if table in current):
            delete(db, table, club=id)
            for row in current[table]:
                if row["club"] == id:
                    club_rows.put_row(db, table, row)
        update(db, "clubs", {"id": id}, **club)
    if record is None:
        return
    put_back(db, id, record, made_at, erasure.author_of_restores(db, id, at))


def _end_links(db: Database, clubs: Iterable[str]) -> None:
    """End every link of these clubs, past what a lost database may have had, and an earlier restore."""
    ahead = _UNKNOWN + secrets.randbelow(1_000_000)
    for club in clubs:
        db.execute("UPDATE links SET generation = generation + ? WHERE club = ?", [ahead, club])
        db.execute(
            "UPDATE squads SET captain_generation = captain_generation + ? "
            "WHERE club = ? AND captain_generation > 0",
            [ahead, club],
        )
        # Without the access version a club that was read-only when the copy was made would refuse it.
        db.execute(
            "UPDATE clubs SET guest_generation = guest_generation + ?, "
            "access_version = access_version + 1 WHERE id = ?",
            [ahead, club],
        )
        for table in ("captains", "pins", "pin_attempts", "mail_addresses"):
            delete(db, table, club=club)


def _put_aside(database: Path, at: datetime) -> Path | None:
    """Rename the database along with SQLite's files beside it, so that it stays readable."""
    there = [end for end in ("", *BESIDE) if database.with_name(database.name + end).exists()]
    if not there:
        return None
    name = f"{database.stem}.before-restore-{{:{COPY_MADE_AT}}}{database.suffix}"
    while (saved := database.with_name(name.format(at.astimezone(UTC)))).exists():
        at += timedelta(seconds=1)
    for end in there:
        database.with_name(database.name + end).rename(saved.with_name(saved.name + end))
    return saved


def count_record(db: Database, club: str) -> tuple[int, int, int, int]:
    """How many matches, rounds, leagues, and match cards with an entry there are."""
    what = "*) FROM matches", "*) FROM round_ends", "*) FROM leagues", "DISTINCT fixture) FROM card_events"
    counts = (int(value(db, f"SELECT count({of} WHERE club = ?", club)) for of in what)  # nosec B608 # ours
    matches, rounds, leagues, cards = counts
    return matches, rounds, leagues, cards


def put_back(db: Database, club: str, rows: Rows, made_at: str, author: Author) -> None:
    """Within a transaction: the club’s record becomes these ``rows`` of a copy of ``made_at``.

    A link that has ended stays ended, somebody’s name stays what it is now, and every page is made anew.
    """
    tables = [table for table in tables_of_clubs() if table not in _STAYING]
    current: Rows = {table: club_rows.rows_where(db, table, club=club) for table in (*tables, "devices")}
    defer_references(db)
    with erasure_lock(db, club):
        for table in tables:
            delete(db, table, club=club)
        rows = rows | _guarded(rows, current)
        for table in tables:
            for row in rows.get(table, []):
                club_rows.put_row(db, table, row)
    known = {row["id"] for row in current["devices"]}
    for phone in (row for row in rows["devices"] if row["id"] not in known):
        club_rows.put_row(db, "devices", phone)
    (there,) = rows["clubs"]
    update(db, "clubs", {"id": club}, name=there["name"], out_word=there["out_word"])
    add_change(db, club, ("club", club, PUT_BACK), None, made_at, author)
    touch_names(db, club)
    touch_access(db, club)
    # What was derived from what was there before is derived anew, and no page is taken for one of then.
    version = touch(db, club)
    update(db, "matches", {"club": club}, changed=version)
    update(db, "leagues", {"club": club}, version=version)


def _guarded(rows: Rows, current: Rows) -> Rows:
    """The copy’s rows of links and names, so that nothing comes back that has ended since."""
    generations = {row["id"]: row["captain_generation"] for row in current["squads"]}
    squads = []
    for row in rows["squads"]:
        ended = row["captain_generation"] and row["captain_generation"] + 1
        squads.append(row | {"captain_generation": generations.get(row["id"], ended)})
    guarded: Rows = {"squads": squads, "players": _named(rows["players"], current["players"])}
    for table, (parent, names) in _ABOUT.items():
        ids = {row["id"] for row in rows[parent]}
        guarded[table] = [row for row in current[table] if row[names] in ids]
    known = {row["match"] for row in current["match_links"]}
    guarded["match_links"] += [
        row | {"generation": row["generation"] + 1}
        for row in rows["match_links"]
        if row["match"] not in known
    ]
    return guarded


def _named(rows: list[Row], current: list[Row]) -> list[Row]:
    """The people of the copy under the names they have now, so that nobody comes back who was forgotten."""
    now = {row["id"]: {"name": row["name"], "name_key": row["name_key"]} for row in current}
    taken = {row["name_key"] for row in rows if row["id"] not in now}
    free = {id: names for id, names in now.items() if names["name_key"] not in taken}
    return [row | free.get(row["id"], {}) for row in rows]
