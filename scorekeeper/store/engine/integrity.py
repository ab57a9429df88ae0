"""Invariants of a sound record, checked in SQL."""

from collections.abc import Iterator
from contextlib import closing
from itertools import chain

from sqlite_utils import Database

from scorekeeper.store.engine.connection import on_postgres
from scorekeeper.store.engine.rows import column
from scorekeeper.store.engine.schema import blank
from scorekeeper.store.engine.seals import broken_seals, faults_in_chains

# A sentence, and the query for the rows that violate it: there must be none.
_OF_MATCHES = {
    "a match’s version is the number of its entries, and they are numbered without a gap": (
        "SELECT m.id FROM matches m LEFT JOIN match_events e ON e.club = m.club AND e.match = m.id "
        "GROUP BY m.club, m.id, m.version "
        "HAVING count(e.version) <> m.version OR coalesce(max(e.version), 0) <> m.version"
    ),
    "an entry takes the place of one that stood for itself, in the same round": (
        "SELECT e.match FROM match_events e JOIN match_events r "
        "ON r.club = e.club AND r.match = e.match AND r.version = e.original "
        "WHERE r.original <> r.version OR r.round <> e.round"
    ),
    "an undo takes back an entry before it": (
        "SELECT match FROM match_events WHERE reverts < 1 OR reverts >= version"
    ),
    "every round’s end, play and penalty says what was entered": (
        "SELECT e.match FROM match_events e "
        "LEFT JOIN round_ends r ON r.club = e.club AND r.match = e.match AND r.version = e.version "
        "LEFT JOIN plays p ON p.club = e.club AND p.match = e.match AND p.version = e.version "
        "LEFT JOIN penalties n ON n.club = e.club AND n.match = e.match AND n.version = e.version "
        "WHERE (e.kind = 'round') <> (r.event IS NOT NULL) OR (e.kind = 'play') <> (p.kind IS NOT NULL) "
        "OR (e.kind = 'penalty') <> (n.points IS NOT NULL)"
    ),
    "only an abandoned match is given, and to a side of it": (
        "SELECT a.match FROM awards a "
        "JOIN match_events e ON e.club = a.club AND e.match = a.match AND e.version = a.version "
        "WHERE e.kind <> 'abandonment' OR NOT EXISTS (SELECT 1 FROM seats s "
        "WHERE s.club = a.club AND s.match = a.match AND s.side = a.side)"
    ),
    "every match has at least two sides": (
        "SELECT m.id FROM matches m LEFT JOIN seats s ON s.club = m.club AND s.match = m.id "
        "GROUP BY m.club, m.id HAVING count(DISTINCT s.side) < 2"
    ),
}
_INVARIANTS = {
    **_OF_MATCHES,
    "a fixture’s version is the number of entries on its card": (
        "SELECT f.id FROM fixtures f LEFT JOIN card_events e ON e.club = f.club AND e.fixture = f.id "
        "GROUP BY f.club, f.id, f.version "
        "HAVING count(e.version) <> f.version OR coalesce(max(e.version), 0) <> f.version"
    ),
    "a board is won by up to nine legs, in a match of two sides": (
        "SELECT e.fixture FROM card_events e "
        "LEFT JOIN seats s ON s.club = e.club AND s.match = e.match AND s.side > 1 "
        "WHERE s.side > 1 OR e.home_legs = e.away_legs OR e.home_legs > 9 OR e.away_legs > 9"
    ),
    "every pair is of two players": (
        "SELECT t.id FROM teams t LEFT JOIN team_members m ON m.club = t.club AND m.team = t.id "
        "GROUP BY t.club, t.id HAVING count(m.player) <> 2"
    ),
    "every club has its three links": (
        "SELECT c.id FROM clubs c LEFT JOIN links l ON l.club = c.id GROUP BY c.id HAVING count(l.role) <> 3"
    ),
}
# Tables, indexes, and triggers that are in force.
_NAMES_IN_POSTGRES = (
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() UNION "
    "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() UNION "
    "SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE n.nspname = current_schema() AND NOT t.tgisinternal AND t.tgenabled <> 'D'"
)


def faults_in_file(db: Database) -> list[str]:
    """What SQLite finds wrong with the file and its rows; PostgreSQL checks its own and takes no such row."""
    if on_postgres(db):
        return []
    verdicts = column(db, "PRAGMA integrity_check(5)")
    lost = db.execute("PRAGMA foreign_key_check").fetchall()
    faults = [] if verdicts == ["ok"] else verdicts
    return [*faults, *(f"a row of {row[0]} points at nothing in {row[2]}" for row in lost[:5])]


def faults_in_schema(db: Database) -> list[str]:
    """Tables, indexes and triggers that are not as this version makes them.

    A missing trigger matters: it is what keeps entries from being changed. PostgreSQL has words of its own
    for each of them, so there they are looked for by name.
    """
    with closing(blank()) as fresh:
        ours = _schema(fresh)
    if on_postgres(db):
        wanted = {name for name in ours if "_sqlite_" not in name}  # those of its steps are kept otherwise
        return [f"{name} is missing" for name in sorted(wanted.difference(column(db, _NAMES_IN_POSTGRES)))]
    theirs = _schema(db)
    return [
        *(f"{name} is missing" for name in sorted(ours.keys() - theirs.keys())),
        *(f"{name} is not ours" for name in sorted(theirs.keys() - ours.keys())),
        *(
            f"{name} is not as it should be"
            for name in sorted(ours)
            if theirs.get(name, ours[name]) != ours[name]
        ),
    ]


def faults_in_record(db: Database) -> Iterator[str]:
    """Every invariant that does not hold, with the first rows that break it."""
    for sentence, broken in _INVARIANTS.items():
        if found := column(db, f"{broken} LIMIT 3"):
            yield f"It is not so that {sentence}: {', '.join(found)}"


def faults_in_match(db: Database, club: str, match: str) -> Iterator[str]:
    """The invariants of matches that this one breaks; no row of any other is read."""
    own = "" if on_postgres(db) else "main."
    tables = ("match_events", "round_ends", "plays", "penalties", "awards", "seats")
    places = [("matches", "id"), *((table, "match") for table in tables)]
    only = ", ".join(
        f"{table} AS (SELECT * FROM {own}{table} WHERE club = ? AND {column} = ?)"  # nosec B608 # the schema's
        for table, column in places
    )
    for sentence, broken in _OF_MATCHES.items():
        if db.execute(f"WITH {only} {broken}", [club, match] * len(places)).fetchone():
            yield f"It is not so that {sentence}"


def faults_in_every_chain(db: Database) -> Iterator[str]:
    """Every match, match card and sealed thing, of clubs in the trash too, that somebody changed."""
    for club in column(db, "SELECT id FROM clubs ORDER BY id"):
        yield from faults_in_club(db, club)


def first_fault(db: Database) -> str | None:
    """What is wrong with the record or its chains, if anything is."""
    return next(chain(faults_in_record(db), faults_in_every_chain(db)), None)


def faults_in_club(db: Database, club: str) -> Iterator[str]:
    for subject in broken_seals(db, club):
        yield f"Something past the app has changed {subject}"
    for entity, id, fault in faults_in_chains(db, club):
        yield f"The record of {entity} {id} is not whole: {fault}"


def silent_phones(db: Database) -> list[str]:
    """The nicknames of phones that are known, as a phone is once it enters something, but entered nothing."""
    with closing(blank()) as fresh:
        tables = column(
            fresh,
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND c.name = 'device' ORDER BY m.name",
        )
    writers = " UNION ".join(f"SELECT club, device FROM {table}" for table in tables)  # nosec B608 # the schema's
    return column(
        db,
        f"SELECT d.nickname FROM devices d LEFT JOIN ({writers}) t ON t.club = d.club AND t.device = d.id "  # nosec B608
        "WHERE t.device IS NULL ORDER BY d.made_at",
    )


def _schema(db: Database) -> dict[str, str]:
    rows = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL "
        "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlite_%'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows.fetchall()}
