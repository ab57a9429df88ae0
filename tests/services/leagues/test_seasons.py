"""A season: cached as it is stored; corrections, withdrawals, players and pairs as added up by hand."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from scorekeeper.services.cards.board_commands import start_board
from scorekeeper.services.cards.card_commands import forfeit, reopen
from scorekeeper.services.clubs.names import rename_device, rename_player
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.fixture_commands import drop_unplayed_fixture
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import adjust_points
from scorekeeper.services.matches.recording import record_round
from scorekeeper.services.statistics import pair_statistics, player_statistics, rivals, team_rivals
from scorekeeper.store.clubs.players import find_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_file, faults_in_record
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.leagues.leagues import change_fixture, change_league
from scorekeeper.store.leagues.squads import withdraw_squad
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from tests.services.league import Secretary, idempotency_key
from tests.services.match import play

PUBS = ("Anchor", "Bay Horse", "Crown", "Dolphin")


@pytest.fixture
def leek(tmp_path: Path) -> Iterator[Secretary]:
    secretary = Secretary.of(tmp_path / "club.db", "leek", PUBS)
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


def afresh(leek: Secretary) -> Season:
    season = seasons._read(leek.db, leek.club, leek.league, leek.today, None)
    assert season is not None
    return season


def everything(season: Season) -> tuple[object, ...]:
    cards = [(card.facts, card.result, card.signatures, card.late_by) for card in season.cards]
    return season, season.table, season.positions, season.overdue, season.fines, cards


def acts(leek: Secretary, chance: Random) -> None:
    season, db, club, by = leek.season(), leek.db, leek.club, leek.author
    card, squad = chance.choice(season.cards), chance.choice(season.squads)
    match chance.randrange(9):
        case 0 | 1 if not card.locked:
            leek.report_all(card, set(chance.sample(range(1, 10), chance.randrange(10))))
        case 2 if card.complete and not card.differing and card.forfeited_by is None:
            leek.sign(card, chance.randrange(2))
        case 3:
            leek.reopen(card, "wrong")
        case 4 if not card.locked:
            side = chance.choice([0, 1, None])
            forfeit(leek.ask, card.fixture.id, side, "no show")
        case 5:
            player = find_player(db, club, chance.choice(squad.players)[0])
            assert player is not None
            rename_player(leek.ask, player.id, f"Renamed {chance.randrange(10**9)}")
        case 6:
            rename_device(leek.ask, club, f"Phone of {chance.randrange(10**9)}")
        case 7:
            with writing(db, club):
                day = date(2026, 10, chance.randrange(1, 29)).isoformat()
                change_fixture(db, club, card.fixture, "moved", by, day=day)
        case 8:
            points = chance.choice([-2, 1])
            adjust_points(leek.ask, leek.league, squad.id, points, "said so")


@pytest.mark.parametrize("seed", range(4))
def test_after_every_act_the_cached_season_equals_the_stored_one(leek: Secretary, seed: int) -> None:
    chance = Random(seed)
    for _ in range(40):
        acts(leek, chance)
        assert everything(leek.season()) == everything(afresh(leek))


def test_it_is_read_once_while_nothing_is_entered(leek: Secretary) -> None:
    assert leek.season() is leek.season()


def test_another_day_is_another_season(leek: Secretary) -> None:
    leek.today = date(2026, 9, 1)
    before = leek.season()
    leek.today = date(2027, 6, 30)
    assert (before.overdue, len(leek.season().overdue)) == ([], 12)


def test_a_card_leaves_the_others_as_they_are(leek: Secretary) -> None:
    first, second, *_ = leek.season().cards
    leek.report_all(first, {1, 2, 3})
    now = leek.season()
    assert now.cards[0] is not first
    assert now.cards[1] is second


def test_a_round_at_a_board_s_table_is_seen(leek: Secretary) -> None:
    card = leek.card()
    squads = [[player for player, _ in team.players] for team in card.teams]
    board = next(board for board in card.boards if board.kind.seats == 1)
    leek.report(card, BoardEntry(board.number, None, (squads[0][0],), (squads[1][0],)))
    at = card.fixture.id
    match = start_board(leek.ask, at, board.number).answer
    assert leek.card().live[0].match.version == 0
    end = RoundEnd("out", squads[0][0], None, None, None, None, (Hand(squads[1][0], None, 9),))
    record_round(leek.ask, match, end, [play(0, 5)], round=1, reason=None)
    assert everything(leek.season()) == everything(afresh(leek))
    assert leek.card().live[0].match.version == 2


def test_a_season_read_in_a_rolled_back_transaction_is_not_cached(leek: Secretary) -> None:
    before = leek.season()

    def renamed_in_vain() -> None:
        with writing(leek.db, leek.club):
            change_league(leek.db, leek.club, before.league, leek.author, name="Summer", season="2027")
            assert leek.season().league.name == "Summer"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        renamed_in_vain()
    assert leek.season() is before
    with writing(leek.db, leek.club):
        withdraw_squad(leek.db, leek.club, leek.league, before.squads[0], "2026-09-08", None, leek.author)
    assert everything(leek.season()) == everything(afresh(leek))


ANOTHER = """
import sys
from datetime import date
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store import open_store
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.squads import withdraw_squad

path, club, league = sys.argv[1:]
db = open_store(path)
season = open_season(db, club, league, date(2027, 6, 30))
by = Author("phone", "2026-09-07T22:00:00Z")
with writing(db, club):
    withdraw_squad(db, club, league, season.squads[1], "2026-09-08", "closed", by)
"""


def test_changes_by_another_process_are_seen(leek: Secretary) -> None:
    before = leek.season()
    path = leek.db.execute("PRAGMA database_list").fetchone()[2]
    subprocess.run([sys.executable, "-c", ANOTHER, path, leek.club, leek.league], check=True)
    assert before.squads[1].withdrawn_on is None
    assert leek.season().squads[1].withdrawn_on == "2026-09-08"
    assert everything(leek.season()) == everything(afresh(leek))


def test_a_team_that_left_is_not_among_those_who_meet_next(leek: Secretary) -> None:
    leek.today = date(2026, 9, 7)
    gone = leek.season().next_fixtures[0].facts.teams[0]
    leaves = next(squad for squad in leek.season().squads if squad.id == gone)
    with writing(leek.db, leek.club):
        withdraw_squad(leek.db, leek.club, leek.league, leaves, "2026-09-07", None, leek.author)
    assert [gone in card.facts.teams for card in leek.season().next_fixtures] == [False]


def test_a_fixture_whose_card_was_reopened_unsigned_is_dropped(leek: Secretary) -> None:
    fixture = leek.card().fixture.id
    assert not reopen(leek.ask._replace(key=idempotency_key()), fixture, "upside down").added
    drop_unplayed_fixture(leek.ask, leek.league, fixture)
    assert leek.season().card(fixture) is None
    assert [*faults_in_file(leek.db), *faults_in_record(leek.db)] == []


def home_wins(round, table):
    """Which of the nine boards the home team wins: arbitrary, but always the same."""
    return {board for board in range(1, 10) if (board * 7 + round * 5 + table * 3) % 11 < 6}


def play_all(leek, season):
    for at, card in enumerate(season.cards):
        leek.report_all(card, home_wins(card.fixture.round, at))


def test_every_players_and_pairs_season_equals_a_count_by_hand(leek):
    play_all(leek, leek.season())
    season = leek.season()
    played, won, legs = defaultdict(int), defaultdict(int), defaultdict(int)
    for at, card in enumerate(season.cards):
        wins = home_wins(card.fixture.round, at)
        for side, team in enumerate(card.teams):
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
    play_all(leek, leek.season())
    season = leek.season()
    crown = leek.squad("Crown")
    met = team_rivals(season, crown.id)
    row = next(row for row in season.table if row.team == crown.id)
    assert len(met) == 3
    assert [sum(line[n] for line in met) for n in (1, 2, 3)] == [row.won, row.drawn, row.lost]
    player = crown.players[0][0]
    line = next(line for line in player_statistics(season) if line.who == (player,))
    lines = rivals(season, (player,))
    assert (sum(one.won for one in lines), sum(one.lost for one in lines)) == (line.won, line.lost)
