"""``scorekeeper import-season``: a league's spreadsheet from the command line, as a dry run or stored."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli.main import main
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.season_commands import start_league
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.leagues.leagues import leagues
from tests.services.league import EVENING, Secretary

TODAY = date(2026, 11, 22)
TEAMS = "team,players\nCrown,Ann; Bob\nRed Lion,Dee; Eve\n"
FIXTURES = "round,day,home,away,home legs,away legs,referee\n1,15/9/2026,Crown,Red Lion,2,1,Joe\n"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A club with one league of three tables a night, and nobody in it."""
    path = tmp_path / "clubs.db"
    CliRunner().invoke(main, ["club", "add", "Crown", "--database", str(path)])
    with closing(open_store(path)) as db:
        Secretary.begin(db, clubs(db)[0].id, "hdddcl", {}, EVENING)
    return path


def run(database: Path, sheet: str, *options: str) -> Result:
    file = database.with_suffix(".csv")
    file.write_text(sheet, encoding="utf-8")
    return CliRunner().invoke(main, ["import-season", str(file), "--database", str(database), *options])


def season_of(database: Path) -> tuple[list[str], list[tuple[int, int] | None]]:
    """The teams' names and the legs of each fixture."""
    with closing(open_store(database)) as db:
        club = clubs(db)[0].id
        season = open_season(db, club, leagues(db, club)[0].id, TODAY)
        assert season is not None
        return sorted(season.names.values()), [card.legs for card in season.fixture_cards]


def test_a_dry_run_says_what_would_be_imported_and_stores_nothing(database: Path) -> None:
    result = run(database, TEAMS, "--dry-run")
    assert (result.exit_code, result.output) == (0, "2 teams: new\nNothing was stored.\n")
    assert season_of(database) == ([], [])


def test_teams_and_past_results_are_stored_and_found_again(database: Path) -> None:
    assert run(database, TEAMS).output == "2 teams: new\n"
    assert run(database, TEAMS).output == "2 teams: as it stands\n"
    result = run(database, FIXTURES)
    dated = "Fixtures from Tue 15 Sep 2026 to Tue 15 Sep 2026"
    assert result.output == f"1 fixture: new\n{dated}\nColumns ignored: referee.\n"
    assert season_of(database) == (["Crown", "Red Lion"], [(2, 1)])


def test_every_fault_is_named_by_line_and_column_and_nothing_is_stored(database: Path) -> None:
    run(database, TEAMS)
    result = run(database, FIXTURES + "2,somewhen,Crown,Red Lion,,\nx,1/1/2027,Crown,Red Lion,,\n")
    assert result.exit_code == 3
    assert "Line 3, day: “somewhen” is not a day" in result.output
    assert "Line 4, round: “x” is not a whole number" in result.output
    assert "Nothing was stored." in result.output
    assert season_of(database)[1] == []


def test_one_of_several_leagues_is_named(database: Path) -> None:
    with closing(open_store(database)) as db:
        club, rules, author = clubs(db)[0].id, BY_KEY["leek"].rules, Author("phone", EVENING)
        start_league(Ask(db, club, author), club, "Summer", "2027", rules)
        ids = [league.id for league in leagues(db, club)]
    result = run(database, TEAMS)
    assert result.exit_code == 3
    assert all(id in result.output for id in ids)
    assert run(database, TEAMS, "--league", ids[0]).exit_code == 0
    assert run(database, TEAMS, "--league", "no such").exit_code == 3
