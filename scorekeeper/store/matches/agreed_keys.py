"""Keys of acts that had nothing to add, because another phone had entered the same of a match or a card."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author

Of = tuple[str, str, str]  # the club, ``match`` or ``card``, and the id of the match or the fixture


def add_agreed_key(db: Database, of: Of, key: str, fingerprint: str, author: Author) -> None:
    """Keep the key, within the caller's transaction."""
    db.execute(
        "INSERT INTO agreed_keys (club, entity, entity_id, key, fingerprint, agreed_at, device) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [*of, key, fingerprint, author.at, author.device],
    )


def agreed_fingerprint(db: Database, of: Of, key: str) -> str | None:
    """What was said with this key, None where it has not agreed with anything."""
    row = db.execute(
        "SELECT fingerprint FROM agreed_keys WHERE club = ? AND entity = ? AND entity_id = ? AND key = ?",
        [*of, key],
    ).fetchone()
    return row and str(row[0])


def count_agreed_keys(db: Database, of: Of) -> int:
    """How many keys are kept of this match or card."""
    rows = db.execute(
        "SELECT count(*) FROM agreed_keys WHERE club = ? AND entity = ? AND entity_id = ?", [*of]
    )
    return int(rows.fetchone()[0])
