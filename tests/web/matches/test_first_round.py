"""What a match's page says before its first round and as its rounds go by, by each game's own rules."""

import pytest

from tests.web.cast import Pub, record, sit_down

FOUR = ("Ann", "Bob", "Cy", "Di")


def page_of(pub: Pub, match: str) -> str:
    return pub.manager.open(pub.at(match)).text


@pytest.mark.parametrize(
    ("game", "players", "rules", "words"),
    [
        ("block", 2, {}, "Take 8 each 12 stay face down"),
        ("block", 5, {}, "Take 5 each 3 stay face down"),
        ("block", 2, {}, "The highest double leads; without any double, deal again"),
        ("draw_100", 2, {}, "Take 7 each 14 stay to draw from"),
        ("draw_100", 4, {}, "Take 5 each 8 stay to draw from"),
        ("draw_100", 2, {}, "The highest double leads; without any double, the heaviest tile"),
        ("draw_100", 2, {"must_play": "False"}, "House rules: a drawn tile may be kept."),
        ("draw_100", 2, {"target": 75}, "Draw to 75: "),
        ("draw_quick", 2, {}, "Take 5 each 18 stay to draw from"),
        ("draw_quick", 2, {"set": 18}, "Take 5 each 180 stay to draw from"),
        ("fives_250", 4, {}, "Take 7 each All tiles are dealt"),
        ("fives_250", 2, {}, "Draw a tile to see who goes first"),
        ("fives_250", 2, {"spinner": "any_lead"}, "the first tile is the spinner, double or not"),
    ],
)
def test_the_deal_the_lead_and_the_rules_are_on_the_page(
    crown: Pub, game: str, players: int, rules: dict[str, object], words: str
) -> None:
    assert words in page_of(crown, sit_down(crown, game, *(*FOUR, "Ed")[:players], **rules))


def test_both_partners_out_is_asked_for_and_never_read_from_an_empty_field(crown: Pub) -> None:
    match = sit_down(crown, "block_pairs", *FOUR, sides="pairs")
    assert "both partners are out, who went last?" in page_of(crown, match)
    assert "Ann went last, both are out" in crown.manager.open(crown.at(match, "/rounds/new?out=0")).text
    for out, hands, words in (
        (0, {1: 2, 2: 8, 3: 5}, "Ann is out but Cy still holds tiles: both partners must go out."),
        (2, {1: 0, 3: 5}, "Enter what Ann still holds."),
    ):
        assert record(crown, match, out, hands).status_code == 422
        assert words in crown.manager.page.text
    # Bob is out as well, but his partner is not.
    assert record(crown, match, 2, {0: 0, 1: 0, 3: 5}).status_code == 303
    assert "Ann & Cy are out, Cy last" in page_of(crown, match)


def test_an_allotted_number_of_games_counts_up_and_may_end_level(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", match_games=2)
    page = page_of(crown, match)
    assert "Round 1 of 2" in page
    assert "to go" not in page
    record(crown, match, 0)
    assert "Round 2 of 2" in page_of(crown, match)
    record(crown, match, 1)
    assert "Level, 1–1" in page_of(crown, match)
    table = crown.manager.open(f"{crown.home}table").text
    assert "Name P W D L 1 Ann 1 0 1 0 1 Bob 1 0 1 0" in table
