"""League boards count on a player's page and in ratings, each exactly once."""

import pytest

from tests.web.captains import enter_card, play_a_leg, select
from tests.web.cast import Pub, record, sit_down
from tests.web.page import Page
from tests.web.secretary import draw_up, enter, league


@pytest.fixture
def card(crown: Pub) -> str:
    """A fixture of two teams with one board for singles and one for pairs, each a single leg to 61."""
    at = league(crown, "leek", name="Winter", season="2026–27", kind_0_count=1, kind_1_count=1)
    for team in ("Crown", "Lion"):
        enter(crown, at, team, f"{team} 1, {team} 2")
    draw_up(crown, at, first="2026-09-07", twice="no")
    return crown.manager.open(f"{at}fixtures/").link_saying(" v ")


def seated(crown: Pub, card: str) -> dict[str, object]:
    """The first of each team at the singles board, both at the doubles."""
    page = crown.manager.open(card)
    said: dict[str, object] = {}
    for team, side in zip(page.html.split("<title>")[1].split()[:3:2], ("home", "away"), strict=True):
        players = {words: value for value, words in select(page, f"Board 1, {team}")}
        said[f"b1_{side}_0"] = said[f"b2_{side}_0"] = players[f"{team} 1"]
        said[f"b2_{side}_1"] = players[f"{team} 2"]
    return said


def player_page(crown: Pub, name: str) -> Page:
    return crown.manager.open(crown.manager.open(f"{crown.home}players").link_saying(name))


def test_boards_that_were_entered_count_beside_matches(crown: Pub, card: str) -> None:
    match = sit_down(crown, "draw_100", "Crown 1", "Zoe", target=10)
    record(crown, match, 1, {0: 10})
    home = crown.manager.open(card).html.split("<title>")[1].split()[0]
    other = "Lion" if home == "Crown" else "Crown"
    enter_card(crown.manager, card, **seated(crown, card), b1_legs="1-0", b2_legs="0-1")
    page = player_page(crown, f"{home} 1")
    played = 3 if home == "Crown" else 2
    assert f"Played {played} Won 1 Drawn 0 Lost {played - 1}" in page.text
    boards = page.text.split("League boards ")[1]
    pair = boards.removeprefix("Lost against ").split(f" {home} v ")[0].split(f" {other} v ")[0]
    assert set(pair.split(" & ")) == {f"{other} 1", f"{other} 2"}, boards
    assert f"Won against {other} 1 " in page.text
    assert page.link_saying("Won against") == card
    assert page.link_saying("All in Winter 2026–27")
    assert f"{pair} 0 – 1" in page.text
    assert "Delete player" not in page.text
    assert "Rating" in page.text
    ratings = crown.manager.open(f"{crown.home}table?ratings=shown").text
    assert "Crown 1" in ratings


def test_a_pairs_page_counts_the_boards_that_both_played_together(crown: Pub, card: str) -> None:
    match = sit_down(crown, "block", "Crown 1", "Yan", "Crown 2", "Zoe", sides="pairs", target=1)
    record(crown, match, 1)
    pair = crown.manager.open(crown.manager.open(f"{crown.home}table").link_saying("Crown 1 & Crown 2")).path
    alone = crown.manager.open(pair).text
    assert ("Played 1" in alone, "League boards" in alone) == (True, False)
    home = crown.manager.open(card).html.split("<title>")[1].split()[0]
    result = "1-0" if home == "Crown" else "0-1"
    enter_card(crown.manager, card, **seated(crown, card), b1_legs="1-0", b2_legs=result)
    page = crown.manager.open(pair)
    boards = page.text.split("League boards ")[1]
    assert boards.startswith("Won against Lion "), boards
    assert "Played 2" in page.text, "not the singles board of one of them"
    assert "Crown 1" in crown.manager.open(page.link_saying("All in Winter 2026–27")).text


def test_a_conceded_board_and_one_without_players_count_for_nobody(crown: Pub, card: str) -> None:
    said = seated(crown, card)
    enter_card(crown.manager, card, b1_home_0=said["b1_home_0"], b1_legs="1-0c", b2_legs="0-1")
    name = crown.manager.open(card).html.split("<title>")[1].split()[0]
    assert "Played 0" in player_page(crown, f"{name} 1").text


def test_a_board_scored_at_its_table_counts_once(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **seated(crown, card), start="1")
    match = crown.manager.page.path.rsplit("/", 1)[1]
    play_a_leg(crown, match)
    name = crown.state(match).match.seats[0].name
    page = player_page(crown, name)
    assert "Played 1 Won 1" in page.text
    assert "League boards" not in page.text
    enter_card(crown.manager, card, b1_legs="1-0", b2_legs="0-1")
    assert "Played 2 Won 1 Drawn 0 Lost 1" in player_page(crown, name).text
