"""Any text in any text field: a value that reads back the same, or a sentence."""

import os
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.names import MAX_NAME, NameFault, clean_name, name_key, parse_name
from scorekeeper.services.match_rounds import parse_shown
from scorekeeper.web.forms import NameField, ReasonField, TilesField, WholeNumberField
from tests.web.cast import Pub, open_pub, sit_down

LONG = "SCOREKEEPER_EVERY" in os.environ
# Text of every kind, lone surrogates too, and text that is almost a number, a tile or an end.
WORDS = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=60),
    st.text(st.sampled_from("0123456789-–−d*, x٣ab\x00\n_"), max_size=12),
)
WIRE = st.one_of(st.binary(max_size=40), WORDS.map(lambda text: text.encode(errors="replace")))
often = settings(max_examples=1000 if LONG else 100)
seldom = settings(
    max_examples=200 if LONG else 15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


class Everything(Form):
    name = NameField("Name")
    number = WholeNumberField("Number", most=99)
    tiles = TilesField("Tiles")
    reason = ReasonField("Reason")


@often
@given(WORDS)
def test_a_name_is_kept_whole_or_refused(text: str) -> None:
    try:
        name = parse_name(text)
    except NameFault:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert clean_name(name) == name
    assert name.encode().decode() == name, "a lone surrogate would break the store"
    assert name.isprintable() or "\u200d" in name or "\ufe0f" in name
    assert name_key(name_key(name)) == name_key(name)


@often
@given(WORDS)
def test_every_field_accepts_it_or_says_why(text: str) -> None:
    form = Everything(MultiDict(dict.fromkeys(("name", "number", "tiles", "reason"), text)))
    form.validate()
    for field in form:
        assert all(isinstance(sentence, str) and sentence for sentence in field.errors)
    number: Any = form.number.data
    assert number is None or (0 <= number <= 99 and text.strip().isascii() and text.strip().isdigit())
    if not form.tiles.errors and form.tiles.data:
        assert " ".join(map(str, form.tiles.data)) == form.tiles._value()
    assert not form.reason.data or form.reason.data.encode()


@often
@given(st.lists(st.tuples(st.integers(0, 99), st.booleans()), max_size=4), st.none() | st.integers(0, 18))
def test_shown_ends_read_back_the_same(ends: list[tuple[int, bool]], spinner: int | None) -> None:
    words = [f"{value}{'d' * double}" for value, double in ends] + (
        [] if spinner is None else [f"*{spinner}"]
    )
    read, known = parse_shown(" ".join(words))
    assert [(end.number, end.double) for end in read] == ends
    assert (known.number if known else None) == spinner


@pytest.fixture(scope="module")
def crown(app: Flask) -> Pub:
    return open_pub(app, "The Crown")


@pytest.fixture(scope="module")
def fives(crown: Pub) -> str:
    return sit_down(crown, "fives_250", "Ann", "Bob")


@pytest.mark.parametrize("path", ["/rounds", "/plays/keys", "/plays/ends", "/plays/tiles"])
def test_no_form_raises(crown: Pub, fives: str, path: str) -> None:
    fields = ("round", "seen", "key", "side", "points", "end_0", "end_1", "spinner", "seat", "tile", "place")
    rest = ("out", "pips_0", "pips_1", "tiles_0", "tiles_1", "ends", "boneyard", "led", "lead_tile", "reason")
    usual = {"round": "1", "seen": "0", "key": "once", "side": "0", "seat": "0", "out": "0", "pips_1": "7"}

    @seldom
    @given(st.dictionaries(st.sampled_from((*fields, *rest)), WIRE, min_size=1, max_size=4))
    def say(said: dict[str, bytes]) -> None:
        data = {**usual, **said}
        answer = crown.manager.client.post(
            crown.at(fives, path), data=data, content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code in (200, 303, 400, 409, 422), said

    say()
