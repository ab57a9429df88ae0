"""What a page was made from, in one indexed read: a phone that has it already need not be sent it again."""

from sqlite_utils import Database


def match_version(db: Database, club: str, match: str) -> tuple[int, str] | None:
    """The match's version, and what else its page tells: None for an unknown match.

    That is the club's newest change (of names, mostly), and how many hands its players told themselves.
    """
    row = db.execute(
        "SELECT version, (SELECT max(id) FROM changes WHERE club = ?), "
        "(SELECT max(number) FROM own_hands WHERE club = ? AND match = ?) "
        "FROM matches WHERE club = ? AND id = ?",
        [club, club, match, club, match],
    ).fetchone()
    return row and (int(row[0]), f"{row[1]}.{row[2]}")


def entry_version(db: Database, club: str, match: str, key: str) -> int | None:
    """The version of the entry that came with this key, None where none did."""
    row = db.execute(
        "SELECT version FROM entries WHERE club = ? AND match = ? AND key = ?", [club, match, key]
    ).fetchone()
    return row and int(row[0])
