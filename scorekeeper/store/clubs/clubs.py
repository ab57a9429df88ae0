"""Clubs: each owns all its data, and nothing crosses from one club to another."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.links import add_links, end_match_links
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch_access, touch_names


class Club(NamedTuple):
    """A club. ``version`` is raised by everything that changes on its pages.

    ``out_word`` is its word for going out, as it follows a name.
    """

    id: str
    name: str
    watched_by_anyone: int
    version: int
    out_word: str


COLUMNS = ", ".join(Club._fields)
_COLUMNS = ", ".join(f"c.{column}" for column in Club._fields)


def add_club(db: Database, name: str, at: str) -> Club:
    """A new club with its three links, the first generation of each."""
    club = new_id()
    row = db.execute(
        "INSERT INTO clubs (id, name, watched_by_anyone, version, made_at) VALUES (?, ?, ?, ?, ?) "  # nosec B608 # ours
        f"RETURNING {COLUMNS}",
        [club, name, 1, 0, at],
    ).fetchone()
    add_links(db, club, at)
    return Club(*row)


_CLUBS = f"SELECT {COLUMNS} FROM clubs WHERE deleted_at IS NULL "  # nosec B608 # the schema's names


def find_club(db: Database, club: str) -> Club | None:
    """The club of this id; None for one in the trash, as for one that never was."""
    row = db.execute(_CLUBS + "AND id = ?", [club]).fetchone()
    return row and Club(*row)


class Admission(NamedTuple):
    """What decides whether a phone may look at a club: the ``generation`` of the link that it came by now.

    ``nickname`` is what the phone is called, None for one that has entered nothing yet; ``seen`` its role and
    hour when it acted last; ``ended``: a manager has signed it out. ``read_only`` are the words in which
    changes are refused, None where they are taken; ``copied``: it is a copy in a phone of a club elsewhere.
    """

    club: Club
    deleted: bool
    generation: int | None
    nickname: str | None
    seen: str | None
    ended: bool
    read_only: str | None
    copied: bool


def find_admission(db: Database, club: str, role: str, device: str | None) -> Admission | None:
    """Whether this phone may look at the club by its link for ``role``, in one read; None for no such club.

    One in the trash is found as well.
    """
    row = db.execute(
        f"SELECT {_COLUMNS}, c.deleted_at IS NOT NULL, "  # nosec B608 # the schema's names
        "(SELECT generation FROM links WHERE club = c.id AND role = ?), "
        "d.nickname, d.role || ' ' || substr(d.seen_at, 1, 13), d.ended_at IS NOT NULL, "
        "(SELECT words FROM read_only WHERE club = '' OR club = c.id ORDER BY club LIMIT 1), "
        "EXISTS (SELECT 1 FROM handovers WHERE club = c.id AND entity = 'club') "
        "FROM clubs c LEFT JOIN devices d ON d.club = c.id AND d.id = ? WHERE c.id = ?",
        [role, device, club],
    ).fetchone()
    if row is None:
        return None
    *found, deleted, generation, nickname, seen, ended, words, copied = row
    return Admission(
        Club(*found), bool(deleted), generation, nickname, seen, bool(ended), words, bool(copied)
    )


def clubs(db: Database) -> list[Club]:
    """Every club, the oldest first, without those in the trash."""
    rows = db.execute(_CLUBS + "ORDER BY id")
    return [Club(*row) for row in rows.fetchall()]


def set_watched_by_anyone(db: Database, club: Club, watched: bool, author: Author) -> None:
    """Open or close the club's pages to people who hold none of its links; closing ends match links."""
    if not watched:
        end_match_links(db, club.id)
    db.execute("UPDATE clubs SET watched_by_anyone = ? WHERE id = ?", [int(watched), club.id])
    what = ("club", club.id, "watched_by_anyone")
    add_change(db, club.id, what, str(club.watched_by_anyone), str(int(watched)), author)
    touch_access(db, club.id)


def rename_club(db: Database, club: Club, name: str, author: Author) -> None:
    """Rename the club; the audit log keeps its old name."""
    db.execute("UPDATE clubs SET name = ? WHERE id = ?", [name, club.id])
    add_change(db, club.id, ("club", club.id, "name"), club.name, name, author)
    touch_names(db, club.id)


def set_out_word(db: Database, club: Club, word: str, author: Author) -> None:
    """Set the club's word for going out, used in old matches and new."""
    db.execute("UPDATE clubs SET out_word = ? WHERE id = ?", [word, club.id])
    add_change(db, club.id, ("club", club.id, "out_word"), club.out_word, word, author)
    touch_names(db, club.id)
