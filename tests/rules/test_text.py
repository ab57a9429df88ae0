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
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (22, "22nd"),
        (112, "112th"),
        (113, "113th"),
    ],
)
def test_an_ordinal(number: int, words: str) -> None:
    assert ordinal(number) == words
