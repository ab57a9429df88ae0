BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m001_clubs_matches_and_leagues','2026-11-21 23:46:55.724686+00:00');
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
INSERT INTO "audit_log" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50esez9d11ny7hm9ms','player','1m7y50epza711k9gcp6tds','name','Ann','Anna','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "audit_log" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50esk6gnc96vbtez3z','device','1m7y50enm5y5ggma54wgze','nickname','Phone 1','Bar phone','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
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
CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    watched_by_anyone INTEGER NOT NULL CHECK (watched_by_anyone IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    names_version INTEGER NOT NULL DEFAULT 0,
    made_at TEXT NOT NULL,
    deleted_at TEXT
) STRICT;
INSERT INTO "clubs" VALUES('1m7y50enf64d4v5c4fdft6','The Crown',1,10,0,'2026-11-21T19:00:00Z',NULL);
CREATE TABLE devices (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    nickname TEXT NOT NULL CHECK (length(nickname) BETWEEN 1 AND 30),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id)
) STRICT;
INSERT INTO "devices" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50enm5y5ggma54wgze','Bar phone','2026-11-21T04:14:38Z');
CREATE TABLE erasure_lock (
    club TEXT PRIMARY KEY REFERENCES clubs (id)
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
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,'1m7y50epzzxnkwt4m9vceb',NULL,10,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,'1m7y50epzx75edw39pvb53',NULL,4,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,'1m7y50epz0t85j2n7h42rr',NULL,5,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'1m7y50epza711k9gcp6tds','6-4 5-5',NULL,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'1m7y50epzzxnkwt4m9vceb','1-0',NULL,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'1m7y50epzx75edw39pvb53','2-2',NULL,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'1m7y50epz0t85j2n7h42rr','3-1',NULL,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,'1m7y50epzzxnkwt4m9vceb',NULL,12,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,'1m7y50epzx75edw39pvb53',NULL,4,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,'1m7y50epz0t85j2n7h42rr',NULL,5,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',1,'1m7y50epzzxnkwt4m9vceb',NULL,14,NULL);
INSERT INTO "hands" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',2,'1m7y50epza711k9gcp6tds',NULL,20,NULL);
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
CREATE TABLE links (
    club TEXT NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL CHECK (role IN ('watch', 'score', 'manage')),
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, role)
) STRICT;
INSERT INTO "links" VALUES('1m7y50enf64d4v5c4fdft6','watch',1,'2026-11-21T19:00:00Z');
INSERT INTO "links" VALUES('1m7y50enf64d4v5c4fdft6','score',1,'2026-11-21T19:00:00Z');
INSERT INTO "links" VALUES('1m7y50enf64d4v5c4fdft6','manage',1,'2026-11-21T19:00:00Z');
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
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,1,'round',1,NULL,'key-1','52a3d004e100a29e31988f69c044711df0d2588dd3bcdc8c59fd87ded3cf7034','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,2,'round',2,NULL,'key-2','5b5583b38ceeef9127ce076a696446617fc7b8dc8bbfaf51006f59807451c01a','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,1,'round',1,NULL,'key-3','31a7baae34db0f036788986b007d4ad205798c7b1cced0c92c156fa7a7be99c7','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',1,1,'round',1,NULL,'key-4','449042975301ea0db2e51c0940070c6a434c019f8f49370eb6a4f72a5a0b9519','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',2,2,'round',2,NULL,'key-5','643a9707b02a39732b0804e812ab8a5a3f63c9007281d6b9626d998727d7621c','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
INSERT INTO "match_events" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',3,2,'removal',2,NULL,'4xgC-W6jWRkqh1uF-undo','36fb8a836dd926619d46091fe5ad8191ef68c6ba512753733ad6be088beec3c0','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',NULL);
CREATE TABLE match_links (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, match),
    FOREIGN KEY (club, match) REFERENCES matches (club, id)
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
    changed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (club, id),
    UNIQUE (club, key),
    FOREIGN KEY (club, rematch_of) REFERENCES matches (club, id),
    FOREIGN KEY (club, first_leader) REFERENCES players (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
INSERT INTO "matches" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m','{"game": "draw", "name": "Draw to 100", "set": 6, "deal": {"2": 7, "3": 5, "4": 5}, "draw": true, "boneyard_reserve": 0, "spinner": "none", "lead_rule": "highest_double_else_tile", "lead_next": "winner", "scoring": "pips", "block_minus_own": true, "team_block": "total", "out_counts": "opponents", "both_must_chip_out": false, "tie": "none", "round": 1, "target": 30, "exact": false, "finish": "at_once", "match_games": null, "legs": 1, "last_tile_bonus": 0, "no_finish_on_down": false, "block_low_bonus": 0, "divide_by_five": false, "double_blank_value": 0, "penalty": 0, "must_play": true, "voluntary_draw": false}',NULL,NULL,3,'t5NhsuEOqc4v9v0U','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',0);
INSERT INTO "matches" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv','{"game": "fives", "name": "Straight dominoes to 250", "set": 6, "deal": {"2": 7, "3": 7, "4": 7}, "draw": true, "boneyard_reserve": 0, "spinner": "first_double", "lead_rule": "any", "lead_next": "winner", "scoring": "pips", "block_minus_own": false, "team_block": "total", "out_counts": "opponents", "both_must_chip_out": false, "tie": "none", "round": 5, "target": 250, "exact": false, "finish": "at_once", "match_games": null, "legs": 1, "last_tile_bonus": 0, "no_finish_on_down": false, "block_low_bonus": 0, "divide_by_five": false, "double_blank_value": 0, "penalty": 0, "must_play": true, "voluntary_draw": false}',NULL,NULL,3,'NUcBnL1vp_CjNPV7','2026-11-21T04:14:38Z','1m7y50enm5y5ggma54wgze',0);
CREATE TABLE penalties (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    points INTEGER NOT NULL,
    PRIMARY KEY (club, match, version),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version)
) STRICT;
CREATE TABLE pin_attempts (
    club TEXT NOT NULL REFERENCES clubs (id),
    client TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    closed_until INTEGER NOT NULL,
    PRIMARY KEY (club, client)
) STRICT;
CREATE TABLE pins (
    club TEXT NOT NULL REFERENCES clubs (id),
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club)
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
INSERT INTO "players" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epza711k9gcp6tds','Anna','anna','2026-11-21T04:14:38Z');
INSERT INTO "players" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epzzxnkwt4m9vceb','Bob','bob','2026-11-21T04:14:38Z');
INSERT INTO "players" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epzx75edw39pvb53','Cy','cy','2026-11-21T04:14:38Z');
INSERT INTO "players" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epz0t85j2n7h42rr','Di','di','2026-11-21T04:14:38Z');
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
INSERT INTO "round_ends" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,'out','1m7y50epza711k9gcp6tds',NULL,NULL,NULL,NULL);
INSERT INTO "round_ends" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'blocked',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "round_ends" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,'out','1m7y50epza711k9gcp6tds',NULL,NULL,NULL,NULL);
INSERT INTO "round_ends" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',1,'out','1m7y50epza711k9gcp6tds',NULL,NULL,NULL,NULL);
INSERT INTO "round_ends" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',2,'out','1m7y50epzzxnkwt4m9vceb',NULL,NULL,NULL,NULL);
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
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',0,'1m7y50epza711k9gcp6tds',0,'1m7y50epzccf5y4tdwxy8x');
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',1,'1m7y50epzzxnkwt4m9vceb',1,'1m7y50eq0zkjt1wbwd5zh8');
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',2,'1m7y50epzx75edw39pvb53',0,'1m7y50epzccf5y4tdwxy8x');
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq035py00yexf11m',3,'1m7y50epz0t85j2n7h42rr',1,'1m7y50eq0zkjt1wbwd5zh8');
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',0,'1m7y50epza711k9gcp6tds',0,NULL);
INSERT INTO "seats" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eqvfd3cqg4qk15dv',1,'1m7y50epzzxnkwt4m9vceb',1,NULL);
CREATE TABLE setup_tokens (
    secret_hash TEXT PRIMARY KEY,
    made_at TEXT NOT NULL
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
CREATE TABLE team_members (
    club TEXT NOT NULL,
    team TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, team, player),
    FOREIGN KEY (club, team) REFERENCES teams (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;
INSERT INTO "team_members" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epzccf5y4tdwxy8x','1m7y50epza711k9gcp6tds');
INSERT INTO "team_members" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epzccf5y4tdwxy8x','1m7y50epzx75edw39pvb53');
INSERT INTO "team_members" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq0zkjt1wbwd5zh8','1m7y50epz0t85j2n7h42rr');
INSERT INTO "team_members" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq0zkjt1wbwd5zh8','1m7y50epzzxnkwt4m9vceb');
CREATE TABLE teams (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT CHECK (length(name) BETWEEN 1 AND 30),
    members_key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, id),
    UNIQUE (club, members_key)
) STRICT;
INSERT INTO "teams" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50epzccf5y4tdwxy8x',NULL,'1m7y50epza711k9gcp6tds 1m7y50epzx75edw39pvb53','2026-11-21T04:14:38Z');
INSERT INTO "teams" VALUES('1m7y50enf64d4v5c4fdft6','1m7y50eq0zkjt1wbwd5zh8',NULL,'1m7y50epz0t85j2n7h42rr 1m7y50epzzxnkwt4m9vceb','2026-11-21T04:14:38Z');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX matches_by_change ON matches (club, changed);
CREATE INDEX seats_by_player ON seats (club, player);
CREATE INDEX fixtures_by_league ON fixtures (club, league, round);
CREATE INDEX card_events_by_match ON card_events (club, match);
CREATE TRIGGER match_events_no_update BEFORE UPDATE ON match_events WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'match_events is append-only'); END;
CREATE TRIGGER match_events_no_delete BEFORE DELETE ON match_events WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'match_events is append-only'); END;
CREATE TRIGGER round_ends_no_update BEFORE UPDATE ON round_ends WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'round_ends is append-only'); END;
CREATE TRIGGER round_ends_no_delete BEFORE DELETE ON round_ends WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'round_ends is append-only'); END;
CREATE TRIGGER hands_no_update BEFORE UPDATE ON hands WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'hands is append-only'); END;
CREATE TRIGGER hands_no_delete BEFORE DELETE ON hands WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'hands is append-only'); END;
CREATE TRIGGER plays_no_update BEFORE UPDATE ON plays WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'plays is append-only'); END;
CREATE TRIGGER plays_no_delete BEFORE DELETE ON plays WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'plays is append-only'); END;
CREATE TRIGGER penalties_no_update BEFORE UPDATE ON penalties WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'penalties is append-only'); END;
CREATE TRIGGER penalties_no_delete BEFORE DELETE ON penalties WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'penalties is append-only'); END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER card_events_no_update BEFORE UPDATE ON card_events WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'card_events is append-only'); END;
CREATE TRIGGER card_events_no_delete BEFORE DELETE ON card_events WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'card_events is append-only'); END;
CREATE TRIGGER reported_hands_no_update BEFORE UPDATE ON reported_hands WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'reported_hands is append-only'); END;
CREATE TRIGGER reported_hands_no_delete BEFORE DELETE ON reported_hands WHEN NOT EXISTS (SELECT 1 FROM erasure_lock WHERE club = OLD.club) BEGIN SELECT RAISE(ABORT, 'reported_hands is append-only'); END;
COMMIT;
PRAGMA application_id = 1146047793;
PRAGMA user_version = 1;
