"""The fives game by one guide's rules: the first tile is the spinner, whatever it is.

“The first player can play any tile ... This domino is called the spinner and may have other dominoes played
to all four of its sides.”
"""

import pytest

from scorekeeper.rules.games.describe import card_sentence
from scorekeeper.rules.rounds.in_progress import spinner_possible
from scorekeeper.rules.tiles.layout import LEAD_IS_NO_DOUBLE
from scorekeeper.rules.tiles.open_ends import largest_count, play_values
from tests.rules.scored import FIVES, apply, last, refused, table

ANY_LEAD = FIVES.but(spinner="any_lead")


def test_the_card_says_so() -> None:
    assert "the first tile is the spinner, double or not" in card_sentence(ANY_LEAD)


def test_a_double_that_leads_is_the_spinner_tile_by_tile() -> None:
    known = apply(table(ANY_LEAD), "Ann 5-5 lead", "Bob 6-5 new", "Ann 5-0 new", "Bob 6-6 0")
    assert known.layout is not None
    assert known.layout.spinner == 5
    assert [scored.points for scored in known.scored] == [10, 0, 0, 0]


def test_a_lead_that_is_no_double_is_refused_tile_by_tile() -> None:
    assert refused(table(ANY_LEAD), "Ann 6-4 lead") == ("no_layout", LEAD_IS_NO_DOUBLE)


@pytest.mark.parametrize(
    ("ends", "points"), [("6 4", 10), ("6 4d 1", 15), ("5 5d 4 1", 20), ("5d", 10), ("6d 5d 4d 0", 30)]
)
def test_its_ends_count_by_what_they_show(ends: str, points: int) -> None:
    assert last(apply(table(ANY_LEAD), f"Ann ends {ends}")).points == points


def test_more_than_four_ends_are_refused() -> None:
    assert refused(table(ANY_LEAD), "Ann ends 6 4 1 0 2")[0] == "too_many_ends"
    assert refused(table(FIVES), "Ann ends 6 4 1")[0] == "too_many_ends"


def test_after_its_ends_were_shown_tiles_are_refused_with_the_reason() -> None:
    known = apply(table(ANY_LEAD), "Ann ends 6 4")
    assert known.layout is None
    assert refused(known, "Bob 6-1 L") == ("no_layout", LEAD_IS_NO_DOUBLE)
    shown = apply(table(ANY_LEAD), "Ann ends 5d")
    assert shown.layout is not None
    assert shown.layout.spinner == 5


def test_points_and_counts_are_those_of_four_free_ends() -> None:
    assert largest_count(ANY_LEAD) == 36
    assert play_values(ANY_LEAD) == (5, 10, 15, 20, 25, 30, 35)
    assert spinner_possible(table(ANY_LEAD))
    assert last(apply(table(ANY_LEAD), "Ann +35")).points == 35
