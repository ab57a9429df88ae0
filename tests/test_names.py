"""Names: which are allowed, and when two are the same."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.names import MAX_NAME, NameFault, clean_name, name_key, parse_name

ACUTE, ZWJ, VS16, FILLER, RLO = "\u0301", "\u200d", "\ufe0f", "\u3164", "\u202e"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\t\n  Lee", "Ann Lee"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("O'Brien", "O'Brien"),
        ("Jose" + ACUTE, "José"),
        ("عمر", "عمر"),
        ("Ann" + RLO + "eeL", "AnneeL"),
        ("A\x00n\x07n", "Ann"),
        ("Ann\ud800", "Ann"),
        ("\ue000Ann", "Ann"),
        ("A" + ACUTE * 9, "Á" + ACUTE * 2),
        ("A" + (ACUTE * 2 + FILLER) * 5, "Á" + ACUTE * 2),
        (FILLER * 3, ""),
        ("\u200b\u200b", ""),
        (ZWJ + VS16, ""),
        ("", ""),
        ("👩" + ZWJ + "🚀", "👩" + ZWJ + "🚀"),
        ("❤" + VS16, "❤" + VS16),
        ("<script>", "<script>"),
    ],
)
def test_a_name_is_cleaned_before_it_is_stored(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@given(st.text(alphabet=st.characters(exclude_categories=())))
@example("A" + (ACUTE * 2 + FILLER) * 3)
@example("A" + (ACUTE * 2 + ZWJ) * 3)
@example("e\u200c" + ACUTE)
@example("\ud800")
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    cleaned = clean_name(text)
    assert clean_name(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn") for sign in cleaned)
    cleaned.encode()


def test_a_name_has_one_to_thirty_letters() -> None:
    assert parse_name("A") == "A"
    assert parse_name("x" * MAX_NAME) == "x" * 30
    with pytest.raises(NameFault, match="The player’s name has 31 letters; 30 is the most"):
        parse_name("x" * 31, "The player’s name")
    with pytest.raises(NameFault, match="at least one visible letter"):
        parse_name(" \u200b ")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ANN"), ("Ann", "Ａｎｎ"), ("Straße", "STRASSE"), ("ﬁn", "fin"), ("An" + ZWJ + "n", "Ann")],
)
def test_two_spellings_of_one_name(one: str, other: str) -> None:
    assert name_key(clean_name(one)) == name_key(clean_name(other))


def test_two_names() -> None:
    assert name_key("Ann") != name_key("Anne")
