"""The guide to Straight dominoes: fives at the open ends, hands rounded to fives, 250 at once."""

import pytest

from tests.web.cast import Pub, sit_down
from tests.web.entering import enter_play, lay
from tests.web.guides.playing import FOUR, Round, before_a_round, page_of, play


@pytest.mark.parametrize(
    ("players", "rest"), [(2, "14 stay to draw from"), (3, "7 stay to draw from"), (4, "All tiles are dealt")]
)
def test_seven_each_the_lead_drawn_by_lot(crown: Pub, players: int, rest: str) -> None:
    page = before_a_round(crown, "fives_250", players)
    assert f"Take 7 each {rest}" in page
    assert "Draw a tile to see who goes first" in page
    assert "the first double is the spinner" in page


def test_ends_of_25_score_25_those_of_23_nothing_and_doubles_count_both_halves(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", "Cy", leader=0)
    for laid, count in (
        ("0 5-5 lead", 10),  # both halves of the double
        ("1 5-0 new", 10),  # the double, open on one side, and the blank
        ("2 6-5 new", 6),
        ("0 6-6 1", 12),
        ("1 5-4 new", 16),
        ("2 5-3 new", 19),
        ("0 4-4 2", 23),  # 0 + 12 + 8 + 3
        ("1 2-0 0", 25),  # 2 + 12 + 8 + 3
    ):
        lay(crown, match, laid)
        scored = f", +{count}" if count % 5 == 0 else ""
        assert f"{count} on the ends{scored}" in page_of(crown, match)
    assert crown.state(match).score.totals == (10, 35, 0)


def test_any_first_tile_is_the_spinner_where_the_table_plays_it_so(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", spinner="any_lead", leader=0)
    assert "the first tile is the spinner, double or not" in page_of(crown, match)
    for ends in ("6 4", "6 4d 1", "5 5d 4 1"):
        shown = {f"end_{n}": end for n, end in enumerate(ends.split())}
        assert enter_play(crown, match, "ends", side=0, **shown).status_code == 303
    assert crown.state(match).score.totals == (10 + 15 + 20, 0)


def test_partners_sit_opposite_each_other_and_lose_together(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", *FOUR, sides="pairs")
    play(crown, match, Round(0, {1: 11, 2: 5, 3: 7}, (20, 0), "11 + 7 = 18, rounded to 20"))


def test_three_players_to_250(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", "Cy")
    page = play(
        crown,
        match,
        Round(0, {1: 7, 2: 7}, (45, 25, 15), "rounded to 15", ((0, 10), (1, 25), (2, 15), (0, 20))),
        Round(None, {0: 4, 1: 12, 2: 11}, (70, 35, 50), "rounded to 25", ((2, 35), (1, 10))),
        Round(1, {0: 21, 2: 10}, (90, 80, 50), "rounded to 30", ((0, 20), (1, 15))),
        Round(0, {1: 33, 2: 19}, (165, 80, 60), "rounded to 50", ((0, 25), (2, 10))),
        Round(None, {0: 6, 1: 6, 2: 9}, (165, 80, 80), "nobody scores", ((2, 20),)),
        Round(0, {1: 18, 2: 30}, (250, 80, 80), "rounded to 50", ((0, 15), (0, 20))),
    )
    assert "Ann won 250–80–80" in page
