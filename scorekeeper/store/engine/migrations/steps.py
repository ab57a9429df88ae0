"""The schema, as migrations: each a named step that is never renamed once it has been released."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.store.engine.chain import fill_chains
from scorekeeper.store.engine.migrations import season_tables
from scorekeeper.store.engine.migrations.agreed_tables import AGREED_TABLES
from scorekeeper.store.engine.migrations.chain_columns import CHAIN_COLUMNS
from scorekeeper.store.engine.migrations.club_tables import CLUB_TABLES
from scorekeeper.store.engine.migrations.guard_columns import GUARD_COLUMNS
from scorekeeper.store.engine.migrations.handover_tables import HANDOVER_TABLES
from scorekeeper.store.engine.migrations.league_tables import LEAGUE_TABLES
from scorekeeper.store.engine.migrations.limit_tables import LIMIT_TABLES
from scorekeeper.store.engine.migrations.match_tables import AWARDS, MATCH_TABLES
from scorekeeper.store.engine.migrations.opening_tables import NIGHTLY_COPIES, OPENING_TABLES
from scorekeeper.store.engine.migrations.read_only_tables import MOVING, READ_ONLY_TABLES
from scorekeeper.store.engine.migrations.result_columns import RESULT_COLUMNS
from scorekeeper.store.engine.migrations.result_tables import RESULT_TABLES
from scorekeeper.store.engine.migrations.seat_tables import EARLIER_SETUPS, SEAT_TABLES, UNLISTED_PLAYERS
from scorekeeper.store.engine.migrations.sharing_tables import SHARING_TABLES, TEAM_PINS
from scorekeeper.store.engine.migrations.statements import APPEND_ONLY, make_append_only, run

migrations = Migrations("scorekeeper")


@migrations()
def m001_clubs_matches_and_leagues(db: Database) -> None:
    """Everything there is in the first release."""
    for tables in (CLUB_TABLES, MATCH_TABLES, LEAGUE_TABLES, SHARING_TABLES):
        run(db, tables)
    for table in APPEND_ONLY:
        make_append_only(db, table)


@migrations()
def m002_seasons_have_adjustments_and_followed_teams(db: Database) -> None:
    """Points given or taken, concessions, the day of a withdrawal, the team that a phone follows."""
    run(db, season_tables.SEASON_TABLES)
    make_append_only(db, "adjustments")


@migrations()
def m003_fixtures_have_times_and_places(db: Database) -> None:
    """When a fixture starts, where a team plays, and the days on which a league does not."""
    run(db, season_tables.FIXTURE_PLACES)


@migrations()
def m004_clubs_have_an_access_version(db: Database) -> None:
    """A club says when the right to look at it has changed, apart from all other changes."""
    db.execute("ALTER TABLE clubs ADD COLUMN access_version INTEGER NOT NULL DEFAULT 0")


@migrations()
def m005_teams_have_captains_of_their_own(db: Database) -> None:
    """A link a team, the phones that opened it, and days that captains propose to each other."""
    run(db, season_tables.CAPTAINS)


@migrations()
def m006_links_fall_together_and_failed_pins_fade(db: Database) -> None:
    """A generation for all match links of a club, and the time of each failed try at a PIN."""
    run(db, GUARD_COLUMNS)


@migrations()
def m007_clubs_opened_by_anybody_are_counted(db: Database) -> None:
    """From which network a club was opened on the front page of a hosted instance, as a keyed hash."""
    run(db, OPENING_TABLES)


@migrations()
def m008_leagues_have_divisions(db: Database) -> None:
    """Divisions of one league and season bear its name; ``tier`` orders them, 1 the highest."""
    db.execute("ALTER TABLE leagues ADD COLUMN division TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE leagues ADD COLUMN tier INTEGER NOT NULL DEFAULT 1")


@migrations()
def m009_knockouts_are_drawn(db: Database) -> None:
    """The places of a knockout's draw, and the tie of its round that a fixture is played for."""
    run(db, season_tables.KNOCKOUTS)


@migrations()
def m010_matches_are_handed_over_by_a_pocket(db: Database) -> None:
    """People under the ids that a phone gave them, and what of a phone's matches is on the other side."""
    run(db, HANDOVER_TABLES)


@migrations()
def m011_seats_can_change(db: Database) -> None:
    """Who sat in whose place, once a match had begun."""
    run(db, SEAT_TABLES)
    make_append_only(db, "seat_changes")


@migrations()
def m012_results_of_finished_matches(db: Database) -> None:
    """What finished matches came to, for a club's first page after a start; it can be made anew."""
    run(db, RESULT_TABLES)


@migrations()
def m013_a_change_of_setup_can_be_undone(db: Database) -> None:
    """How a match was set up before each change of its players or rules."""
    run(db, EARLIER_SETUPS)
    make_append_only(db, "earlier_setups")


@migrations()
def m014_an_abandoned_match_can_be_given(db: Database) -> None:
    """To which side a match was given when somebody retired."""
    run(db, AWARDS)
    make_append_only(db, "awards")


@migrations()
def m015_players_who_never_played_can_be_deleted(db: Database) -> None:
    """Players that are listed no more: ``latest`` is the newest match that they sat at then, or empty."""
    run(db, UNLISTED_PLAYERS)


@migrations()
def m016_records_are_chained(db: Database) -> None:
    """Each entry carries a hash of itself and of the one before it; what is there already gets its own."""
    run(db, CHAIN_COLUMNS)
    for (club,) in db.execute("SELECT id FROM clubs").fetchall():
        db.execute("INSERT INTO erasure_lock (club) VALUES (?)", [club])
        fill_chains(db, club, later=("signers",))
        db.execute("DELETE FROM erasure_lock WHERE club = ?", [club])


@migrations()
def m017_what_is_made_in_an_hour_is_counted(db: Database) -> None:
    """How many matches, corrections and the like a phone and a club have made in this hour."""
    run(db, LIMIT_TABLES)


@migrations()
def m018_fixtures_can_have_a_place(db: Database) -> None:
    """Where a fixture is played, if not where the home team plays: the finals of a cup, for instance."""
    db.execute("ALTER TABLE fixtures ADD COLUMN place TEXT CHECK (length(place) BETWEEN 1 AND 120)")


@migrations()
def m019_a_club_has_its_own_word_for_going_out(db: Database) -> None:
    """What is said of whoever goes out, as it follows a name."""
    db.execute(
        "ALTER TABLE clubs ADD COLUMN out_word TEXT NOT NULL DEFAULT 'chipped out' "
        "CHECK (length(out_word) BETWEEN 1 AND 30)"
    )


@migrations()
def m020_keys_of_what_was_agreed_are_kept(db: Database) -> None:
    """The key of an act that found done what it wanted, so that it does not happen later."""
    run(db, AGREED_TABLES)
    make_append_only(db, "agreed_keys")


@migrations()
def m021_cups_have_groups(db: Database) -> None:
    """The group of a cup that a squad was drawn into, counted from 1."""
    db.execute("ALTER TABLE squads ADD COLUMN pool INTEGER CHECK (pool >= 1)")


@migrations()
def m022_captains_name_the_best_player(db: Database) -> None:
    """Whom each captain of a fixture named as the best of the other team."""
    run(db, season_tables.BEST_PLAYERS)


@migrations()
def m023_teams_and_players_have_handicaps(db: Database) -> None:
    """The points with which a team or a player of a league starts each leg."""
    run(db, season_tables.HANDICAPS)


@migrations()
def m024_tiles_drawn_for_the_lead_are_kept(db: Database) -> None:
    """The tile that each seat drew for the first lead, in the order of the seats, such as ``6-4 2-1``."""
    db.execute("ALTER TABLE matches ADD COLUMN lead_draw TEXT")


@migrations()
def m025_a_fixture_may_bring_its_result_along(db: Database) -> None:
    """Past results of a season that is imported from a spreadsheet."""
    run(db, RESULT_COLUMNS)


@migrations()
def m026_clubs_can_be_read_only(db: Database) -> None:
    """What takes no changes for a while: the whole instance, or a club, and in which words that is said."""
    run(db, READ_ONLY_TABLES)


@migrations()
def m027_links_of_teams_can_have_a_pin(db: Database) -> None:
    """A PIN belongs to the club or to a team's link."""
    run(db, TEAM_PINS)


@migrations()
def m028_tiles_drawn_for_the_seats_are_kept(db: Database) -> None:
    """The tile that each drew for the seat, in the order of the seats, such as ``6-4 2-1``."""
    db.execute("ALTER TABLE matches ADD COLUMN seat_draw TEXT")


@migrations()
def m029_clubs_move_between_instances(db: Database) -> None:
    """Where a club that is read-only here has moved to, and the links that it came with from elsewhere."""
    run(db, MOVING)


@migrations()
def m030_clubs_have_nightly_copies(db: Database) -> None:
    """Last night’s copy of each club, for its own manager to fetch."""
    run(db, NIGHTLY_COPIES)


@migrations()
def m031_secretaries_sign_as_such(db: Database) -> None:
    """In which role a card was signed, where that was not its captain's."""
    run(db, season_tables.SIGNERS)
    make_append_only(db, "signers")
