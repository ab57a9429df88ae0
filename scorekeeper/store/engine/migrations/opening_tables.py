"""Tables of a hosted instance: the clubs opened on its front page, and each club's nightly copy.

``network`` is a keyed hash of the network that asked, so that openings a day can be limited without
keeping anybody's address. ``content`` is a club's file, compressed with gzip, ``size`` its bytes before that,
and ``edition`` what of the club it was made from. Both are part of no export.
"""

OPENING_TABLES = """
CREATE TABLE club_openings (
    club TEXT NOT NULL REFERENCES clubs (id),
    network TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    PRIMARY KEY (club)
) STRICT;
CREATE INDEX club_openings_by_day ON club_openings (opened_at)
"""

NIGHTLY_COPIES = """
CREATE TABLE nightly_copies (
    club TEXT NOT NULL PRIMARY KEY REFERENCES clubs (id),
    made_at TEXT NOT NULL,
    edition TEXT NOT NULL,
    size INTEGER NOT NULL,
    content BLOB NOT NULL
) STRICT
"""
