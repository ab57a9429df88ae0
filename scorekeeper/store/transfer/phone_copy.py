"""A phone's copy of a club, brought up to what the club is now; what has not gone home yet stays in it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.rows import delete, has, update, value
from scorekeeper.store.engine.seals import POINTS_AT, TABLES
from scorekeeper.store.engine.versions import state_of, touch, touch_access, touch_names
from scorekeeper.store.transfer.club_rows import LEFT_OUT, OF_MATCHES, Rows, put_row, rows_where
from scorekeeper.store.transfer.handover_rows import Kept, put_kept, translated

What = tuple[str, str]  # a match or a card, and its id
# The phone's own: who may come in, what it did, and what it has of others' phones.
_STAYING = (*LEFT_OUT, "links", "former_links", "devices", "acts", "audit_log", "handovers", "followed_teams")


def renew_copy(db: Database, club: str, rows: Rows, kept: Collection[Kept], *, whole: bool) -> None:
    """Within a transaction that may erase: the club becomes these ``rows``, but for what is ``kept``.

    Where the rows are not the ``whole`` club, every match that is not among them stays as it is. Raises
    ``RowRefused``.
    """
    db.execute("PRAGMA defer_foreign_keys = ON")
    aliases = {row["alias"]: row["player"] for row in rows["player_aliases"]}
    kept = [translated(one, aliases) for one in kept]
    named = {word for one in kept for word in one.words} - {row["id"] for row in rows["players"]}
    own_people = [row for row in rows_where(db, "players", {"club": club}) if row["id"] in named]
    versions = {row["id"]: row["version"] for row in rows_where(db, "leagues", {"club": club})}
    renewed = {row["id"] for row in rows["matches"]} | {one.thread.id for one in kept if one.head}
    own = {one.what for one in kept}
    for table in tables_of_clubs():
        if table in ("matches", *OF_MATCHES):
            column = "id" if table == "matches" else "match"
            for at in [{}] if whole else [{column: match} for match in renewed]:
                delete(db, table, club=club, **at)
        elif table not in _STAYING:
            delete(db, table, club=club)
    known = {row["id"] for row in rows_where(db, "devices", {"club": club})}
    for table, of_table in rows.items():
        for row in of_table:
            if table == "devices" and row["id"] not in known:
                put_row(db, table, row)
            elif table not in ("clubs", *_STAYING) and _thread(table, row) not in own:
                if table == "leagues":  # under a version that no page here was made from
                    row = row | {"version": max(row["version"], versions.get(row["id"], 0)) + 1}
                put_row(db, table, row)
    for row in own_people:
        put_row(db, "players", row)
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
