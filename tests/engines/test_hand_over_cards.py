"""A match card comes home to a club on PostgreSQL as it does to one in a file."""

from collections.abc import Iterator
from datetime import date

import pytest

from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.services.league import EVENING, Secretary
from tests.services.transfer.test_league_cards import (
    phone,
    test_a_board_takes_no_match_that_could_not_be_started_on_it,
    test_a_board_that_no_page_sends_is_refused_in_words,
    test_a_match_is_the_board_of_one_card_only,
    test_card_comes_home_once_and_is_signed_at_the_club,
    test_card_filled_in_on_both_sides_is_a_conflict,
)

__all__ = [
    "phone",
    "test_a_board_takes_no_match_that_could_not_be_started_on_it",
    "test_a_board_that_no_page_sends_is_refused_in_words",
    "test_a_match_is_the_board_of_one_card_only",
    "test_card_comes_home_once_and_is_signed_at_the_club",
    "test_card_filled_in_on_both_sides_is_a_conflict",
]


@pytest.fixture
def club(url: str) -> Iterator[Secretary]:
    db = open_store(url)
    with writing(db):
        crown = add_club(db, "The Crown", EVENING).id
    squads = {team: "\n".join(f"{team} {n}" for n in range(1, 7)) for team in ("Anchor", "Bell")}
    secretary = Secretary.begin(db, crown, "leek", squads, EVENING)
    secretary.draw_up(date(2026, 9, 7))
    yield secretary
    db.close()
