"""The setup token of a first start: it opens the first club, once."""

import hashlib
import hmac
import secrets

from sqlite_utils import Database


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


def _any_club(db: Database) -> bool:
    return db.execute("SELECT 1 FROM clubs LIMIT 1").fetchone() is not None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
