"""The generations of a club's links: raising one ends the link and every cookie it issued."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.versions import touch_access

ROLES = ("watch", "score", "manage")  # each may do what those before it may


def add_links(db: Database, club: str, at: str) -> None:
    """The first generation of each link of a new club."""
    for role in ROLES:
        db.execute(
            "INSERT INTO links (club, role, generation, made_at) VALUES (?, ?, 1, ?)", [club, role, at]
        )


def generations(db: Database, club: str) -> dict[str, int]:
    """The generation of each of the club's links; raising one ends the links and cookies before it."""
    rows = db.execute("SELECT role, generation FROM links WHERE club = ?", [club])
    return dict(rows.fetchall())


def revoke_link(db: Database, club: str, role: str, author: Author) -> None:
    """End this link and every cookie it gave, and the match links that were taken with it.

    Its successor is made by the new generation.
    """
    end_match_links(db, club)
    row = db.execute(
        "UPDATE links SET generation = generation + 1, made_at = ? WHERE club = ? AND role = ? "
        "RETURNING generation",
        [author.at, club, role],
    ).fetchone()
    add_change(db, club, ("link", role, "generation"), str(row[0] - 1), str(row[0]), author)
    touch_access(db, club)


def end_match_links(db: Database, club: str) -> None:
    """End every link of the club that opens one match, and every cookie it gave."""
    db.execute("UPDATE clubs SET guest_generation = guest_generation + 1 WHERE id = ?", [club])
