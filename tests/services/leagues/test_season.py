"""A season of four pubs: corrections, withdrawals, and players and pairs added up by hand."""

from collections import defaultdict
from datetime import date

import pytest

from scorekeeper.services.statistics import pair_statistics, player_statistics, rivals, team_rivals
from tests.services.league import Secretary

PUBS = ("Anchor", "Bay Horse", "Crown", "Dolphin")


@pytest.fixture
def leek(tmp_path):
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
    assert len(player_statistics(season)) == 24
    best = [line.won for line in player_statistics(season)]
    assert best == sorted(best, reverse=True)


def test_head_to_head_of_teams_and_players_adds_up(leek):
    play(leek, leek.season())
    season = leek.season()
    crown = leek.squad("Crown")
    met = team_rivals(season, crown.id)
    row = next(row for row in season.table() if row.team == crown.id)
    assert len(met) == 3
    assert [sum(line[n] for line in met) for n in (1, 2, 3)] == [row.won, row.drawn, row.lost]
    player = crown.players[0][0]
    line = next(line for line in player_statistics(season) if line.who == (player,))
    lines = rivals(season, (player,))
    assert (sum(one.won for one in lines), sum(one.lost for one in lines)) == (line.won, line.lost)
