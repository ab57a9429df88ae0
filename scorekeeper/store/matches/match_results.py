"""Results of finished matches, as rows that can be deleted and rebuilt at any time.

A line holds under the change of the match that it was made from, and under the fingerprint of the rules
that made it (the column ``edition``). It is no fact: it is neither exported nor imported.
"""

from collections.abc import Iterable

from sqlite_utils import Database


def stored_results(db: Database, club: str, rules: str) -> dict[str, str]:
    """The lines made by these rules that still hold, by match."""
    rows = db.execute(
        "SELECT r.match, r.line FROM match_results r "
        "JOIN matches m ON m.club = r.club AND m.id = r.match AND m.changed = r.changed "
        "WHERE r.club = ? AND r.edition = ?",
        [club, rules],
    )
    return dict(rows.fetchall())


def store_results(
    db: Database, club: str, rules: str, read_at: int, lines: Iterable[tuple[str, str]]
) -> None:
    """Keep these ``(match, line)``, made of what stood at the club's version ``read_at``.

    A match that has changed since then is left out.
    """
    for match, line in lines:
        db.execute("DELETE FROM match_results WHERE club = ? AND match = ?", [club, match])
        db.execute(
            "INSERT INTO match_results (club, match, changed, edition, line) "
            "SELECT club, id, changed, ?, ? FROM matches WHERE club = ? AND id = ? AND changed <= ?",
            [rules, line, club, match, read_at],
        )
