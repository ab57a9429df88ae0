"""A season of ten pubs: corrections, withdrawals, and players and pairs added up by hand."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

import pytest

from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.services.leagues.season_commands import next_season
from scorekeeper.services.leagues.seasons import LeagueError, open_season
from scorekeeper.services.leagues.teams import enter_squad
from scorekeeper.services.statistics import pair_statistics, player_statistics, rivals, team_rivals
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.squads import withdraw_squad
from tests.services.league import Secretary

PUBS = ("Anchor", "Bay Horse", "Crown", "Dolphin", "Eagle", "Fox", "Greyhound", "Half Moon", "Ivy", "Jolly")


@pytest.fixture
def leek(tmp_path):
    """A Leek season of ten pubs with six players each, drawn up home and away."""
    secretary = Secretary.of(tmp_path / "club.db", "leek", PUBS)
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


def home_wins(round, table):
    """Which of the nine boards the home team wins: arbitrary, but always the same."""
    return {board for board in range(1, 10) if (board * 7 + round * 5 + table * 3) % 11 < 6}


def play(leek, season):
    for at, fixture_card in enumerate(season.fixture_cards):
        leek.report_all(fixture_card, home_wins(fixture_card.fixture.round, at))


def test_a_correction_of_week_three_moves_every_later_table_and_says_who_and_why(leek):
    play(leek, leek.season())
    season = leek.season()
    fixture_card = next(
        fixture_card for fixture_card in season.fixture_cards if fixture_card.fixture.round == 3
    )
    for side in (0, 1):
        leek.sign(fixture_card, side)
    days = [date.fromisoformat(n.fixture.day) for n in season.fixture_cards]
    before = {day: season.table(day) for day in sorted(set(days))}
    with pytest.raises(MatchCardError, match="Both captains have signed"):
        leek.report_all(fixture_card, {1, 2, 3})
    leek.reopen(fixture_card, "board 9 was read upside down")
    turned = set(range(1, 10)) - home_wins(3, season.fixture_cards.index(fixture_card))
    leek.report_all(fixture_card, turned)
    corrected = leek.season()
    for day, rows in before.items():
        assert (corrected.table(day) == rows) == (day < date.fromisoformat(fixture_card.fixture.day))
    events = corrected.fixture_card(fixture_card.fixture.id).events
    assert ("Phone 1", "board 9 was read upside down") in [(e.nickname, e.reason) for e in events]
    assert [e for e in events if isinstance(e.body, BoardEntry) and e.body.legs == (1, 0)]


def test_a_team_that_withdraws_takes_its_results_with_it_or_leaves_them(leek):
    play(leek, leek.season())
    crown = leek.squad("Crown")
    with writing(leek.db):
        withdraw_squad(leek.db, leek.club, leek.league, crown, "2026-12-01", "no landlord", leek.author)
    season = leek.season()
    assert crown.id not in season.in_table
    assert {row.played for row in season.table()} == {16}
    leek.set_rules(withdrawal="kept")
    assert {row.played for row in leek.season().table()} == {18}


@pytest.mark.parametrize(
    ("name", "players", "field", "sentence"),
    [
        ("Kings Head", "Zoe\nZOE", "players", "ZOE is in the list twice"),
        ("Crown", "Zoe", "name", "Crown is in this league already"),
        ("Kings Head", "Crown 1", "players", "Crown 1 is in the squad of Crown"),
        ("", "Zoe", "name", "at least one visible letter"),
        ("Kings Head", "x" * 31, "players", "Player 1 has 31 letters"),
        ("Kings Head", ",".join(f"New {n}" for n in range(41)), "players", "40 are the most"),
    ],
)
def test_an_invalid_team_is_refused_and_no_player_is_created(leek, name, players, field, sentence):
    season = leek.season()
    with pytest.raises(LeagueError, match=sentence) as refused:
        enter_squad(leek.ask, leek.league, name, players)
    assert refused.value.field == field
    assert leek.season().squads == season.squads


def test_the_next_season_has_the_same_teams_and_rules_and_no_fixtures(leek):
    ask = leek.ask._replace(key=IdempotencyKey("next", "said"))
    made = next_season(ask, leek.league, "2027–28")
    assert made.new
    assert next_season(ask, leek.league, "2027–28") == made._replace(new=False)
    season = open_season(leek.db, leek.club, made.answer, leek.today)
    assert [squad.name for squad in season.squads] == list(PUBS)
    assert (season.rules, season.fixture_cards) == (leek.season().rules, ())


def test_every_players_and_pairs_season_equals_a_count_by_hand(leek):
    play(leek, leek.season())
    season = leek.season()
    played, won, legs = defaultdict(int), defaultdict(int), defaultdict(int)
    for at, fixture_card in enumerate(season.fixture_cards):
        wins = home_wins(fixture_card.fixture.round, at)
        for side, team in enumerate(fixture_card.teams):
            people = [player for player, _ in team.players]
            for board in range(1, 10):
                seated = people[board - 1 : board] if board <= 6 else people[2 * board - 14 : 2 * board - 12]
                for who in [*seated, *([tuple(sorted(seated))] if len(seated) > 1 else [])]:
                    played[who] += 1
                    won[who] += (board in wins) == (side == 0)
                    legs[who] += (board in wins) == (side == 0)
    statistics = [*player_statistics(season), *pair_statistics(season)]
    found = {(t.who if len(t.who) > 1 else t.who[0]): (t.played, t.won, t.legs_for) for t in statistics}
    assert found == {who: (played[who], won[who], legs[who]) for who in played}
    assert len(player_statistics(season)) == 60
    best = [line.won for line in player_statistics(season)]
    assert best == sorted(best, reverse=True)


def test_head_to_head_of_teams_and_players_adds_up(leek):
    play(leek, leek.season())
    season = leek.season()
    crown = leek.squad("Crown")
    met = team_rivals(season, crown.id)
    row = next(row for row in season.table() if row.team == crown.id)
    assert len(met) == 9
    assert [sum(line[n] for line in met) for n in (1, 2, 3)] == [row.won, row.drawn, row.lost]
    player = crown.players[0][0]
    line = next(line for line in player_statistics(season) if line.who == (player,))
    lines = rivals(season, (player,))
    assert (sum(one.won for one in lines), sum(one.lost for one in lines)) == (line.won, line.lost)
