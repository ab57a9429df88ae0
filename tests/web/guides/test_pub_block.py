"""The guide to English pub Block: sleepers, games that count one, and a block to the fewest pips."""

import pytest

from tests.web.cast import Pub, record, sit_down
from tests.web.guides.playing import FOUR, Round, before_a_round, page_of, play, refusal

SINGLES = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(("players", "deal"), [(2, (8, 12)), (3, (6, 10)), (4, (6, 4)), (5, (5, 3))])
def test_the_deal_is_on_the_page_and_the_rest_sleeps(crown: Pub, players: int, deal: tuple[int, int]) -> None:
    page = before_a_round(crown, "block", players)
    assert "Take {} each {} stay face down".format(*deal) in page
    assert "The highest double leads; without any double, deal again" in page


@pytest.mark.parametrize(
    ("played", "sides"),
    [
        (Round(1, {}, (0, 1, 0), "Bob chipped out"), "singles"),
        (Round(None, {0: 9, 1: 14, 2: 8}, (0, 0, 1), "Cy wins the block 8 to 9"), "singles"),
        (Round(None, {0: 10, 1: 1, 2: 9, 3: 19}, (1, 0), "Ann & Cy win the block 19 to 20"), "pairs"),
    ],
    ids=["a point for the game", "fewest pips", "a team’s pips together"],
)
def test_what_a_round_is_worth(crown: Pub, played: Round, sides: str) -> None:
    names = FOUR if sides == "pairs" else SINGLES
    play(crown, sit_down(crown, "block", *names, sides=sides), played)


def test_the_lowest_single_hand_decides_where_that_is_agreed(crown: Pub) -> None:
    match = sit_down(crown, "block", *FOUR, sides="pairs", team_block="lowest_hand")
    play(crown, match, Round(None, {0: 10, 1: 1, 2: 9, 3: 19}, (0, 1), "Bob & Di win the block"))


def test_both_partners_out_is_asked_for_and_never_read_from_an_empty_field(crown: Pub) -> None:
    match = sit_down(crown, "block_pairs", *FOUR, sides="pairs")
    assert "both partners are out, who went last?" in page_of(crown, match)
    assert "Ann went last, both are out" in crown.manager.open(crown.at(match, "/rounds/new?out=0")).text
    said = refusal(crown, match, 0, {1: 2, 2: 8, 3: 5})
    assert "Ann is out but Cy still holds tiles: both partners must go out." in said
    assert "Enter what Ann still holds." in refusal(crown, match, 2, {1: 0, 3: 5})
    # Bob is out as well, but his partner is not.
    play(crown, match, Round(2, {0: 0, 1: 0, 3: 5}, (1, 0), "Ann & Cy are out, Cy last"))


def test_two_pairs_to_five_games(crown: Pub) -> None:
    match = sit_down(crown, "block", *FOUR, sides="pairs")
    page = play(
        crown,
        match,
        Round(0, {}, (1, 0), "Ann chipped out"),
        Round(None, {0: 10, 1: 8, 2: 5, 3: 9}, (2, 0), "Ann & Cy win the block 15 to 17"),
        Round(None, {0: 4, 1: 6, 2: 9, 3: 7}, (2, 0), "level on 13: nobody scores"),
        Round(3, {}, (2, 1), "Di chipped out"),
        Round(None, {0: 20, 1: 1, 2: 3, 3: 2}, (2, 2), "Bob & Di win the block 3 to 23"),
        Round(1, {}, (2, 3), "Bob chipped out"),
        Round(2, {}, (3, 3), "Cy chipped out"),
        Round(2, {}, (4, 3), "Cy chipped out"),
        Round(None, {0: 2, 1: 3, 2: 1, 3: 4}, (5, 3), "Ann & Cy win the block 3 to 7"),
    )
    assert "Ann & Cy won 5–3" in page
    assert "to go" not in page


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
