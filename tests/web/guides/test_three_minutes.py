"""The guide “How to play”, a Draw game of three minutes: a target of a hundred, a pile that may be empty."""

from tests.web.cast import Pub, sit_down
from tests.web.guides.playing import FOUR, Round, before_a_round, play, refusal


def test_the_deal_is_on_the_page(crown: Pub) -> None:
    deals = {
        2: "Take 5 each 18 stay to draw from",
        3: "Take 7 each 7 stay to draw from",
        4: "Take 7 each All",
    }
    for players, deal in deals.items():
        page = before_a_round(crown, "draw_quick", players)
        assert deal in page
        assert "to 7 tiles each" not in page  # but what these players take
        assert "The highest double leads; without any double, deal again" in page
    for highest, rest in ((9, 45), (12, 81), (15, 126), (18, 180)):
        assert f"Take 5 each {rest} stay" in before_a_round(crown, "draw_quick", 2, set=highest)


def test_two_players_to_a_hundred_with_both_of_its_examples(crown: Pub) -> None:
    match = sit_down(crown, "draw_quick", "Ann", "Bob")
    page = play(
        crown,
        match,
        Round(0, {}, (10, 0), "7 + 1 + 2 = 10", tiles={1: "5-2 1-0 1-1"}),
        Round(None, {0: 30, 1: 5}, (10, 25), "30 − 5 = 25"),
        Round(1, {0: 44}, (10, 69), "+44"),
        Round(0, {1: 38}, (48, 69), "+38"),
        Round(None, {0: 12, 1: 12}, (48, 69), "level on 12: nobody scores"),
        Round(1, {0: 31}, (48, 100), "+31"),
    )
    assert "Bob won 100–48" in page


def test_with_four_the_pile_is_empty_so_an_impossible_block_is_refused(crown: Pub) -> None:
    match = sit_down(crown, "draw_quick", *FOUR)
    assert "cannot" in refusal(crown, match, "blocked", {0: 18, 1: 11, 2: 5, 3: 29})
    play(crown, match, Round(None, {0: 18, 1: 10, 2: 5, 3: 29}, (0, 0, 52, 0), "(18 + 10 + 29) − 5 = 52"))
