"""The keys of acts that had nothing to add, such as a second phone's entry of the same result.

No entry bears such a key. It is kept so that the act is never carried out later, when what it agreed with has
been taken back. ``entity_id`` is a match or a fixture.
"""

AGREED_TABLES = """
CREATE TABLE agreed_keys (
    club TEXT NOT NULL,
    entity TEXT NOT NULL CHECK (entity IN ('match', 'card')),
    entity_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    agreed_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, entity, entity_id, key),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
"""
