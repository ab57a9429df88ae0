"""The table of clubs that anybody opened on the front page of a hosted instance.

``network`` is a keyed hash of the network that asked, so that openings a day can be limited without
keeping anybody's address. It is part of no export.
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
