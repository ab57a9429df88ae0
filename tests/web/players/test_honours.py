"""A player's honours on the player's own page."""

from tests.web.cast import Pub, sit_down, tap
from tests.web.page import Page


def page_of(pub: Pub, match: str, seat: int) -> Page:
    player = pub.state(match).match.seats[seat].player
    return pub.manager.open(f"{pub.home}players/{player}")


def test_fifteens_are_added_up_and_bests_are_kept_game_by_game(crown: Pub) -> None:
    for scores in ((8, 8, 4), (8, 8, 2, 2)):
        match = sit_down(crown, "threes_fives_61", "Ann", "Bob", target=20)
        tap(crown, match, 1, 3)
        for points in scores:
            tap(crown, match, 0, points)
    match = sit_down(crown, "fives_250", "Ann", "Bob", target=40)
    for points in (35, 5):
        tap(crown, match, 0, points)
    ann, bob = page_of(crown, match, 0).text, page_of(crown, match, 1).text
    assert "Fives-and-Threes: fifteens 4" in ann
    assert "Fives-and-Threes: highest play 8" in ann
    assert "Fives-and-Threes: biggest round 20" in ann
    assert "highest play 35" in ann
    assert "whitewashes 1" in ann
    assert "Fives-and-Threes: highest play 3" in bob
    assert "fifteens" not in bob
