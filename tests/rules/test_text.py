"""Numbers as players say them."""

import pytest

from scorekeeper.rules.text import ordinal


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (13, "13th"),
        (22, "22nd"),
        (112, "112th"),
    ],
)
def test_an_ordinal(number: int, words: str) -> None:
    assert ordinal(number) == words
