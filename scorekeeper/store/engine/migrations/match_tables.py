"""The tables of clubs, their players and matches, and what was told of each match.

An *entry* is one thing somebody told the phone about a match: a play, a round's end, a penalty, a
taking-back. Entries are only added. ``version`` numbers them within the match; ``original`` is the
version of the entry whose place it takes (its own, if it takes none). The newest entry with a root
is the one that counts; a newest entry of the kind ``void`` takes the root out.
"""

MATCH_TABLES = """
CREATE TABLE start_links (
    secret_hash TEXT PRIMARY KEY,
    made_at TEXT NOT NULL
) STRICT;

CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    watched_by_anyone INTEGER NOT NULL CHECK (watched_by_anyone IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    made_at TEXT NOT NULL
) STRICT;

CREATE TABLE links (
    club TEXT NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL CHECK (role IN ('watch', 'score', 'manage')),
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, role)
) STRICT;

CREATE TABLE devices (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    nickname TEXT NOT NULL CHECK (length(nickname) BETWEEN 1 AND 30),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id)
) STRICT;

CREATE TABLE players (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    skeleton TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, skeleton)
) STRICT;

CREATE TABLE teams (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT CHECK (length(name) BETWEEN 1 AND 30),
    members TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, members)
) STRICT;

CREATE TABLE team_members (
    club TEXT NOT NULL,
    team TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, team, player),
    FOREIGN KEY (club, team) REFERENCES teams (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE changes (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    noun TEXT NOT NULL,
    noun_id TEXT NOT NULL,
    field TEXT NOT NULL,
    old TEXT,
    new TEXT,
    changed_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id)
) STRICT;

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
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    FOREIGN KEY (club, rematch_of) REFERENCES matches (club, id),
    FOREIGN KEY (club, first_leader) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

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

CREATE TABLE entries (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    root INTEGER NOT NULL CHECK (root BETWEEN 1 AND version),
    kind TEXT NOT NULL CHECK (kind IN ('play', 'round', 'penalty', 'call_off', 'void')),
    round INTEGER NOT NULL CHECK (round >= 1),
    reason TEXT CHECK (length(reason) BETWEEN 1 AND 200),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    entered_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, match, version),
    UNIQUE (club, match, key),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, match, root) REFERENCES entries (club, match, version),
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
    FOREIGN KEY (club, match, version) REFERENCES entries (club, match, version),
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
    way TEXT NOT NULL CHECK (way IN ('key', 'ends', 'tile', 'draw', 'knock')),
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    player TEXT,
    points INTEGER CHECK (points >= 0),
    shown TEXT,
    tile TEXT,
    place TEXT,
    last_tile INTEGER NOT NULL CHECK (last_tile IN (0, 1)),
    PRIMARY KEY (club, match, version),
    CHECK ((way = 'key') = (points IS NOT NULL)),
    CHECK ((way = 'ends') = (shown IS NOT NULL)),
    CHECK ((way = 'tile') = (tile IS NOT NULL AND place IS NOT NULL)),
    FOREIGN KEY (club, match, version) REFERENCES entries (club, match, version),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE penalties (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    points INTEGER NOT NULL,
    PRIMARY KEY (club, match, version),
    FOREIGN KEY (club, match, version) REFERENCES entries (club, match, version)
) STRICT;
"""
