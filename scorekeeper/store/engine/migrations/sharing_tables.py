"""The tables of phones that share a match: links to watch it alone, reported hands, PINs.

A reported hand is what a player entered at the end of a round, from the player's phone. It is only
added to: the newest of a round and player counts, until the scorer has entered the round. A PIN is kept as a
slow hash, with the failed tries at it; ``client`` is empty where the whole club's tries are counted.
"""

SHARING_TABLES = """
CREATE TABLE match_links (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, match),
    FOREIGN KEY (club, match) REFERENCES matches (club, id)
) STRICT;

CREATE TABLE reported_hands (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    round INTEGER NOT NULL CHECK (round >= 1),
    player TEXT NOT NULL,
    tiles TEXT,
    pips INTEGER CHECK (pips >= 0),
    key TEXT NOT NULL,
    entered_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, match, number),
    UNIQUE (club, match, key),
    CHECK ((tiles IS NULL) <> (pips IS NULL)),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, match, player) REFERENCES seats (club, match, player),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

CREATE TABLE pins (
    club TEXT NOT NULL REFERENCES clubs (id),
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club)
) STRICT;

CREATE TABLE pin_attempts (
    club TEXT NOT NULL REFERENCES clubs (id),
    client TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    closed_until INTEGER NOT NULL,
    PRIMARY KEY (club, client)
) STRICT;
"""

# A PIN is the club's (``squad`` is empty) or that of a team's link.
TEAM_PINS = """
CREATE TABLE pins_of_all (
    club TEXT NOT NULL REFERENCES clubs (id),
    squad TEXT NOT NULL DEFAULT '',
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, squad)
) STRICT;
INSERT INTO pins_of_all (club, salt, hash, made_at) SELECT club, salt, hash, made_at FROM pins;
DROP TABLE pins;
ALTER TABLE pins_of_all RENAME TO pins;
"""
