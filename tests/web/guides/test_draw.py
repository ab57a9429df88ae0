"""The guide to Draw: 7, 5 or 5 tiles, the heaviest leads where there is no double, four house rules."""

import pytest

from tests.web.cast import Pub, sit_down
from tests.web.guides.playing import Round, before_a_round, page_of, play


@pytest.mark.parametrize(("players", "deal"), [(2, (7, 14)), (3, (5, 13)), (4, (5, 8))])
def test_the_deal_and_the_lead_are_on_the_page(crown: Pub, players: int, deal: tuple[int, int]) -> None:
    page = before_a_round(crown, "draw_100", players)
    assert "Take {} each {} stay to draw from".format(*deal) in page
    assert "The highest double leads; without any double, the heaviest tile" in page


RULES: tuple[tuple[str, object, str], ...] = (
    ("spinner", "first_double", "the first double is a spinner"),
    ("must_play", "False", "a drawn tile may be kept"),
    ("boneyard_reserve", 2, "the last two stay"),
    ("voluntary_draw", "True", "drawing is allowed though a tile fits"),
)


def test_targets_and_house_rules_are_choices_that_the_match_says(crown: Pub) -> None:
    for rule, value, said in RULES:
        assert f"House rules: {said}." in before_a_round(crown, "draw_100", 2, **{rule: value})
    for game, agreed, to in (("draw_100", {}, 100), ("draw_150", {}, 150), ("draw_100", {"target": 75}, 75)):
        assert f"Draw to {to}: " in before_a_round(crown, game, 2, **agreed)


def test_three_players_to_a_hundred_with_its_worked_block(crown: Pub) -> None:
    phone = crown.manager
    phone.send(phone.open(f"{crown.home}settings").form_with("word"), word="Domino!")
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    play(crown, match, Round(None, {0: 18, 1: 12, 2: 5}, (0, 0, 25), "(18 + 12) − 5 = 25"))
    assert "Cy goes first" in page_of(crown, match)
    play(crown, match, Round(0, {1: 14, 2: 21}, (35, 0, 25), "Ann called Domino"))
    assert "Ann goes first" in page_of(crown, match)
    play(crown, match, Round(1, {0: 9, 2: 17}, (35, 26, 25), "9 + 17 = 26"))
    play(crown, match, Round(None, {0: 7, 1: 7, 2: 20}, (35, 26, 25), "level on 7"))
    assert "Bob goes first" in page_of(crown, match)  # level: who led leads again
    page = play(
        crown,
        match,
        Round(2, {0: 30, 1: 28}, (35, 26, 83), "30 + 28 = 58"),
        Round(None, {0: 11, 1: 10, 2: 4}, (35, 26, 100), "(11 + 10) − 4 = 17"),
    )
    assert "Cy won 100–35–26" in page
