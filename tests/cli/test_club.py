"""The operator’s commands on clubs."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner, Result

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.services.clubs.hosting import empty_trash, open_hosted_club, sweep_unused
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs, find_trashed
from tests.databases import make_database


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


def test_the_list_says_what_is_used_and_the_size_counts_rows(tmp_path: Path) -> None:
    database = tmp_path / "clubs.db"
    run(database, "add", "Crown")
    assert "Crown  opened " in run(database, "list").output
    assert "never used, 0 matches" in run(database, "list").output
    assert "3  links" in run(database, "size", "Crown").output


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
