"""Boards of a card: scored live, conceded, drawn by lot, and their honours."""

from datetime import date
from itertools import product

import pytest

from scorekeeper.services.cards.board_commands import draw_boards, rule_ineligible, start_board
from scorekeeper.services.cards.card_commands import MatchCardError, load_card
from scorekeeper.services.matches.recording import record_event
from scorekeeper.services.statistics import player_statistics, season_honours
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.matches.match_events import Play
from tests.services.league import Secretary


@pytest.fixture
def leek(tmp_path):
    """Two pubs under Leek rules, home and away."""
    secretary = Secretary.of(tmp_path / "club.db", "leek", ("Anchor", "Bay Horse"))
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    secretary.db.close()


def test_players_being_scored_live_cannot_be_changed_silently(leek):
    card = leek.season().cards[0]
    (home, spare), away = ([id for id, _ in card.teams[side].players[:2]] for side in (0, 1))
    leek.report(card, BoardEntry(1, None, (home,), (away[0],)))
    at = card.fixture.id
    start_board(leek.ask, at, 1)
    with pytest.raises(MatchCardError, match="Board 1: its match is scored at the table with the players"):
        leek.report(card, BoardEntry(1, None, (spare,), (away[0],)))
    leek.report(card, BoardEntry(1, None, (home,), (away[0],), (1, 0)))


def test_a_conceded_board_is_no_players_win_and_half_a_pair_still_played(leek):
    card = leek.season().cards[0]
    leek.report_all(card, {1, 2, 3, 4, 5})
    home, away = (team.players for team in card.teams)
    leek.report(
        card,
        BoardEntry(6, None, (home[5][0],), (), (1, 0), None, conceded=True),
        BoardEntry(9, None, (home[4][0], home[5][0]), (away[4][0],), (1, 0), None, conceded=True),
    )
    season = leek.season()
    assert season.card(card.fixture.id).legs == (7, 2)
    found = {season.people[line.who[0]]: (line.played, line.won) for line in player_statistics(season)}
    assert home[5][1] not in found
    assert found[home[4][1]] == (1, 1)
    with pytest.raises(MatchCardError, match="Board 8: 2 players a side, not 1"):
        leek.report(card, BoardEntry(8, None, (home[2][0], home[3][0]), (away[2][0],), (1, 0)))


def test_lots_keep_the_players_that_a_captain_has_named(leek):
    card = leek.season().cards[0]
    at = card.fixture.id
    six = card.teams[0].players[5][0]
    leek.report(card, BoardEntry(1, 0, (six,), ()))
    draw_boards(leek.ask, at)
    _, drawn = load_card(leek.db, leek.club, at, leek.today)
    assert drawn.boards[0].lineup.home == (six,)
    for side, boards in product((0, 1), (range(6), range(6, 9))):
        named = [p for n in boards for p in (drawn.boards[n].lineup.home, drawn.boards[n].lineup.away)[side]]
        assert len(set(named)) == 6
    with pytest.raises(MatchCardError, match="Every board has its players already"):
        draw_boards(leek.ask, at)


def test_boards_of_an_ineligible_player_are_conceded(leek):
    before = leek.season().cards[0]
    at, (home, away) = before.fixture.id, (team.players for team in before.teams)
    leek.report_all(before, {1, 2, 3, 4, 5, 7})
    assert leek.card().legs == (6, 3)
    assert rule_ineligible(leek.ask, at, home[0][0], "not registered").answer
    assert not rule_ineligible(leek.ask, at, home[0][0], "not registered").answer, "once is enough"
    season = leek.season()
    card = season.card(at)
    assert [board.number for board in card.boards if board.conceded] == [1, 7]
    assert (card.legs, card.differing, card.boards[0].lineup.home) == ((4, 5), [], (home[0][0],))
    found = {season.people[line.who[0]]: (line.played, line.won) for line in player_statistics(season)}
    assert home[0][1] not in found
    assert away[0][1] not in found
    assert found[home[1][1]] == (1, 1), "whose partner was not eligible"


@pytest.fixture
def ladder(tmp_path):
    secretary = Secretary.of(tmp_path / "club.db", "singles", ("Crown", "Lion"))
    secretary.draw_up(date(2026, 9, 7), twice=False)
    yield secretary
    secretary.db.close()


def score_live(ladder, points):
    """Board 1 is played at its table; home makes these points, leg after leg. The match's id."""
    card = ladder.card()
    ladder.report_all(card, {1})
    at = card.fixture.id
    match = start_board(ladder.ask, at, 1).answer
    for leg, made in enumerate(points, 1):
        for each in made:
            play = Play("key", 0, None, each, None, None, None, 0)
            record_event(ladder.ask, match, play, round=leg, reason=None)
    return match


def test_fifteens_and_whitewashes_of_a_live_board_are_honours_of_the_season(ladder):
    assert season_honours(ladder.db, ladder.club, ladder.season()) == []
    score_live(ladder, [[8] * 7 + [4, 1]] * 2)
    found = season_honours(ladder.db, ladder.club, ladder.season())
    assert any("fifteens" in words for words in found)
    assert any("whitewash" in words for words in found)
    assert season_honours(ladder.db, ladder.club, ladder.season()) == found


def test_points_made_on_a_live_board_give_an_average(ladder):
    score_live(ladder, [[8] * 7 + [4, 1]] * 2)
    averages = {ladder.season().people[t.who[0]]: t.average for t in player_statistics(ladder.season())}
    home, away = ladder.card().names
    assert averages == {f"{home} 1": 61.0, f"{away} 1": 0.0}


def test_a_board_being_played_has_no_honours_yet(ladder):
    score_live(ladder, [[8, 8]])
    assert season_honours(ladder.db, ladder.club, ladder.season()) == []
