"""The tables, as migrations: each a named step that is never renamed once it has landed.

An *entry* is one thing somebody told the phone about a match: a play, a round's end, a penalty, a
taking-back. Entries are only added. ``version`` numbers them within the match; ``root`` is the
version of the entry whose place it takes (its own, if it takes none). The newest entry with a root
is the one that counts; a newest entry of the kind ``void`` takes the root out.
"""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.store.league_schema import LEAGUE_TABLES
from scorekeeper.store.sharing_schema import SHARING_TABLES

migrations = Migrations("scorekeeper")

_TABLES = """
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

_UNLESS_ERASING = "WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE club = OLD.club)"

# What was counted once stays readable for ever: these tables are only added to.
_ONLY_ADDED_TO = ("entries", "round_ends", "hands", "plays", "penalties", "changes")


@migrations()
def m001_clubs_matches_and_their_entries(db: Database) -> None:
    _run(db, _TABLES)
    for table in _ONLY_ADDED_TO:
        _only_add_to(db, table)


@migrations()
def m002_leagues_and_their_match_cards(db: Database) -> None:
    _run(db, LEAGUE_TABLES)
    _only_add_to(db, "card_entries")


@migrations()
def m005_matches_say_when_they_changed(db: Database) -> None:
    """``changed`` is the club's version at the match's last entry: what is newer than a remembered list."""
    db.execute("ALTER TABLE matches ADD COLUMN changed INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX matches_by_change ON matches (club, changed)")


@migrations()
def m004_clubs_go_into_a_bin_and_names_can_be_forgotten(db: Database) -> None:
    """``erasing`` names a club inside the one transaction that may take its facts away; it is empty else."""
    db.execute("ALTER TABLE clubs ADD COLUMN deleted_at TEXT")
    db.execute("CREATE TABLE erasing (club TEXT PRIMARY KEY REFERENCES clubs (id)) STRICT")
    for table in (*_ONLY_ADDED_TO, "card_entries"):
        _only_add_unless_erasing(db, table)


@migrations()
def m006_an_undo_says_what_it_takes_back(db: Database) -> None:
    """``undoes`` is the version of the entry that an undo takes back; nothing in any other entry."""
    db.execute("ALTER TABLE entries ADD COLUMN undoes INTEGER")


@migrations()
def m003_phones_share_a_match(db: Database) -> None:
    _run(db, SHARING_TABLES)
    _only_add_to(db, "own_hands")
    _only_add_unless_erasing(db, "own_hands")


def _run(db: Database, statements: str) -> None:
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)


def _only_add_to(db: Database, table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
        )


def _only_add_unless_erasing(db: Database, table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        db.execute(f"DROP TRIGGER {table}_no_{act.lower()}")
        db.execute(
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {_UNLESS_ERASING} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
        )


def schema_version() -> int:
    """How many steps there are: what ``user_version`` of an up-to-date database says."""
    return len(migrations.pending(Database(memory=True)))
