"""Tables of a season beside its fixtures: points added or deducted, fines waived, followed teams."""

SEASON_TABLES = """
ALTER TABLE card_events ADD COLUMN conceded INTEGER CHECK (conceded IN (0, 1));

ALTER TABLE squads ADD COLUMN withdrawn_on TEXT CHECK (length(withdrawn_on) = 10);
UPDATE squads SET withdrawn_on = substr(made_at, 1, 10) WHERE withdrawn = 1;
ALTER TABLE squads DROP COLUMN withdrawn;

CREATE TABLE adjustments (
    club TEXT NOT NULL,
    id TEXT NOT NULL,
    league TEXT NOT NULL,
    squad TEXT NOT NULL,
    fixture TEXT,
    points INTEGER CHECK (points BETWEEN -99 AND 99 AND points <> 0),
    reverts TEXT,
    day TEXT NOT NULL CHECK (length(day) = 10),
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    CHECK (
        CASE WHEN points IS NULL THEN 0 ELSE 1 END + CASE WHEN fixture IS NULL THEN 0 ELSE 1 END
        + CASE WHEN reverts IS NULL THEN 0 ELSE 1 END = 1
    ),
    FOREIGN KEY (club, league, squad) REFERENCES squads (club, league, id),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, reverts) REFERENCES adjustments (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX adjustments_by_league ON adjustments (club, league);

CREATE TABLE followed_teams (
    club TEXT NOT NULL,
    device TEXT NOT NULL,
    league TEXT NOT NULL,
    squad TEXT NOT NULL,
    PRIMARY KEY (club, device, league),
    FOREIGN KEY (club, device) REFERENCES devices (club, id),
    FOREIGN KEY (club, league, squad) REFERENCES squads (club, league, id)
) STRICT;
"""

FIXTURE_PLACES = """
ALTER TABLE fixtures ADD COLUMN starts TEXT CHECK (length(starts) = 5);
ALTER TABLE squads ADD COLUMN venue TEXT CHECK (length(venue) BETWEEN 1 AND 60);
ALTER TABLE squads ADD COLUMN address TEXT CHECK (length(address) BETWEEN 1 AND 120);

CREATE TABLE free_days (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    day TEXT NOT NULL CHECK (length(day) = 10),
    PRIMARY KEY (club, league, day),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id)
) STRICT;
"""

CAPTAINS = """
ALTER TABLE squads ADD COLUMN captain_generation INTEGER NOT NULL DEFAULT 0;

CREATE TABLE captains (
    club TEXT NOT NULL,
    device TEXT NOT NULL,
    league TEXT NOT NULL,
    squad TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    PRIMARY KEY (club, device, league),
    FOREIGN KEY (club, device) REFERENCES devices (club, id),
    FOREIGN KEY (club, league, squad) REFERENCES squads (club, league, id)
) STRICT;

CREATE TABLE proposals (
    club TEXT NOT NULL,
    id TEXT NOT NULL,
    fixture TEXT NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    day TEXT NOT NULL CHECK (length(day) = 10),
    starts TEXT CHECK (length(starts) = 5),
    note TEXT CHECK (length(note) BETWEEN 1 AND 200),
    answer TEXT CHECK (answer IN ('accepted', 'declined', 'withdrawn')),
    key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX proposals_by_fixture ON proposals (club, fixture);
"""

KNOCKOUTS = """
ALTER TABLE fixtures ADD COLUMN tie INTEGER CHECK (tie >= 1);

CREATE TABLE draws (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    squad TEXT,
    PRIMARY KEY (club, league, place),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id),
    FOREIGN KEY (club, league, squad) REFERENCES squads (club, league, id)
) STRICT;
"""

BEST_PLAYERS = """
CREATE TABLE best_players (
    club TEXT NOT NULL,
    fixture TEXT NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    player TEXT NOT NULL,
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, fixture, side),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
"""

# An entrant is a team or a player, by its id.
HANDICAPS = """
CREATE TABLE handicaps (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    entrant TEXT NOT NULL,
    points INTEGER NOT NULL CHECK (points BETWEEN 1 AND 999),
    PRIMARY KEY (club, league, entrant),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id)
) STRICT;
"""

SIGNERS = """
CREATE TABLE signers (
    club TEXT NOT NULL,
    fixture TEXT NOT NULL,
    version INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role = 'manage'),
    PRIMARY KEY (club, fixture, version),
    FOREIGN KEY (club, fixture, version) REFERENCES card_events (club, fixture, version)
) STRICT;
"""
