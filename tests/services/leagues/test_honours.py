"""Honours of the boards that were scored live, on the season's pages."""

from datetime import date

import pytest

from scorekeeper.services.cards.board_commands import start_board
from scorekeeper.services.matches.recording import record_event
from scorekeeper.services.statistics import player_statistics, season_honours
from scorekeeper.store.matches.match_events import Play
from tests.services.league import Secretary


@pytest.fixture
def ladder(tmp_path):
    secretary = Secretary.of(tmp_path / "club.db", "singles", ("Crown", "Lion"))
    secretary.draw_up(date(2026, 9, 7), twice=False)
    yield secretary
    secretary.db.close()


def score_live(ladder, points):
    """Board 1 is played at its table; home makes these points, leg after leg. The match's id."""
    fixture_card = ladder.fixture_card()
    ladder.report_all(fixture_card, {1})
    at = fixture_card.fixture.id
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
    home, away = ladder.fixture_card().names
    assert averages == {f"{home} 1": 61.0, f"{away} 1": 0.0}


def test_a_board_being_played_has_no_honours_yet(ladder):
    score_live(ladder, [[8, 8]])
    assert season_honours(ladder.db, ladder.club, ladder.season()) == []
