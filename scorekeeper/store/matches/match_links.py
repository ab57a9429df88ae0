"""Links that open one match for watching. A match nobody has revoked one for is in its first generation."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.versions import touch_access


def match_generation(db: Database, club: str, match: str) -> str:
    """The generation of the match's watch link, within the club's for all of them.

    Raising either ends the links and cookies before it.
    """
    row = db.execute("SELECT guest_generation FROM clubs WHERE id = ?", [club]).fetchone()
    return f"{row[0] if row else 0}.{_own_generation(db, club, match)}"


def newest_match_links(db: Database, club: str, most: int) -> list[tuple[str, str]]:
    """The matches started last, so many of them, each with its link's generation."""
    rows = db.execute("SELECT id FROM matches WHERE club = ? ORDER BY id DESC LIMIT ?", [club, most])
    return [(str(match), match_generation(db, club, match)) for (match,) in rows.fetchall()]


def _own_generation(db: Database, club: str, match: str) -> int:
    row = db.execute(
        "SELECT generation FROM match_links WHERE club = ? AND match = ?", [club, match]
    ).fetchone()
    return int(row[0]) if row else 1


def revoke_match_link(db: Database, club: str, match: str, author: Author) -> None:
    """End the match's watch link and every cookie it gave."""
    before = _own_generation(db, club, match)
    db.execute(
        "INSERT INTO match_links (club, match, generation, made_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (club, match) DO UPDATE "
        "SET generation = excluded.generation, made_at = excluded.made_at",
        [club, match, before + 1, author.at],
    )
    add_change(db, club, ("match link", match, "generation"), str(before), str(before + 1), author)
    touch_access(db, club)
