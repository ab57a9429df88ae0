"""An instance of many clubs: the token for its first, those opened on its front page, the use of each.

Read-only mode is a row of the whole instance or of one club; a trigger refuses what would change it.
"""

import hashlib
import hmac
import json
import secrets
from typing import NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.access import ensure_device, generations
from scorekeeper.store.clubs.audit import Author, DoneAct, add_act
from scorekeeper.store.clubs.clubs import tables_of_clubs
from scorekeeper.store.engine.rows import column, delete, fetch, fetch_one, insert, put, value

_OPEN = "open_club"
_OPENED = "{}"  # the act’s answer
_RUNS = 100  # are remembered
WHOLE_INSTANCE = ""  # stands where a club's id would


def add_opening(db: Database, club: str, key: str, author: Author, answer: str = _OPENED) -> None:
    add_act(db, club, club, key, DoneAct(_OPEN, "", answer), author)


class Opened(NamedTuple):
    """A club, the phone that opened it, and the generation of the manager's link that it came in by."""

    club: str
    device: str
    generation: int


def opened_by(db: Database, key: str, since: str = "") -> Opened | None:
    """The club opened under this key since then, or one in its place, unless its phone has been ended."""
    return fetch_one(
        db,
        lambda club, device, answer: Opened(club, device, json.loads(answer).get("generation", 1)),
        "SELECT a.club, a.device, a.answer FROM clubs c JOIN acts a ON a.club = c.id AND a.subject = c.id "
        "JOIN devices d ON d.club = a.club AND d.id = a.device "
        "WHERE a.made_at >= ? AND c.deleted_at IS NULL AND d.ended_at IS NULL AND a.key = ? AND a.name = ? "
        "ORDER BY a.answer = ?",  # the one in its place first
        *(since, key, _OPEN, _OPENED),
    )


def in_place_of(db: Database, club: str, key: str) -> Opened | None:
    """The club that has taken this one's place: under the key it was opened by, or this where it had none."""
    opened = opened_by(db, _key_of(db, club, key))
    return opened if opened and opened.club != club else None


def take_place(db: Database, club: str, other: str, key: str, author: Author) -> None:
    """The other club, which takes this one's place, is the one that was opened under its key."""
    ensure_device(db, other, author.device, author.at)
    answer = {"in_place_of": club, "generation": generations(db, other)["manage"]}
    add_opening(db, other, _key_of(db, club, key), author, json.dumps(answer))


def _key_of(db: Database, club: str, key: str) -> str:
    opened = "SELECT key FROM acts WHERE club = ? AND subject = club AND name = ?"
    return cast(str | None, value(db, opened, club, _OPEN)) or key


def count_opening(db: Database, club: str, network: str, at: str) -> None:
    """Note that the club was opened from this network, named by a keyed hash."""
    insert(db, "club_openings", club=club, network=network, opened_at=at)


def openings_since(db: Database, since: str, network: str | None = None) -> int:
    """How many clubs were opened at or after ``since``, by everybody or from one network."""
    opened = "SELECT count(*) FROM club_openings WHERE opened_at >= ? AND network = coalesce(?, network)"
    return int(value(db, opened, since, network))


def never_used(db: Database, opened_before: str) -> list[str]:
    """Clubs opened on the front page before that moment in which no match and no league was ever started."""
    return column(
        db,
        "SELECT o.club FROM club_openings o JOIN clubs c ON c.id = o.club "
        "WHERE o.opened_at < ? AND c.deleted_at IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.club = o.club) "
        "AND NOT EXISTS (SELECT 1 FROM leagues l WHERE l.club = o.club) ORDER BY o.club",
        opened_before,
    )


def first_start_secret(db: Database, at: str) -> str | None:
    """A new secret that lets its holder open the first club, or None where there is one outside the trash.

    Only its hash is kept; each call makes the last one's secret useless.
    """
    if clubs_there(db):
        return None
    secret = secrets.token_urlsafe(16)
    db.execute("DELETE FROM setup_tokens")
    insert(db, "setup_tokens", secret_hash=_hash(secret), made_at=at)
    return secret


def may_start(db: Database, secret: str) -> bool:
    known = value(db, "SELECT secret_hash FROM setup_tokens")
    return known is not None and hmac.compare_digest(known, _hash(secret)) and not clubs_there(db)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Usage(NamedTuple):
    """A club with its use; times are UTC, ``last_match_at`` None where no match was ever started."""

    club: str
    name: str
    opened_at: str
    last_match_at: str | None
    matches: int


def usage_of_clubs(db: Database) -> list[Usage]:
    return fetch(
        db,
        Usage,
        "SELECT c.id, c.name, c.made_at, max(m.started_at), count(m.id) FROM clubs c "
        "LEFT JOIN matches m ON m.club = c.id WHERE c.deleted_at IS NULL "
        "GROUP BY c.id, c.name, c.made_at ORDER BY max(m.started_at) DESC NULLS LAST, c.id",
    )


def matches_since(db: Database, since: str) -> int:
    return int(value(db, "SELECT count(*) FROM matches WHERE started_at >= ?", since))


def clubs_there(db: Database) -> int:
    return int(value(db, "SELECT count(*) FROM clubs WHERE deleted_at IS NULL"))


def live_tables(db: Database, since: str, lately: str) -> int:
    """How many matches started at or after ``since`` had an entry at or after ``lately``, or began then."""
    live = (
        "SELECT count(*) FROM matches m WHERE m.started_at >= ? AND (m.started_at >= ? OR EXISTS "
        "(SELECT 1 FROM match_events e WHERE e.club = m.club AND e.match = m.id AND e.entered_at >= ?))"
    )
    return int(value(db, live, since, lately, lately))


def rows_of_club(db: Database, club: str) -> dict[str, int]:
    tables = tables_of_clubs()
    counts = {table: value(db, f"SELECT count(*) FROM {table} WHERE club = ?", club) for table in tables}  # nosec B608
    return {table: int(count) for table, count in counts.items() if count}


def add_run(db: Database, day: str) -> None:
    put(db, "nightly_runs", ["day"], day=day)
    db.execute(
        "DELETE FROM nightly_runs WHERE day NOT IN (SELECT day FROM nightly_runs ORDER BY day DESC LIMIT ?)",
        [_RUNS],
    )


def nightly_runs(db: Database) -> list[str]:
    return column(db, "SELECT day FROM nightly_runs ORDER BY day")


def read_only_words(db: Database, club: str = WHOLE_INSTANCE) -> str | None:
    """The notice while the instance, or this club, is read-only; None if it is not."""
    words = "SELECT words FROM read_only WHERE club = ? OR club = ? ORDER BY club LIMIT 1"
    return cast(str | None, value(db, words, WHOLE_INSTANCE, club))


def set_read_only(db: Database, club: str, words: str, at: str) -> None:
    put(db, "read_only", ["club"], club=club, words=words, since=at)


def end_read_only(db: Database, club: str) -> None:
    delete(db, "read_only", club=club)


def set_moved_to(db: Database, club: str, address: str) -> bool:
    """Note that the club, which is read-only here, is at ``address`` from now on; whether it is read-only."""
    moved = "UPDATE read_only SET moved_to = ? WHERE club = ? RETURNING club"
    return value(db, moved, address, club) is not None


def moved_to(db: Database, club: str) -> str | None:
    """The address of the instance that the club has moved to; None where it is still here."""
    return value(db, "SELECT moved_to FROM read_only WHERE club = ?", club) or None
