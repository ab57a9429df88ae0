"""The table of read-only mode, the trigger that enforces it, and what a club takes along that moves.

``club`` is empty where the whole instance is meant. Every change to a club raises a version in its row of
``clubs``, so the guard stands there; only ``access_version`` may rise, which has phones ask anew. The rows
are this instance's own affair, and part of no export.
"""

READ_ONLY_TABLES = """
CREATE TABLE read_only (
    club TEXT NOT NULL PRIMARY KEY,
    words TEXT NOT NULL,
    since TEXT NOT NULL
) STRICT;
CREATE TRIGGER clubs_read_only BEFORE UPDATE ON clubs
WHEN NEW.access_version = OLD.access_version AND EXISTS (SELECT 1 FROM read_only WHERE club IN ('', OLD.id))
BEGIN SELECT RAISE(ABORT, 'clubs are read-only'); END
"""

# A former link is known by the hash of its secret, which another instance has made with its own key.
MOVING = """
ALTER TABLE read_only ADD COLUMN moved_to TEXT;
CREATE TABLE former_links (
    club TEXT NOT NULL REFERENCES clubs (id),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    opens TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    PRIMARY KEY (club, hash)
) STRICT;
"""
