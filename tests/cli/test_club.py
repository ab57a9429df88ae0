"""The operator’s commands: clubs, a running server, and a league’s spreadsheet."""

from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.clubs.hosting import empty_trash, open_hosted_club, sweep_unused
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.season_commands import start_league
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import clubs, find_trashed
from scorekeeper.store.leagues.leagues import leagues
from tests.databases import make_database
from tests.services.league import EVENING, Secretary


def run(database: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["club", *arguments, "--database", str(database)])


def names(database: Path) -> list[str]:
    with closing(open_store(database)) as db:
        return [club.name for club in clubs(db)]


def test_two_clubs_are_opened_each_with_a_link_that_manages_it(tmp_path: Path) -> None:
    database = tmp_path / "clubs.db"
    links = [
        run(database, "add", name, "--address", "http://pub.test").output for name in ("Crown", "Anchor")
    ]
    assert names(database) == ["Crown", "Anchor"]
    app = create_app({"DATABASE": database, "TESTING": True})
    for link, name in zip(links, ("Crown", "Anchor"), strict=True):
        phone = app.test_client()
        page = phone.get(link.strip().removeprefix("http://pub.test"), follow_redirects=True)
        assert name in page.text
        assert "Start a match" in page.text


def test_a_name_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    database = tmp_path / "clubs.db"
    refused = run(database, "add", "x" * 31)
    assert refused.exit_code == 3
    assert "The club’s name" in refused.output
    assert not database.exists()


def test_the_list_says_what_is_used(tmp_path: Path) -> None:
    database = tmp_path / "clubs.db"
    run(database, "add", "Crown")
    assert "Crown  opened " in run(database, "list").output
    assert "never used, 0 matches" in run(database, "list").output


def test_a_closed_club_is_hidden_and_can_be_taken_back(tmp_path: Path) -> None:
    database = tmp_path / "clubs.db"
    run(database, "add", "Crown")
    run(database, "add", "Anchor")
    assert run(database, "close", "Crown").exit_code == 1, "it asks first"
    assert run(database, "close", "Crown", "--yes").exit_code == 0
    assert names(database) == ["Anchor"]
    assert "There is no club “Rose”" in run(database, "close", "Rose", "--yes").output


def test_a_club_nobody_used_for_thirty_days_goes_into_the_trash_and_then_for_good(tmp_path: Path) -> None:
    database = make_database(tmp_path / "clubs.db")
    opened = datetime(2026, 9, 1, 20, tzinfo=UTC)
    with closing(open_store(database)) as db:
        club = open_hosted_club(db, "Crown", "Bar", "key", "network", opened).club
        assert sweep_unused(db, opened + timedelta(days=29)) == []
        assert sweep_unused(db, opened + timedelta(days=31)) == [club]
        assert find_trashed(db, club) is not None
        assert empty_trash(db, opened + timedelta(days=60)) == []
        assert empty_trash(db, opened + timedelta(days=62)) == [club]
        assert db.execute("SELECT count(*) FROM club_openings").fetchone() == (0,)


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


def import_season(database: Path, sheet: str, *options: str) -> Result:
    file = database.with_suffix(".csv")
    file.write_text(sheet, encoding="utf-8")
    return CliRunner().invoke(main, ["import-season", str(file), "--database", str(database), *options])


def season_of(database: Path) -> tuple[list[str], list[tuple[int, int] | None]]:
    """The teams' names and the legs of each fixture."""
    with closing(open_store(database)) as db:
        club = clubs(db)[0].id
        season = open_season(db, club, leagues(db, club)[0].id, TODAY)
        assert season is not None
        return sorted(season.names.values()), [card.legs for card in season.cards]


def test_a_dry_run_says_what_would_be_imported_and_stores_nothing(database: Path) -> None:
    result = import_season(database, TEAMS, "--dry-run")
    assert (result.exit_code, result.output) == (0, "2 teams: new\nNothing was stored.\n")
    assert season_of(database) == ([], [])


def test_teams_and_past_results_are_stored_and_found_again(database: Path) -> None:
    assert import_season(database, TEAMS).output == "2 teams: new\n"
    assert import_season(database, TEAMS).output == "2 teams: as it stands\n"
    result = import_season(database, FIXTURES)
    dated = "Fixtures from Tue 15 Sep 2026 to Tue 15 Sep 2026"
    assert result.output == f"1 fixture: new\n{dated}\nColumns ignored: referee.\n"
    assert season_of(database) == (["Crown", "Red Lion"], [(2, 1)])


def test_every_fault_is_named_by_line_and_column_and_nothing_is_stored(database: Path) -> None:
    import_season(database, TEAMS)
    result = import_season(database, FIXTURES + "2,somewhen,Crown,Red Lion,,\nx,1/1/2027,Crown,Red Lion,,\n")
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
    result = import_season(database, TEAMS)
    assert result.exit_code == 3
    assert all(id in result.output for id in ids)
    assert import_season(database, TEAMS, "--league", ids[0]).exit_code == 0
    assert import_season(database, TEAMS, "--league", "no such").exit_code == 3
