"""Links that a club brought along from the instance it moved from: the hashes of their secrets.

Each counts as the club's own link of the same generation does, and ends with it. A match's generation has
two parts, which stand in ``opens``.
"""

import hashlib

from sqlite_utils import Database


def keep_former_link(db: Database, club: str, secret: str, opens: str, generation: int) -> None:
    """Have the club know this secret wherever it goes; ``opens`` is a role, or whose captain's link it is."""
    db.execute(
        "INSERT INTO former_links (club, hash, opens, generation) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [club, _hash(secret), opens, generation],
    )


def is_former_link(db: Database, club: str, secret: str, opens: str, generation: int) -> bool:
    """Whether the club came with a link of this secret that opens just this."""
    row = db.execute(
        "SELECT opens, generation FROM former_links WHERE club = ? AND hash = ?", [club, _hash(secret)]
    ).fetchone()
    return row is not None and tuple(row) == (opens, generation)


def keep_former_match_link(db: Database, club: str, secret: str, match: str, generation: str) -> None:
    """The same for the link of one match."""
    keep_former_link(db, club, secret, f"match {match} {generation}", 1)


def is_former_match_link(db: Database, club: str, secret: str, match: str, generation: str) -> bool:
    """Whether the club came with this link of the match, and it has not ended since."""
    return is_former_link(db, club, secret, f"match {match} {generation}", 1)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
