"""A match whose board is on a signed card, or in an archived season, changes no more by whatever door."""

import pytest

from tests.grid import grid
from tests.web.api.teller import Program
from tests.web.captains import enter_card, play_a_leg, sign
from tests.web.cast import Pub, fresh_key, sit_down
from tests.web.league_evening import start_board
from tests.web.secretary import archive


@pytest.fixture
def board(crown: Pub) -> tuple[str, str, str]:
    """A league, and a card that both have signed with the match of its only board, which was scored live."""
    league, card, match = start_board(crown)
    for _ in range(2):
        play_a_leg(crown, match)
    sign(crown.manager, card)
    said = {"standing": crown.events(match)[-1].version, "key": fresh_key()}
    assert crown.manager.post(crown.at(match, "/rounds/undo"), **said).status_code == 303, "one is not enough"
    last = {"side": 0, "points": 1, "round": crown.state(match).score.round_open, "key": fresh_key()}
    assert crown.manager.post(crown.at(match, "/plays/keys"), **last).status_code == 303
    sign(crown.manager, card)  # the first one’s signature is for the card as it is now again
    return league.id, card, match


SIGNED = "Both captains have signed this match’s card."
ARCHIVED = "a season that is in the archive"


def test_no_act_changes_it(crown: Pub, board: tuple[str, str, str]) -> None:
    league, _, match = board
    before = crown.events(match)
    last = before[-1].version
    with grid() as case:
        for words in (SIGNED, ARCHIVED):
            if words == ARCHIVED:
                archive(crown, f"{crown.home}leagues/{league}/")
            for rest, act in (("/rounds/undo", {"standing": last}), ("/call-off", {})):
                with case(rest, words):
                    answer = crown.manager.post(crown.at(match, rest), **act, key=fresh_key())
                    assert (answer.status_code, words in crown.manager.page.text) == (423, True)
            answer = Program(crown, "score").send(f"{match}/undo", {"standing": last})
            with case("a program", words):
                assert (answer.status_code, words in answer.get_json()["detail"]) == (423, True)
    assert crown.events(match) == before
    said = {"side": 0, "points": 1, "key": before[-1].key, "round": before[-1].round}
    resent = crown.manager.post(crown.at(match, "/plays/keys"), **said)
    assert resent.status_code == 303, "its answer was lost, and both captains have signed since"


def test_an_unlocked_card_opens_its_matches_again(crown: Pub, board: tuple[str, str, str]) -> None:
    _, card, match = board
    form = crown.manager.open(card).form_with("reason")
    crown.manager.send(form, reason="the wrong match")
    said = {"standing": crown.events(match)[-1].version, "key": fresh_key()}
    assert crown.manager.post(crown.at(match, "/rounds/undo"), **said).status_code == 303
    assert crown.state(match).running


def test_nobody_on_a_card_becomes_somebody_else(crown: Pub, board: tuple[str, str, str]) -> None:
    """Else a phone with the score link could make signatures void, or seat somebody outside the squad."""
    _, card, match = board
    sit_down(crown, "draw_100", "Zed", "Yan")
    ids = {row["name"]: row["id"] for row in crown.stored()["players"]}
    scorer = crown.phone("score")
    for unlocked in (False, True):
        if unlocked:
            crown.manager.send(crown.manager.open(card).form_with("reason"), reason="the wrong match")
        answer = scorer.post(f"{crown.home}players/{ids['Ann']}/merge", into=ids["Zed"])
        assert (answer.status_code, "which keeps its players" in answer.text) == (409, True)
        assert "Ann" in crown.state(match).sides
    assert scorer.post(f"{crown.home}players/{ids['Zed']}/merge", into=ids["Ann"]).status_code == 303


def test_a_match_of_a_signed_card_is_not_played_any_more(crown: Pub) -> None:
    """It was begun, and the result then written on the card."""
    _, card, match = start_board(crown)
    enter_card(crown.manager, card, b1_legs="2-0")
    for signed in (False, True):
        if signed:
            for _ in range(2):
                sign(crown.manager, card)
        assert (crown.at(match) in crown.manager.open(crown.home).html) != signed
        assert ("Ann" in crown.manager.open(f"{crown.home}tv/state").text) != signed
    assert crown.state(match).running
