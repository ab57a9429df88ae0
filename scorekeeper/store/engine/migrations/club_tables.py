"""The tables of clubs: links, devices, people, and the audit log.

``clubs.version`` rises with every write; ``names_version`` with every change of a name.
``teams.members_key`` is the sorted ids of its players: one team for the same people, whoever sits down first.
``erasure_lock`` names a club inside the one transaction that may take its facts away; it is empty else.
"""

CLUB_TABLES = """
CREATE TABLE setup_tokens (
    secret_hash TEXT PRIMARY KEY,
    made_at TEXT NOT NULL
) STRICT;

CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    watched_by_anyone INTEGER NOT NULL CHECK (watched_by_anyone IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    names_version INTEGER NOT NULL DEFAULT 0,
    made_at TEXT NOT NULL,
    deleted_at TEXT
) STRICT;

CREATE TABLE erasure_lock (
    club TEXT PRIMARY KEY REFERENCES clubs (id)
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
    name_key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, name_key)
) STRICT;

CREATE TABLE teams (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT CHECK (length(name) BETWEEN 1 AND 30),
    members_key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, members_key)
) STRICT;

CREATE TABLE team_members (
    club TEXT NOT NULL,
    team TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, team, player),
    FOREIGN KEY (club, team) REFERENCES teams (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE audit_log (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    entity TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    field TEXT NOT NULL,
    old TEXT,
    new TEXT,
    changed_at TEXT NOT NULL,
    device TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (club, id)
) STRICT;
"""
