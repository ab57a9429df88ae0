"""The rows of one match or one match card, as they pass between a phone's pocket and the club.

A phone's copy of the club is brought up to what the club is now; what has not gone home yet stays in it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.clubs.players import with_pairs
from scorekeeper.store.engine.connection import defer_references
from scorekeeper.store.engine.rows import delete, fetch, has, insert, put, update, value
from scorekeeper.store.engine.seals import BEGIN, HEADS, POINTS_AT, TABLES, Facts, broken_at, facts_of, link
from scorekeeper.store.engine.versions import state_of, touch, touch_access, touch_names
from scorekeeper.store.transfer import club_rows
from scorekeeper.store.transfer.club_rows import LEFT_OUT, OF_MATCHES, Row, RowRefused, Rows

EventRows = tuple[tuple[str, Row], ...]  # the rows of one event, each with its table
HANDED_OVER = "handed_over"  # the field of the audit log's line
SETUP = ("seats", "seat_changes", "earlier_setups")  # how a match was set up, and has been since
_APART = re.compile("([ :])")


class Thread(NamedTuple):
    """A match or a match card: its events by version, each as the rows it consists of.

    Who is who differs between a phone and the club, so each side has a chain of its own.
    """

    entity: str
    id: str
    events: Mapping[int, EventRows]

    @property
    def version(self) -> int:
        """The version of the newest event, 0 without any."""
        return max(self.events, default=0)


def thread_of(entity: str, id: str, rows: Iterable[tuple[str, Row]]) -> Thread:
    """These rows in the order of their events, and within one after those that they point at."""
    events: dict[int, list[tuple[str, Row]]] = {}
    for table, row in rows:
        events.setdefault(int(row["version"]), []).append((table, row))

    def order(entered: tuple[str, Row]) -> tuple[int, str]:
        table, row = entered
        return TABLES[entity].index(table), str(row.get("player"))

    ordered = {at: tuple(sorted(entered, key=order)) for at, entered in sorted(events.items())}
    return Thread(entity, id, ordered)


def read_head(db: Database, club: str, entity: str, id: str) -> Row | None:
    return next(iter(club_rows.rows_where(db, HEADS[entity], club=club, id=id)), None)


def broken_chain(entity: str, rows: Iterable[tuple[str, Row]], last: str | None) -> str | None:
    """Where the chain of one match or card is broken; it ends in ``last`` if that is known."""
    entries: dict[int, list[Facts]] = {}
    links: dict[int, str] = {}
    for table, row in rows:
        entries.setdefault(row["version"], []).append(facts_of(table, row))
        if table == TABLES[entity][0]:
            links[row["version"]] = str(row.get("chain"))
    return broken_at(entries, links, last)


def add_to_thread(db: Database, club: str, thread: Thread, after: int = 0) -> None:
    """Store the events behind this version, and give the match or the card its new version."""
    head, (events, *_) = HEADS[thread.entity], TABLES[thread.entity]
    found = db.execute(f"SELECT chain FROM {head} WHERE club = ? AND id = ?", [club, thread.id])  # nosec B608
    chain = found.fetchone()[0] if after else BEGIN
    for version, rows in thread.events.items():
        if version > after:
            chain = link(chain, [facts_of(table, row) for table, row in rows])
            for table, row in rows:
                club_rows.put_row(db, table, row | {"chain": chain} if table == events else row)
    at = {"club": club, "id": thread.id}
    update(db, head, at, version=max(thread.version, after), chain=chain)
    changed = touch(db, club)
    if thread.entity == "match":
        update(db, "matches", at, changed=changed)


def put_match(db: Database, row: Row, setup: Mapping[str, Sequence[Row]], at: str) -> None:
    """A match that is not here yet, with nothing entered for it; partners are the pair that they are here."""
    club_rows.put_row(db, "matches", row | {"version": 0, "changed": 0, "chain": BEGIN})
    seats = [(seat["player"], seat["side"]) for seat in setup["seats"]]
    if len({*seats}) < len(seats):
        raise RowRefused("somebody sits there twice")
    with club_rows.refusing():
        pairs = [pair for _, _, pair in with_pairs(db, row["club"], seats, at)]
    seated = [seat | {"team": pair} for seat, pair in zip(setup["seats"], pairs, strict=True)]
    for table, rows in {**setup, "seats": seated}.items():
        for one in rows:
            club_rows.put_row(db, table, one)


class Kept(NamedTuple):
    """All of one match or card: ``head`` and ``setup`` of a match, empty of a card, and what was entered."""

    thread: Thread
    head: Row
    setup: Mapping[str, Sequence[Row]]

    @property
    def what(self) -> tuple[str, str]:
        return self.thread.entity, self.thread.id

    @property
    def rows(self) -> list[tuple[str, Row]]:
        events = [row for rows in self.thread.events.values() for row in rows]
        setup = [(table, row) for table, rows in self.setup.items() for row in rows]
        return [*([("matches", self.head)] if self.head else []), *setup, *events]

    @property
    def words(self) -> set[str]:
        return {word for _, row in self.rows for word in words_in(row)}


def read_kept(db: Database, club: str, entity: str, id: str) -> Kept:
    at = {"club": club, POINTS_AT[entity]: id}
    entered = ((table, row) for table in TABLES[entity] for row in club_rows.rows_where(db, table, **at))
    thread = thread_of(entity, id, entered)
    if entity == "card":
        return Kept(thread, {}, {})
    setup = {table: club_rows.rows_where(db, table, club=club, match=id) for table in SETUP}
    return Kept(thread, read_head(db, club, entity, id) or {}, setup)


def put_kept(db: Database, club: str, kept: Kept) -> None:
    if kept.head:
        put_match(db, kept.head, kept.setup, kept.head["started_at"])
    add_to_thread(db, club, kept.thread)


def _with_rows(kept: Kept, changed: Callable[[Row], Row]) -> Kept:
    events = {
        version: tuple((table, changed(row)) for table, row in rows)
        for version, rows in kept.thread.events.items()
    }
    setup = {table: [*map(changed, rows)] for table, rows in kept.setup.items()}
    return kept._replace(thread=kept.thread._replace(events=events), setup=setup)


def under(kept: Kept, match: str) -> Kept:
    """The same as another match, of this id."""
    own = _with_rows(kept, lambda row: row | {"match": match})
    return Kept(own.thread._replace(id=match), kept.head | {"id": match, "key": match}, own.setup)


def called(row: Row, known: Mapping[str, str]) -> Row:
    """The row with the ids that people have on this side; a line-up and an earlier setup have them within."""
    texts = [(name, value) for name, value in row.items() if isinstance(value, str)]
    parts = {name: _APART.split(value) if name in ("lineup", "seats") else [value] for name, value in texts}
    return row | {name: "".join(known.get(part, part) for part in of) for name, of in parts.items()}


def words_in(row: Row) -> Iterator[str]:
    """Every word in this row, people's ids among them."""
    for text in row.values():
        if isinstance(text, str):
            yield from _APART.split(text)


def alias_of(db: Database, club: str, alias: str) -> str | None:
    """The club's player that a phone's id stands for, None if unknown."""
    known = "SELECT player FROM player_aliases WHERE club = ? AND alias = ?"
    return cast(str | None, value(db, known, club, alias))


def add_alias(db: Database, club: str, alias: str, player: str) -> None:
    insert(db, "player_aliases", club=club, alias=alias, player=player)


def handed_over(db: Database, club: str, id: str | None = None) -> dict[tuple[str, str], int]:
    """How far each match and card, or those of this id, is known to be on the other side."""
    handed = (
        "SELECT entity, entity_id, version FROM handovers "
        "WHERE club = ? AND entity_id = coalesce(?, entity_id)"
    )
    return {(entity, id): version for entity, id, version in db.execute(handed, [club, id]).fetchall()}


def mark_handed_over(db: Database, club: str, entity: str, id: str, version: int) -> None:
    if version > handed_over(db, club, id).get((entity, id), -1):
        set_marks(db, club, {(entity, id): version})


def set_marks(db: Database, club: str, versions: Mapping[tuple[str, str], int]) -> None:
    """Store how much of each is the same on both sides, also where that is less than it was."""
    for (entity, id), version in versions.items():
        what = {"club": club, "entity": entity, "entity_id": id}
        put(db, "handovers", [*what], **what, version=version)


def versions(db: Database, club: str) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for entity, table in HEADS.items():
        rows = db.execute(f"SELECT id, version FROM {table} WHERE club = ?", [club])  # nosec B608 # our names
        found |= {(entity, id): int(version) for id, version in rows.fetchall()}
    return found


def handed_over_by(db: Database, club: str, match: str) -> list[tuple[str, str]]:
    """Which phones handed it over to this club, and when (UTC), oldest first."""
    if ("match", match) not in handed_over(db, club, match):
        return []
    handed = (
        "SELECT d.nickname, a.changed_at FROM audit_log a "
        "JOIN devices d ON d.club = a.club AND d.id = a.device "
        "WHERE a.club = ? AND a.entity = 'match' AND a.entity_id = ? AND a.field = ? ORDER BY a.id"
    )
    return fetch(db, lambda nickname, at: (nickname, at), handed, club, match, HANDED_OVER)


What = tuple[str, str]  # a match or a card, and its id
# The phone's own: who may come in, what it did, and what it has of others' phones.
_STAYING = (*LEFT_OUT, "links", "former_links", "devices", "acts", "audit_log", "handovers", "followed_teams")


def renew_copy(db: Database, club: str, rows: Rows, kept: Collection[Kept], *, whole: bool) -> None:
    """Within a transaction that may erase: the club becomes these ``rows``, but for what is ``kept``.

    Where the rows are not the ``whole`` club, every match that is not among them stays as it is. Raises
    ``RowRefused``.
    """
    defer_references(db)
    aliases = {row["alias"]: row["player"] for row in rows["player_aliases"]}
    translated = partial(called, known=aliases)
    kept = [_with_rows(one, translated)._replace(head=translated(one.head)) for one in kept]
    named = {word for one in kept for word in one.words} - {row["id"] for row in rows["players"]}
    own_people = [row for row in club_rows.rows_where(db, "players", club=club) if row["id"] in named]
    versions = {row["id"]: row["version"] for row in club_rows.rows_where(db, "leagues", club=club)}
    renewed = {row["id"] for row in rows["matches"]} | {one.thread.id for one in kept if one.head}
    own = {one.what for one in kept}
    for table in tables_of_clubs():
        if table in ("matches", *OF_MATCHES):
            column = "id" if table == "matches" else "match"
            for at in [{}] if whole else [{column: match} for match in renewed]:
                delete(db, table, club=club, **at)
        elif table not in _STAYING:
            delete(db, table, club=club)
    known = {row["id"] for row in club_rows.rows_where(db, "devices", club=club)}
    for table, of_table in rows.items():
        for row in of_table:
            if table == "devices" and row["id"] not in known:
                club_rows.put_row(db, table, row)
            elif table not in ("clubs", *_STAYING) and _thread(table, row) not in own:
                if table == "leagues":  # under a version that no page here was made from
                    row = row | {"version": max(row["version"], versions.get(row["id"], 0)) + 1}
                club_rows.put_row(db, table, row)
    for row in own_people:
        club_rows.put_row(db, "players", row)
    for one in kept:
        put_kept(db, club, one)
    _settle(db, club, rows, renewed)


def _thread(table: str, row: Mapping[str, Any]) -> What | None:
    if table == "matches":
        return "match", row["id"]
    if table in OF_MATCHES:
        return "match", row["match"]
    return ("card", row[POINTS_AT["card"]]) if table in TABLES["card"] else None


def _settle(db: Database, club: str, rows: Rows, renewed: Iterable[str]) -> None:
    (there,) = rows["clubs"]
    version = max(there["version"], *state_of(db, club)[:1])
    said = {name: there[name] for name in ("name", "out_word", "watched_by_anyone")}
    update(db, "clubs", {"id": club}, version=version, **said)
    touch_names(db, club)
    touch_access(db, club)
    changed = touch(db, club)
    for match in renewed:
        update(db, "matches", {"club": club, "id": match}, changed=changed)
    db.execute(
        "DELETE FROM followed_teams WHERE club = ? AND squad NOT IN (SELECT id FROM squads WHERE club = ?)",
        [club, club],
    )


def is_with_the_club(db: Database, club: str, match: str) -> bool:
    """Whether this is a phone's copy of a club that has this match as well."""
    return is_copy(db, club) and has(db, "handovers", club=club, entity="match", entity_id=match)


def is_copy(db: Database, club: str) -> bool:
    return copied_up_to(db, club) is not None


def copied_up_to(db: Database, club: str) -> int | None:
    """The version there up to which everything of the club is here, None where it is no copy."""
    return cast(
        int | None, value(db, "SELECT version FROM handovers WHERE club = ? AND entity = 'club'", club)
    )


def take_for_itself(db: Database, club: str) -> None:
    """Take the club for itself, and no longer for a copy of one elsewhere."""
    delete(db, "handovers", club=club, entity="club")
