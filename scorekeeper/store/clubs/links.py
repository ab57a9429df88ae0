"""The generations of a club's links: raising one ends the link and every cookie it issued.

Former links are those that a club brought along from the instance it moved from, by the hashes of their
secrets. Each counts as the club's own link of the same generation does, and ends with it. A match's
generation has two parts, which stand in ``opens``. The key mark says with which secret key all of them were
made.
"""

import hashlib
from typing import cast

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.rows import delete, has, insert, pairs, value
from scorekeeper.store.engine.versions import touch_access

ROLES = ("watch", "score", "manage")  # each may do what those before it may


def add_links(db: Database, club: str, at: str) -> None:
    for role in ROLES:
        insert(db, "links", club=club, role=role, generation=1, made_at=at)


def generations(db: Database, club: str) -> dict[str, int]:
    return pairs(db, "SELECT role, generation FROM links WHERE club = ?", club)


def revoke_link(db: Database, club: str, role: str, author: Author) -> None:
    """End this link with every cookie it gave, and the match links taken with it; a new generation begins."""
    end_match_links(db, club)
    raised = (
        "UPDATE links SET generation = generation + 1, made_at = ? WHERE club = ? AND role = ? "
        "RETURNING generation"
    )
    now = value(db, raised, author.at, club, role)
    add_change(db, club, ("link", role, "generation"), str(now - 1), str(now), author)
    touch_access(db, club)


def end_match_links(db: Database, club: str) -> None:
    db.execute("UPDATE clubs SET guest_generation = guest_generation + 1 WHERE id = ?", [club])


def keep_former_link(db: Database, club: str, secret: str, opens: str, generation: int) -> None:
    """Have the club know this secret wherever it goes; ``opens`` is a role, a captain's or a phone."""
    known = {"club": club, "hash": _hash(secret)}
    if not has(db, "former_links", **known):
        insert(db, "former_links", **known, opens=opens, generation=generation)


def is_former_link(db: Database, club: str, secret: str, opens: str, generation: int | str) -> bool:
    """Whether the club came with a link of this secret that opens just this."""
    return has(db, "former_links", club=club, hash=_hash(secret), opens=opens, generation=generation)


def former_phone(db: Database, club: str, secret: str) -> str | None:
    """The phone that the club’s former instance has given this secret, to be known by it here."""
    phone = "SELECT substr(opens, 7) FROM former_links WHERE club = ? AND hash = ? AND opens LIKE 'phone %'"
    return cast(str | None, value(db, phone, club, _hash(secret)))


def use_former_phone(db: Database, club: str, secret: str) -> bool:
    """Use up this secret of a phone, within the caller's transaction; False where somebody has before."""
    used = "DELETE FROM former_links WHERE club = ? AND hash = ? RETURNING hash"
    return value(db, used, club, _hash(secret)) is not None


def drop_former_links(db: Database, club: str) -> None:
    delete(db, "former_links", club=club)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def key_mark(db: Database) -> str | None:
    """The fingerprint of the database's key; None where it has not been served yet, or was restored."""
    return cast(str | None, value(db, "SELECT fingerprint FROM key_marks"))


def set_key_mark(db: Database, fingerprint: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        db.execute("DELETE FROM key_marks")
        insert(db, "key_marks", fingerprint=fingerprint)
