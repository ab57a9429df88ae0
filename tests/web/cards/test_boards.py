"""Boards of a match card: drawn by lot, and scored live at their tables."""

import re

from tests.web.captains import ALL, enter_card, play_a_leg, sign
from tests.web.cast import Pub, fresh_key
from tests.web.league_evening import begin_a_league, seats_of
from tests.web.page import Page


def test_lots_are_drawn_for_the_boards(crown: Pub, card: str) -> None:
    page = crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    form = page.form_with("b1_was")
    seated = [form.value(f"b{n}_home_{seat}") for n in (1, 2, 3) for seat in (0, 1)]
    assert len(set(seated)) == 6
    assert "" not in seated
    page = enter_card(crown.manager, card, **ALL)
    assert "Draw a tile" not in page.text


def test_a_board_whose_players_are_named_folds_them_and_says_who_meets_whom(crown: Pub, card: str) -> None:
    """They stand open again where something is wrong, and the card says when it was saved."""

    def first_board(page: Page) -> tuple[str, str]:
        board = page.html.split('id="b1"')[1].split("</fieldset>")[0]
        open_there, _, folded = board.partition("<details")
        return open_there, folded

    before = crown.manager.open(card)
    assert first_board(before)[0].count("<select") == 4
    assert "Saved at" not in before.text
    page = crown.manager.send(before.form_with("draw"), draw="yes")
    open_there, folded = first_board(page)
    assert (open_there.count("<select"), folded.count("<select")) == (0, 4)
    assert re.search(r"(Crown|Lion) \d &amp; \1 \d v ", open_there)
    assert re.search(r"Saved at \d\d:\d\d Save the card", page.text)
    page = enter_card(
        crown.manager, card, b1_legs="2-1", b1_home_0=page.form_with("b1_was").value("b1_home_1")
    )
    assert first_board(page)[0].count("<select") == 4


def test_a_single_board_asks_who_won_by_name(crown: Pub) -> None:
    page = crown.manager.open(f"{crown.home}fixtures/{begin_a_league(crown, ('Zoe', 'Yan')).fixture}/")
    results = page.html.split('id="b1"')[1].split("<details")[0]
    assert ("Zoe" in results, "Yan" in results, "Who won?" in page.text) == (True, True, False)


def test_a_board_is_scored_live_at_its_table(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    page = enter_card(crown.manager, card, b1_home_0="", b1_away_0="", start=1)
    assert "Board 1: say first who plays on it" in page.text
    home = seats_of(crown, card)["b1_home_0"]
    page = enter_card(crown.manager, card, **seats_of(crown, card), start=1)
    match = page.path.rsplit("/", 1)[1]
    assert crown.manager.open(page.link_saying("Board 1 of the match card")).path == card
    assert "Being played: 0–0" in crown.manager.page.text
    for _ in range(2):
        play_a_leg(crown, match)
    over = crown.manager.open(crown.at(match))
    assert over.link_saying("Back to the match card") == card
    assert "Rematch" not in over.text
    page = crown.manager.open(card)
    assert "Waits for" in page.text
    assert "2–0" in page.text
    page = enter_card(crown.manager, card, b1_legs="0-2")
    assert "The match at the table says: 2–0" in page.text
    assert "The captains disagree" in page.text
    page = crown.manager.send(page.form_saying("Give their boards away"), reason="banned", player=home)
    assert "The captains disagree" not in page.text, "the board is given, whatever was played"
    assert page.form_with("b1_was").value("b1_home_0") == home
    for _ in range(2):
        page = sign(crown.manager, card)
    assert re.search(r"Ann v Bob|Bob v Ann", page.text)
    assert re.search(r"conceded by \w+ · the match 0–2", page.text), page.text
    assert "could not play · “banned”" in page.text
    assert "2–0" in crown.manager.open(crown.at(match)).text, "what was played stays as it was"


def test_a_board_is_started_once_unless_its_match_was_called_off(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    form = crown.manager.open(card).form_with("b1_was")
    seated = {**seats_of(crown, card), "start": 1}
    first = crown.manager.send(form, **seated).path
    assert crown.manager.send(form, **seated).path == first
    assert enter_card(crown.manager, card, start=1).path == first
    assert enter_card(crown.manager, card, start=7).status == 404
    assert "Keep score here on board 1" not in crown.manager.open(card).text
    assert crown.manager.post(f"{first}/call-off", key=fresh_key()).status_code == 303
    assert "Keep score here on board 1" in crown.manager.open(card).text
    second = enter_card(crown.manager, card, start=1).path
    assert "/matches/" in second
    assert second != first


def test_a_board_is_started_by_its_plain_number_only(crown: Pub) -> None:
    card = f"{crown.home}fixtures/{begin_a_league(crown).fixture}/"
    for start in ("²", "9" * 5000, "2"):
        page = enter_card(crown.manager, card, **seats_of(crown, card), start=start)
        assert page.status < 500, start
        assert "matches" not in page.path
