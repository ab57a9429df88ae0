"""Clubs: who owns all the rest. Nothing crosses from one to another."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.ids import new_id

ROLES = ("watch", "score", "manage")  # each may do what those before it may


class Club(NamedTuple):
    """A club. ``version`` is raised by everything that changes on its pages."""

    id: str
    name: str
    watched_by_anyone: int
    version: int


class Author(NamedTuple):
    """Who told us, and when: the phone's id in the club, and the server's time in UTC."""

    device: str
    at: str

    @property
    def day(self) -> date:
        """The day it was reported."""
        return date.fromisoformat(self.at[:10])


def first_start_secret(db: Database, at: str) -> str | None:
    """A new secret that lets its holder open the first club, or None once there is one.

    Only its hash is kept; each call makes the last one's secret useless.
    """
    if _any_club(db):
        return None
    secret = secrets.token_urlsafe(16)
    db.execute("DELETE FROM setup_tokens")
    db.execute("INSERT INTO setup_tokens (secret_hash, made_at) VALUES (?, ?)", [_hash(secret), at])
    return secret


def may_start(db: Database, secret: str) -> bool:
    """Whether this secret still opens the first club."""
    row = db.execute("SELECT secret_hash FROM setup_tokens").fetchone()
    return row is not None and hmac.compare_digest(row[0], _hash(secret)) and not _any_club(db)


def add_club(db: Database, name: str, at: str) -> Club:
    """A new club with its three links, the first generation of each."""
    club = Club(new_id(), name, 1, 0)
    db.execute(
        "INSERT INTO clubs (id, name, watched_by_anyone, version, made_at) VALUES (?, ?, ?, ?, ?)",
        [*club, at],
    )
    for role in ROLES:
        db.execute(
            "INSERT INTO links (club, role, generation, made_at) VALUES (?, ?, 1, ?)", [club.id, role, at]
        )
    return club


_CLUBS = "SELECT id, name, watched_by_anyone, version FROM clubs WHERE deleted_at IS NULL "


def find_club(db: Database, club: str) -> Club | None:
    """The club of this id; None for one in the bin, as for one that never was."""
    row = db.execute(_CLUBS + "AND id = ?", [club]).fetchone()
    return row and Club(*row)


def clubs(db: Database) -> list[Club]:
    """Every club, the oldest first, without those in the bin."""
    rows = db.execute(_CLUBS + "ORDER BY id")
    return [Club(*row) for row in rows.fetchall()]


def touch(db: Database, club: str) -> int:
    """Raise the club's version, because something on one of its pages has changed; the new version."""
    row = db.execute("UPDATE clubs SET version = version + 1 WHERE id = ? RETURNING version", [club])
    return int(row.fetchone()[0])


def version_of(db: Database, club: str) -> int | None:
    """Raised by everything that is told of the club; None where there is no such club."""
    row = db.conn.execute("SELECT version FROM clubs WHERE id = ?", [club]).fetchone()
    return row and int(row[0])


def state_of(db: Database, club: str) -> tuple[int, int]:
    """The club's version, and the one at which something in it was renamed last; (-1, 0) for no club."""
    row = db.execute("SELECT version, names_version FROM clubs WHERE id = ?", [club]).fetchone()
    return (int(row[0]), int(row[1])) if row else (-1, 0)


def set_watched_by_anyone(db: Database, club: Club, watched: bool, author: Author) -> None:
    """Open or close the club's pages to people who hold none of its links."""
    db.execute("UPDATE clubs SET watched_by_anyone = ? WHERE id = ?", [int(watched), club.id])
    add_change(
        db,
        club.id,
        ("club", club.id, "watched_by_anyone"),
        str(club.watched_by_anyone),
        str(int(watched)),
        author,
    )


def rename_club(db: Database, club: Club, name: str, author: Author) -> None:
    """Call the club otherwise; the record keeps its old name."""
    db.execute("UPDATE clubs SET name = ? WHERE id = ?", [name, club.id])
    add_change(db, club.id, ("club", club.id, "name"), club.name, name, author)


def generations(db: Database, club: str) -> dict[str, int]:
    """The generation of each of the club's links; raising one ends the links and cookies before it."""
    rows = db.execute("SELECT role, generation FROM links WHERE club = ?", [club])
    return dict(rows.fetchall())


def revoke_link(db: Database, club: str, role: str, author: Author) -> None:
    """End this link and every cookie it gave; its successor is made by the new generation."""
    row = db.execute(
        "UPDATE links SET generation = generation + 1, made_at = ? WHERE club = ? AND role = ? "
        "RETURNING generation",
        [author.at, club, role],
    ).fetchone()
    add_change(db, club, ("link", role, "generation"), str(row[0] - 1), str(row[0]), author)


def add_change(
    db: Database,
    club: str,
    what: tuple[str, str, str],
    old: str | None,
    new: str | None,
    author: Author,
    reason: str | None = None,
) -> None:
    """Write into the club's record that ``(entity, id, field)`` went from ``old`` to ``new``, and why."""
    db.execute(
        "INSERT INTO audit_log (club, id, entity, entity_id, field, old, new, changed_at, device, reason) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [club, new_id(), *what, old, new, author.at, author.device, reason],
    )
    db.execute("UPDATE clubs SET version = version + 1, names_version = version + 1 WHERE id = ?", [club])


class Change(NamedTuple):
    """One line of the club's record."""

    entity: str
    entity_id: str
    field: str
    old: str | None
    new: str | None
    reason: str | None
    changed_at: str
    nickname: str


def changes(db: Database, club: str, entity_ids: Sequence[str]) -> list[Change]:
    """What was changed about these, newest first."""
    rows = db.execute(
        "SELECT c.entity, c.entity_id, c.field, c.old, c.new, c.reason, c.changed_at, d.nickname "
        "FROM audit_log c JOIN devices d ON d.club = c.club AND d.id = c.device "
        "WHERE c.club = ? ORDER BY c.id DESC",
        [club],
    )
    wanted = frozenset(entity_ids)
    return [Change(*row) for row in rows.fetchall() if row[1] in wanted]


def _any_club(db: Database) -> bool:
    return db.execute("SELECT 1 FROM clubs LIMIT 1").fetchone() is not None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
