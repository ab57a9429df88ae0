"""The tables of leagues: seasons, squads, fixtures, and the events of their match cards.

A *card event* is one thing somebody entered about a fixture: a board's line-up or result (by the home or
the away captain), a match that was started on a board, a signature, a reopening, a forfeit. Like the events
of a match they are only added.
"""

LEAGUE_TABLES = """
CREATE TABLE leagues (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    season TEXT NOT NULL CHECK (length(season) <= 30),
    rules TEXT NOT NULL,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

CREATE TABLE squads (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    name_key TEXT NOT NULL,
    withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, league, id),
    UNIQUE (club, league, name_key),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id)
) STRICT;

CREATE TABLE squad_players (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    squad TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, league, player),
    FOREIGN KEY (club, league, squad) REFERENCES squads (club, league, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE fixtures (
    club TEXT NOT NULL,
    id TEXT NOT NULL,
    league TEXT NOT NULL,
    round INTEGER NOT NULL CHECK (round BETWEEN 1 AND 999),
    home TEXT NOT NULL,
    away TEXT NOT NULL,
    day TEXT CHECK (length(day) = 10),
    stage TEXT NOT NULL CHECK (stage IN ('league', 'play_off')),
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (club, id),
    CHECK (home <> away),
    FOREIGN KEY (club, league, home) REFERENCES squads (club, league, id),
    FOREIGN KEY (club, league, away) REFERENCES squads (club, league, id)
) STRICT;
CREATE INDEX fixtures_by_league ON fixtures (club, league, round);

CREATE TABLE card_events (
    club TEXT NOT NULL,
    fixture TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('board', 'live', 'signature', 'reopening', 'forfeit')),
    board INTEGER CHECK (board >= 1),
    side INTEGER CHECK (side IN (0, 1)),
    lineup TEXT,
    home_legs INTEGER CHECK (home_legs >= 0),
    away_legs INTEGER CHECK (away_legs >= 0),
    home_points INTEGER CHECK (home_points >= 0),
    away_points INTEGER CHECK (away_points >= 0),
    match TEXT,
    signed TEXT,
    reason TEXT CHECK (length(reason) BETWEEN 1 AND 200),
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    entered_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, fixture, version),
    UNIQUE (club, fixture, key),
    CHECK ((kind IN ('board', 'live')) = (board IS NOT NULL)),
    CHECK ((kind = 'board') = (lineup IS NOT NULL)),
    CHECK ((kind = 'live') = (match IS NOT NULL)),
    CHECK ((kind = 'signature') = (signed IS NOT NULL)),
    CHECK ((home_legs IS NULL) = (away_legs IS NULL)),
    CHECK ((home_points IS NULL) = (away_points IS NULL)),
    CHECK (kind <> 'reopening' OR reason IS NOT NULL),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX card_events_by_match ON card_events (club, match);
"""
