"""The table of seat changes: who sat in whose place in a match that had begun.

The facts of a match name players by id and are never rewritten; a seat change says whom they mean now.
"""

SEAT_TABLES = """
CREATE TABLE seat_changes (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    old_player TEXT NOT NULL,
    new_player TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, match, number),
    CHECK (old_player <> new_player),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, old_player) REFERENCES players (club, id),
    FOREIGN KEY (club, new_player) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
"""

# Names that nobody has played under and that are listed no more, until somebody sits down under them.
UNLISTED_PLAYERS = """
CREATE TABLE unlisted_players (
    club TEXT NOT NULL,
    player TEXT NOT NULL,
    latest TEXT NOT NULL,
    PRIMARY KEY (club, player, latest),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;
"""

# How a match was set up before it was set up anew: ``seats`` is ``player:side`` for each seat in order.
EARLIER_SETUPS = """
CREATE TABLE earlier_setups (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    version INTEGER NOT NULL CHECK (version >= 0),
    card TEXT NOT NULL,
    first_leader TEXT,
    seats TEXT NOT NULL,
    seat_changes INTEGER NOT NULL CHECK (seat_changes >= 0),
    changed_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, match, number),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, first_leader) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
"""
