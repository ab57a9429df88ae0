"""A database of every released schema opens in this version, and a released schema never changes.

``tests/data/released`` holds one database as text for each released schema, named for its last step.
"""

from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.matches.match_state import load_match
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.integrity import (
    faults_in_every_chain,
    faults_in_file,
    faults_in_record,
    faults_in_schema,
)
from scorekeeper.store.engine.migrations.steps import migrations
from scorekeeper.store.matches.matches import matches

RELEASED = sorted((Path(__file__).parents[1] / "data" / "released").glob("m*.sql"))
# The result of each match in each file, oldest first.
TOTALS = {"m001_clubs_matches_and_leagues": [(17, 19), (15, 0)]}
SCHEMA = (
    "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name"
)

each_release = pytest.mark.parametrize("release", RELEASED, ids=lambda release: release.stem)


def written_out(release: Path, folder: Path) -> Path:
    path = folder / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(release.read_text())
    return path


def steps() -> list[str]:
    return [step.name for step in migrations.pending(Database(memory=True))]


def test_there_is_a_released_schema() -> None:
    assert {release.stem for release in RELEASED} == set(TOTALS)


@each_release
def test_a_released_database_opens_with_all_its_scores(release: Path, tmp_path: Path) -> None:
    path = written_out(release, tmp_path)
    released = steps().index(release.stem) + 1
    assert migrate(path) == steps()[released:]
    with closing(open_store(path)) as db:
        assert (faults_in_file(db), faults_in_schema(db)) == ([], [])
        assert [*faults_in_record(db), *faults_in_every_chain(db)] == []
        (club,) = clubs(db)
        states = [load_match(db, club.id, match.id) for match in reversed(matches(db, club.id))]
        assert [state.score.totals for state in states if state] == TOTALS[release.stem]
    assert migrate(path) == []


@each_release
def test_a_released_step_is_never_changed(release: Path, tmp_path: Path) -> None:
    """Add a step instead: existing databases have run this one as it was."""
    after = steps()[steps().index(release.stem) + 1 :]
    fresh = Database(memory=True)
    migrations.apply(fresh, stop_before=after)
    with closing(open_store(written_out(release, tmp_path))) as db:
        assert fresh.execute(SCHEMA).fetchall() == db.execute(SCHEMA).fetchall()
    fresh.close()
