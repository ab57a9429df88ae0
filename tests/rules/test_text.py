"""Numbers as players say them."""

from scorekeeper.rules.text import ordinal


def test_an_ordinal() -> None:
    said = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "112th", "113th"]
    assert [ordinal(int(words[:-2])) for words in said] == said
