"""The tables of clubs, their players and matches, and what was entered for each match.

An *event* is one thing somebody entered about a match: a play, a round's end, a penalty, an
abandonment, a removal. Events are only added. ``version`` numbers them within the match; ``original``
is the version of the event whose place it takes (its own, if it takes none). Of those with the same
``original`` the newest counts; where that is a ``removal``, none does.
"""

MATCH_TABLES = """
CREATE TABLE matches (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    card TEXT NOT NULL,
    first_leader TEXT,
    rematch_of TEXT,
    version INTEGER NOT NULL CHECK (version >= 0),
    key TEXT NOT NULL,
    started_at TEXT NOT NULL,
    device TEXT NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    FOREIGN KEY (club, rematch_of) REFERENCES matches (club, id),
    FOREIGN KEY (club, first_leader) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX matches_by_change ON matches (club, changed);

CREATE TABLE seats (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),
    player TEXT NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    team TEXT,
    PRIMARY KEY (club, match, seat),
    UNIQUE (club, match, player),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id),
    FOREIGN KEY (club, team) REFERENCES teams (club, id)
) STRICT;
CREATE INDEX seats_by_player ON seats (club, player);

CREATE TABLE match_events (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    original INTEGER NOT NULL CHECK (original BETWEEN 1 AND version),
    kind TEXT NOT NULL CHECK (kind IN ('play', 'round', 'penalty', 'abandonment', 'removal')),
    round INTEGER NOT NULL CHECK (round >= 1),
    reason TEXT CHECK (length(reason) BETWEEN 1 AND 200),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    entered_at TEXT NOT NULL,
    device TEXT NOT NULL,
    reverts INTEGER,
    PRIMARY KEY (club, match, version),
    UNIQUE (club, match, key),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, match, original) REFERENCES match_events (club, match, version),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

CREATE TABLE round_ends (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('out', 'blocked')),
    out_player TEXT,
    ends TEXT,
    boneyard INTEGER CHECK (boneyard >= 0),
    leader TEXT,
    lead_tile TEXT,
    PRIMARY KEY (club, match, version),
    CHECK ((event = 'out') = (out_player IS NOT NULL)),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version),
    FOREIGN KEY (club, out_player) REFERENCES players (club, id),
    FOREIGN KEY (club, leader) REFERENCES players (club, id)
) STRICT;

CREATE TABLE hands (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    player TEXT NOT NULL,
    tiles TEXT,
    pips INTEGER CHECK (pips >= 0),
    held INTEGER CHECK (held >= 0),
    PRIMARY KEY (club, match, version, player),
    CHECK ((tiles IS NULL) <> (pips IS NULL)),
    CHECK (held IS NULL OR tiles IS NULL),
    FOREIGN KEY (club, match, version) REFERENCES round_ends (club, match, version),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE plays (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('key', 'ends', 'tile', 'draw', 'knock')),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    player TEXT,
    points INTEGER CHECK (points >= 0),
    shown TEXT,
    tile TEXT,
    place TEXT,
    last_tile INTEGER NOT NULL CHECK (last_tile IN (0, 1)),
    PRIMARY KEY (club, match, version),
    CHECK ((kind = 'key') = (points IS NOT NULL)),
    CHECK ((kind = 'ends') = (shown IS NOT NULL)),
    CHECK ((kind = 'tile') = (tile IS NOT NULL AND place IS NOT NULL)),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE penalties (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    points INTEGER NOT NULL,
    PRIMARY KEY (club, match, version),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version)
) STRICT;
"""

# To whom an abandoned match was given.
AWARDS = """
CREATE TABLE awards (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    PRIMARY KEY (club, match, version),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version)
) STRICT;
"""
