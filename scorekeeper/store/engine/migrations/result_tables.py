"""The table of what finished matches came to: see ``store.matches.match_results``.

``edition`` is the fingerprint of the rules by which a line was made."""

RESULT_TABLES = """
CREATE TABLE match_results (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    changed INTEGER NOT NULL,
    edition TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (club, match),
    FOREIGN KEY (club, match) REFERENCES matches (club, id)
) STRICT;
"""
