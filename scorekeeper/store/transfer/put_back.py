"""A club put back as a copy has it, while its links, phones and log of changes stay as they are."""

from typing import Any

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.trash import erasure_lock, tables_of_clubs
from scorekeeper.store.engine.versions import touch, touch_access, touch_names
from scorekeeper.store.transfer.club_rows import LEFT_OUT, put_row, rows_where, wait_with_references

Rows = dict[str, list[dict[str, Any]]]
# As they are now: who may come in, what was answered, and what was changed when.
_STAYING = (*LEFT_OUT, "links", "former_links", "devices", "acts", "audit_log")
# As they are now too, where what they are about is in the copy: the table, and what names that there.
_ABOUT = {
    "match_links": ("matches", "match"),
    "captains": ("squads", "squad"),
    "followed_teams": ("squads", "squad"),
}


def count_record(db: Database, club: str) -> tuple[int, int]:
    """How many matches the club has, and how many ends of rounds were entered."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM matches WHERE club = ?), "
        "(SELECT count(*) FROM round_ends WHERE club = ?)",
        [club, club],
    )
    played, rounds = row.fetchone()
    return int(played), int(rounds)


def put_back(db: Database, club: str, rows: Rows, made_at: str, author: Author) -> None:
    """Within a transaction: the club’s record becomes these ``rows`` of a copy of ``made_at``.

    A link that has ended stays ended, somebody’s name stays what it is now, and every page is made anew.
    """
    tables = [table for table in tables_of_clubs(db) if table not in _STAYING]
    now: Rows = {table: list(rows_where(db, table, {"club": club})) for table in (*tables, "devices")}
    wait_with_references(db)
    with erasure_lock(db, club):
        for table in tables:
            db.execute(f"DELETE FROM {table} WHERE club = ?", [club])  # nosec B608 # the schema's names
        rows = rows | _guarded(rows, now)
        for table in tables:
            for row in rows.get(table, []):
                put_row(db, table, row)
    for phone in _missing(rows["devices"], now["devices"]):
        put_row(db, "devices", phone)
    (there,) = rows["clubs"]
    db.execute(
        "UPDATE clubs SET name = ?, out_word = ? WHERE id = ?", [there["name"], there["out_word"], club]
    )
    add_change(db, club, ("club", club, "put back"), None, made_at, author)
    touch_names(db, club)
    touch_access(db, club)
    # What was derived from what was there before is derived anew.
    db.execute("UPDATE matches SET changed = ? WHERE club = ?", [touch(db, club), club])


def _guarded(rows: Rows, now: Rows) -> Rows:
    """The copy’s rows of links and names, so that nothing comes back that has ended since."""
    generations = {row["id"]: row["captain_generation"] for row in now["squads"]}
    squads = [
        row
        | {
            "captain_generation": generations.get(
                row["id"], row["captain_generation"] and row["captain_generation"] + 1
            )
        }
        for row in rows["squads"]
    ]
    guarded: Rows = {"squads": squads, "players": _named(rows["players"], now["players"])}
    for table, (parent, column) in _ABOUT.items():
        ids = {row["id"] for row in rows[parent]}
        guarded[table] = [row for row in now[table] if row[column] in ids]
    known = {row["match"] for row in now["match_links"]}
    guarded["match_links"] += [
        row | {"generation": row["generation"] + 1}
        for row in rows["match_links"]
        if row["match"] not in known
    ]
    return guarded


def _named(rows: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The people of the copy under the names they have now, so that nobody comes back who was forgotten."""
    names = {row["id"]: {"name": row["name"], "name_key": row["name_key"]} for row in now}
    taken = {row["name_key"] for row in rows if row["id"] not in names}
    return [
        row | (names[row["id"]] if row["id"] in names and names[row["id"]]["name_key"] not in taken else {})
        for row in rows
    ]


def _missing(rows: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    known = {row["id"] for row in now}
    return [row for row in rows if row["id"] not in known]
