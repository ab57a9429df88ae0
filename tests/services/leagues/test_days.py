"""The effects of the date, a withdrawal, a correction, a substitute and a concession on a season."""

from datetime import date
from itertools import product

import pytest

from scorekeeper.rules.fixtures import Status
from scorekeeper.services.cards.board_commands import draw_boards, start_board
from scorekeeper.services.cards.card_commands import MatchCardError, load_fixture_card
from scorekeeper.services.statistics import player_statistics
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.squads import withdraw_squad
from tests.services.league import Secretary

PUBS = ("Anchor", "Bay Horse", "Crown", "Quiet Woman")


@pytest.fixture
def leek(tmp_path):
    """Four pubs under Leek rules, home and away on six Mondays from 7 September 2026; late cards cost 2."""
    secretary = Secretary.of(tmp_path / "club.db", "leek", PUBS)
    points = secretary.season().rules.points.to_dict()
    secretary.set_rules(points={**points, "late_fine": 2, "late_days": 7})
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


def on(leek, day):
    """Set the date from now on."""
    leek.today = date.fromisoformat(day)
    leek.author = Author("phone", f"{day}T22:00:00Z")


def play(leek, number, day):
    """Every card of this round is filled in and signed by both captains on that day."""
    on(leek, day)
    for fixture_card in leek.season().fixture_cards:
        if fixture_card.fixture.round == number and leek.season().status(fixture_card) is not Status.VOID:
            leek.report_all(fixture_card, {1, 2, 3, 4, 5})
            for side in (0, 1):
                leek.sign(fixture_card, side)


def withdraw(leek, name, day):
    on(leek, day)
    with writing(leek.db):
        withdraw_squad(leek.db, leek.club, leek.league, leek.squad(name), day, "no landlord", leek.author)


def test_what_is_next_is_the_next_day_that_counts(leek):
    play(leek, 1, "2026-09-07")
    withdraw(leek, "Quiet Woman", "2026-09-10")
    on(leek, "2026-09-30")  # two cards are missing, and two fixtures are void
    assert {fixture_card.fixture.day for fixture_card in leek.season().next_fixtures} == {"2026-10-05"}
    on(leek, "2026-10-05")
    assert {fixture_card.fixture.day for fixture_card in leek.season().next_fixtures} == {"2026-10-05"}
    on(leek, "2026-12-02")
    assert leek.season().next_fixtures == []


def test_players_being_scored_live_cannot_be_changed_silently(leek):
    fixture_card = leek.season().fixture_cards[0]
    (home, spare), away = ([id for id, _ in fixture_card.teams[side].players[:2]] for side in (0, 1))
    leek.report(fixture_card, BoardEntry(1, None, (home,), (away[0],)))
    at = fixture_card.fixture.id
    start_board(leek.ask, at, 1)
    with pytest.raises(MatchCardError, match="Board 1: its match is scored at the table with the players"):
        leek.report(fixture_card, BoardEntry(1, None, (spare,), (away[0],)))
    leek.report(fixture_card, BoardEntry(1, None, (home,), (away[0],), (1, 0)))


def test_a_conceded_board_is_no_players_win_and_half_a_pair_still_played(leek):
    fixture_card = leek.season().fixture_cards[0]
    leek.report_all(fixture_card, {1, 2, 3, 4, 5})
    home, away = (team.players for team in fixture_card.teams)
    leek.report(
        fixture_card,
        BoardEntry(6, None, (home[5][0],), (), (1, 0), None, conceded=True),
        BoardEntry(9, None, (home[4][0], home[5][0]), (away[4][0],), (1, 0), None, conceded=True),
    )
    season = leek.season()
    assert season.fixture_card(fixture_card.fixture.id).legs == (7, 2)
    found = {season.people[line.who[0]]: (line.played, line.won) for line in player_statistics(season)}
    assert home[5][1] not in found
    assert found[home[4][1]] == (1, 1)
    with pytest.raises(MatchCardError, match="Board 8: 2 players a side, not 1"):
        leek.report(fixture_card, BoardEntry(8, None, (home[2][0], home[3][0]), (away[2][0],), (1, 0)))


def test_lots_keep_the_players_that_a_captain_has_named(leek):
    fixture_card = leek.season().fixture_cards[0]
    at = fixture_card.fixture.id
    six = fixture_card.teams[0].players[5][0]
    leek.report(fixture_card, BoardEntry(1, 0, (six,), ()))
    draw_boards(leek.ask, at)
    _, drawn = load_fixture_card(leek.db, leek.club, at, leek.today)
    assert drawn.boards[0].lineup.home == (six,)
    for side, boards in product((0, 1), (range(6), range(6, 9))):
        named = [p for n in boards for p in (drawn.boards[n].lineup.home, drawn.boards[n].lineup.away)[side]]
        assert len(set(named)) == 6
    with pytest.raises(MatchCardError, match="Every board has its players already"):
        draw_boards(leek.ask, at)
