"""Matches come home to a club on PostgreSQL as they do to one in a file."""

import pytest

from tests.services.transfer.test_hand_over import (
    test_a_hand_of_nobody_is_refused_in_words,
    test_match_begun_at_the_club_comes_home_once,
    test_new_match_of_the_phone_and_its_rematch,
)
from tests.services.transfer.test_sync import test_is_this_your_cy

__all__ = [
    "test_a_hand_of_nobody_is_refused_in_words",
    "test_is_this_your_cy",
    "test_match_begun_at_the_club_comes_home_once",
    "test_new_match_of_the_phone_and_its_rematch",
]


@pytest.fixture
def place(url: str) -> str:
    """Only there."""
    return url
