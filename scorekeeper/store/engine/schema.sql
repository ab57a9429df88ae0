-- The schema: the first step of every database. Facts are only added (see APPEND_ONLY in schema.py);
-- the club comes first in every key, and the app makes the ids.


-- Clubs: links, phones, people, and the audit log.

-- `version` rises with every write, `names_version` with every change of a name, `access_version` when the right to
-- look has changed, `guest_generation` when a club's match links end. `out_word` follows a name.
CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    watched_by_anyone INTEGER NOT NULL CHECK (watched_by_anyone IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    names_version INTEGER NOT NULL DEFAULT 0,
    made_at TEXT NOT NULL,
    deleted_at TEXT,
    access_version INTEGER NOT NULL DEFAULT 0,
    guest_generation INTEGER NOT NULL DEFAULT 1,
    out_word TEXT NOT NULL DEFAULT 'chipped out' CHECK (length(out_word) BETWEEN 1 AND 30)
) STRICT;

-- Names a club inside the one transaction that may take its facts away; empty else.
CREATE TABLE erasure_lock (
    club TEXT PRIMARY KEY REFERENCES clubs (id)
) STRICT;

CREATE TABLE setup_tokens (
    secret_hash TEXT PRIMARY KEY,
    made_at TEXT NOT NULL
) STRICT;

CREATE TABLE links (
    club TEXT NOT NULL REFERENCES clubs (id),
    role TEXT NOT NULL CHECK (role IN ('watch', 'score', 'manage')),
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, role)
) STRICT;

-- A link of another instance, known by the hash of its secret, which that instance made with its own key.
CREATE TABLE former_links (
    club TEXT NOT NULL REFERENCES clubs (id),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    opens TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    PRIMARY KEY (club, hash)
) STRICT;

-- `role` is that of the link by which it acted last, `seen_at` the first act of that hour; one that was ended never
-- acts again.
CREATE TABLE devices (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    nickname TEXT NOT NULL CHECK (length(nickname) BETWEEN 1 AND 30),
    made_at TEXT NOT NULL,
    role TEXT CHECK (role IN ('watch', 'captain', 'score', 'manage')),
    seen_at TEXT,
    ended_at TEXT,
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

-- A person whom a phone knew under an id of its own.
CREATE TABLE player_aliases (
    club TEXT NOT NULL,
    alias TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, alias),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

-- Listed no more, until somebody sits down under the name; `latest` is the newest match they sat at, or empty.
CREATE TABLE unlisted_players (
    club TEXT NOT NULL,
    player TEXT NOT NULL,
    latest TEXT NOT NULL,
    PRIMARY KEY (club, player, latest),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

-- Pairs of partners; a league’s teams are `squads`. `members_key` is the sorted ids of both: one pair for the same people.
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

-- What an act with a key answered, as JSON; `subject` is what it was done to, such as `league` and its id.
CREATE TABLE acts (
    club TEXT NOT NULL,
    subject TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, subject, key),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

-- The hash of what may change and decides something, and what a statement has touched since: see seals.py. A
-- transaction of the app leaves nothing unsealed.
CREATE TABLE seals (
    club TEXT NOT NULL,
    subject TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (club, subject)
) STRICT;
CREATE TABLE unsealed (
    club TEXT NOT NULL,
    subject TEXT NOT NULL,
    PRIMARY KEY (club, subject)
) STRICT;

-- How much of a match or a match card is known to be on the other side. In a copy of a club, the row of the club
-- itself says up to which of its versions there everything is here.
CREATE TABLE handovers (
    club TEXT NOT NULL REFERENCES clubs (id),
    entity TEXT NOT NULL CHECK (entity IN ('match', 'card', 'club')),
    entity_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (club, entity, entity_id)
) STRICT;


-- Guards of a club. A PIN is kept as a slow hash, with the failed tries at it.

-- A PIN is the club's (`squad` is empty) or that of a team's link.
CREATE TABLE pins (
    club TEXT NOT NULL REFERENCES clubs (id),
    squad TEXT NOT NULL DEFAULT '',
    salt TEXT NOT NULL,
    hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, squad)
) STRICT;

-- `client` is empty where the whole club's tries are counted; `failed_at` (Unix time) lets them fade.
CREATE TABLE pin_attempts (
    club TEXT NOT NULL REFERENCES clubs (id),
    client TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    closed_until INTEGER NOT NULL,
    failed_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (club, client)
) STRICT;

-- `hour` is the first thirteen signs of a time in UTC (`2026-11-21T20`); `device` is empty in the row of the club.
-- Only the newest day's rows are kept; mails to new addresses are counted by the day.
CREATE TABLE hourly_counts (
    club TEXT NOT NULL REFERENCES clubs (id),
    kind TEXT NOT NULL,
    device TEXT NOT NULL,
    hour TEXT NOT NULL,
    acts INTEGER NOT NULL,
    PRIMARY KEY (club, kind, device)
) STRICT;

-- `club` is empty where the whole instance is meant. Every change to a club raises a version in its row of `clubs`,
-- so the guard stands there; only `access_version` may rise, which has phones ask anew.
CREATE TABLE read_only (
    club TEXT NOT NULL PRIMARY KEY,
    words TEXT NOT NULL,
    since TEXT NOT NULL,
    moved_to TEXT
) STRICT;
CREATE TRIGGER clubs_read_only BEFORE UPDATE ON clubs
WHEN NEW.access_version = OLD.access_version AND EXISTS (SELECT 1 FROM read_only WHERE club IN ('', OLD.id))
BEGIN SELECT RAISE(ABORT, 'clubs are read-only'); END;


-- A hosted instance's own affair.

-- `network` is a keyed hash, so that openings a day can be limited without keeping anybody's address.
CREATE TABLE club_openings (
    club TEXT NOT NULL REFERENCES clubs (id),
    network TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    PRIMARY KEY (club)
) STRICT;
CREATE INDEX club_openings_by_day ON club_openings (opened_at);

-- The days, in UTC, on which the nightly work was done, so that a clock that jumped is noticed.
CREATE TABLE nightly_runs (
    day TEXT NOT NULL PRIMARY KEY
) STRICT;

-- Clubs that were erased for good, by hashes of their ids: so they are erased in older copies too, and no restore
-- brings one back.
CREATE TABLE erased_clubs (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    erased_at TEXT NOT NULL
) STRICT;

-- Which secret key the links and cookies of this database were made with.
CREATE TABLE key_marks (
    fingerprint TEXT NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 64)
) STRICT;


-- Matches. An event is one thing somebody entered: a play, a round's end, a penalty, an abandonment, a removal.
-- `version` numbers them within the match; `original` is the version of the event whose place it takes (its own, if
-- none). Of those with the same `original` the newest counts; where that is a `removal`, none does. `chain` is the
-- hash of the entry and of the one before it; the last stands with the match too.

-- `lead_draw`, `seat_draw`: the tile that each drew, in the order of the seats, such as `6-4 2-1`.
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
    chain TEXT NOT NULL DEFAULT '',
    lead_draw TEXT,
    seat_draw TEXT,
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
    chain TEXT NOT NULL DEFAULT '',
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
    event TEXT NOT NULL CHECK (event IN ('out', 'blocked', 'foul')),
    out_player TEXT,
    ends TEXT,
    boneyard INTEGER CHECK (boneyard >= 0),
    leader TEXT,
    lead_tile TEXT,
    PRIMARY KEY (club, match, version),
    CHECK (event = 'foul' OR (event = 'out') = (out_player IS NOT NULL)),
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

-- To whom an abandoned match was given.
CREATE TABLE awards (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    version INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side BETWEEN 0 AND 4),
    PRIMARY KEY (club, match, version),
    FOREIGN KEY (club, match, version) REFERENCES match_events (club, match, version)
) STRICT;

-- Who sat in whose place in a match that had begun: its facts name players by id and are never rewritten.
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

-- How a match was set up before it was set up anew: `seats` is `player:side` for each seat in order.
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

CREATE TABLE match_links (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    made_at TEXT NOT NULL,
    PRIMARY KEY (club, match),
    FOREIGN KEY (club, match) REFERENCES matches (club, id)
) STRICT;

-- What a player entered at the end of a round, from the player's own phone. The newest counts, until the scorer
-- has entered the round.
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

-- What finished matches came to; it can be made anew. `edition` is the fingerprint of the rules that made it.
CREATE TABLE match_results (
    club TEXT NOT NULL,
    match TEXT NOT NULL,
    changed INTEGER NOT NULL,
    edition TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (club, match),
    FOREIGN KEY (club, match) REFERENCES matches (club, id)
) STRICT;


-- Leagues. A card event is one thing somebody entered about a fixture: a board's line-up or result, a match that was
-- started on a board, a signature, a reopening, a forfeit.

-- Divisions of one league and season bear its name; `tier` orders them, 1 the highest.
CREATE TABLE leagues (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    season TEXT NOT NULL CHECK (length(season) <= 30),
    rules TEXT NOT NULL,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    division TEXT NOT NULL DEFAULT '',
    tier INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;

-- A team is the club's, and is entered into each competition that it plays; so is a pair or a player who enters.
CREATE TABLE squads (
    club TEXT NOT NULL REFERENCES clubs (id),
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('teams', 'pairs', 'players')),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
    name_key TEXT NOT NULL,
    made_at TEXT NOT NULL,
    venue TEXT CHECK (length(venue) BETWEEN 1 AND 60),
    address TEXT CHECK (length(address) BETWEEN 1 AND 120),
    captain_generation INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (club, id),
    UNIQUE (club, kind, name_key)
) STRICT;

-- Who plays for a team, from which day to which; `left_on` is empty for who still does.
CREATE TABLE squad_players (
    club TEXT NOT NULL,
    squad TEXT NOT NULL,
    player TEXT NOT NULL,
    joined_on TEXT NOT NULL CHECK (length(joined_on) = 10),
    left_on TEXT CHECK (length(left_on) = 10),
    PRIMARY KEY (club, squad, player, joined_on),
    FOREIGN KEY (club, squad) REFERENCES squads (club, id),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

-- `pool` is the group of a cup, counted from 1.
CREATE TABLE entrants (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    squad TEXT NOT NULL,
    withdrawn_on TEXT CHECK (length(withdrawn_on) = 10),
    pool INTEGER CHECK (pool >= 1),
    PRIMARY KEY (club, league, squad),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id),
    FOREIGN KEY (club, squad) REFERENCES squads (club, id)
) STRICT;

-- `place`: where it is played, if not where the home team plays. `home_legs`, `away_legs`: a result that was
-- imported, of the whole match, for nobody knows any more who played on which board.
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
    starts TEXT CHECK (length(starts) = 5),
    tie INTEGER CHECK (tie >= 1),
    chain TEXT NOT NULL DEFAULT '',
    place TEXT CHECK (length(place) BETWEEN 1 AND 120),
    home_legs INTEGER CHECK (home_legs >= 0),
    away_legs INTEGER CHECK (away_legs >= 0),
    PRIMARY KEY (club, id),
    CHECK (home <> away),
    FOREIGN KEY (club, league, home) REFERENCES entrants (club, league, squad),
    FOREIGN KEY (club, league, away) REFERENCES entrants (club, league, squad)
) STRICT;
CREATE INDEX fixtures_by_league ON fixtures (club, league, round);

CREATE TABLE card_events (
    club TEXT NOT NULL,
    fixture TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    kind TEXT NOT NULL CHECK (kind IN ('board', 'live', 'signature', 'reopening', 'forfeit', 'protest')),
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
    conceded INTEGER CHECK (conceded IN (0, 1)),
    chain TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (club, fixture, version),
    UNIQUE (club, fixture, key),
    CHECK ((kind IN ('board', 'live')) = (board IS NOT NULL)),
    CHECK ((kind = 'board') = (lineup IS NOT NULL)),
    CHECK ((kind = 'live') = (match IS NOT NULL)),
    CHECK ((kind = 'signature') = (signed IS NOT NULL)),
    CHECK ((home_legs IS NULL) = (away_legs IS NULL)),
    CHECK ((home_points IS NULL) = (away_points IS NULL)),
    CHECK (kind NOT IN ('reopening', 'protest') OR reason IS NOT NULL),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, match) REFERENCES matches (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX card_events_by_match ON card_events (club, match);

-- In which role a card was signed, where that was not its captain's.
CREATE TABLE signers (
    club TEXT NOT NULL,
    fixture TEXT NOT NULL,
    version INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role = 'manage'),
    PRIMARY KEY (club, fixture, version),
    FOREIGN KEY (club, fixture, version) REFERENCES card_events (club, fixture, version)
) STRICT;

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
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id),
    CHECK (
        CASE WHEN points IS NULL THEN 0 ELSE 1 END + CASE WHEN fixture IS NULL THEN 0 ELSE 1 END
        + CASE WHEN reverts IS NULL THEN 0 ELSE 1 END = 1
    ),
    FOREIGN KEY (club, league, squad) REFERENCES entrants (club, league, squad),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, reverts) REFERENCES adjustments (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX adjustments_by_league ON adjustments (club, league);

-- An entrant is a team or a player, by its id.
CREATE TABLE handicaps (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    entrant TEXT NOT NULL,
    points INTEGER NOT NULL CHECK (points BETWEEN 1 AND 999),
    PRIMARY KEY (club, league, entrant),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id)
) STRICT;

CREATE TABLE free_days (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    day TEXT NOT NULL CHECK (length(day) = 10),
    PRIMARY KEY (club, league, day),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id)
) STRICT;

CREATE TABLE draws (
    club TEXT NOT NULL,
    league TEXT NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    squad TEXT,
    PRIMARY KEY (club, league, place),
    FOREIGN KEY (club, league) REFERENCES leagues (club, id),
    FOREIGN KEY (club, league, squad) REFERENCES entrants (club, league, squad)
) STRICT;

CREATE TABLE followed_teams (
    club TEXT NOT NULL,
    device TEXT NOT NULL,
    squad TEXT NOT NULL,
    PRIMARY KEY (club, device, squad),
    FOREIGN KEY (club, device) REFERENCES devices (club, id),
    FOREIGN KEY (club, squad) REFERENCES squads (club, id)
) STRICT;

CREATE TABLE captains (
    club TEXT NOT NULL,
    device TEXT NOT NULL,
    squad TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    PRIMARY KEY (club, device, squad),
    FOREIGN KEY (club, device) REFERENCES devices (club, id),
    FOREIGN KEY (club, squad) REFERENCES squads (club, id)
) STRICT;

-- Where reminders go: to a team's captain, or to the secretary (`squad` is empty). `server` is the address by which
-- it was given, for the links in them; what was before the day `sent_until` has gone. `asked` stands while nobody has
-- confirmed the address: it makes the link to do so one that works once. `refused`: why the last mail did not go.
CREATE TABLE mail_addresses (
    club TEXT NOT NULL REFERENCES clubs (id),
    squad TEXT NOT NULL,
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    server TEXT NOT NULL,
    sent_until TEXT NOT NULL CHECK (length(sent_until) = 10),
    asked TEXT,
    refused TEXT,
    PRIMARY KEY (club, squad)
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
    made_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (club, id),
    FOREIGN KEY (club, fixture) REFERENCES fixtures (club, id),
    FOREIGN KEY (club, device) REFERENCES devices (club, id)
) STRICT;
CREATE INDEX proposals_by_fixture ON proposals (club, fixture);
