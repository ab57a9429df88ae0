"""A season is the same on both engines: drawn up, entered, signed, reopened, added up."""

from datetime import date

import pytest
from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.services.statistics import player_statistics
from scorekeeper.services.transfer.club_file import exported
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.leagues import find_league, set_closed, set_name
from scorekeeper.store.leagues.squads import change_squad, withdraw_squad
from tests.services.league import EVENING, Secretary
from tests.store.conftest import Table

TEAMS = {name: "\n".join(f"{name} {n}" for n in range(1, 7)) for name in ("Anchor", "Bell", "Crown")}


@pytest.fixture
def league(db: Database, crown: Table) -> Secretary:
    secretary = Secretary.begin(db, crown.club, "hdddcl", TEAMS, EVENING)
    secretary.draw_up(date(2026, 9, 7))
    return secretary


def test_a_season_is_entered_signed_and_opened_again(league: Secretary) -> None:
    for number, wins in enumerate(({1, 2}, {3}, set(), {1, 2, 3}, {1}, {2, 3})):
        league.report_all(league.fixture_card(number), wins)
    for side in (0, 1):
        league.sign(league.fixture_card(), side)
    assert league.fixture_card().locked
    with pytest.raises(MatchCardError):
        league.report_all(league.fixture_card(), {1})
    league.reopen(league.fixture_card(), "read upside down")
    league.report_all(league.fixture_card(), {1})
    season = league.season()
    assert sum(row.points for row in season.table()) == 2 * 6
    assert season.fixture_card(league.fixture_card().fixture.id).legs == (1, 2)
    assert len(player_statistics(season)) == 18


def test_changes_of_a_league_are_in_the_audit_log(league: Secretary) -> None:
    found = find_league(league.db, league.club, league.league)
    anchor, bell = league.squad("Anchor"), league.squad("Bell")
    with writing(league.db, league.club):
        set_name(league.db, league.club, found, "Summer", "2027", league.author)
        set_closed(league.db, league.club, found, True, league.author)
        change_squad(
            league.db,
            league.club,
            anchor,
            anchor._replace(name="Anchors", name_key="anchors", players=anchor.players[:2]),
            league.author,
        )
        withdraw_squad(
            league.db, league.club, league.league, bell, "2026-12-01", "no landlord", league.author
        )
    season = league.season()
    assert (season.league.name, season.league.closed) == ("Summer", 1)
    assert (len(league.squad("Anchors").players), bell.id in season.void) == (2, True)
    entered = {(change.field, change.reason) for change in changes(league.db, league.club, [bell.id])}
    assert ("withdrawn", "no landlord") in entered


def test_a_league_is_exported_with_its_club(league: Secretary) -> None:
    lines = list(exported(league.db, league.club))
    assert sum('"table":"fixtures"' in line for line in lines) == 6
    assert sum('"table":"squad_players"' in line for line in lines) == 18
