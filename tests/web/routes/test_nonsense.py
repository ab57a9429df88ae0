"""Nonsense sent to every route: an answer with a sentence, no internal error, nothing stored."""

import os
from collections.abc import Callable

import pytest
from flask import Flask

from tests.grid import grid
from tests.web.cast import Phone, Pub, fresh_key, open_pub
from tests.web.evening import ROUTES, Evening, address, play_an_evening
from tests.web.routes.watched import Look, facts_of, watched

NONSENSE = {
    "nothing": "",
    "a NUL and words": "\x00words",
    "other digits": "٣",
    "a huge number": "9" * 400,
    "less than nothing": "-1",
    "a tile of no set": "99-99",
    "bytes that are no text": b"\xff\xfe\xfd",
    "a long word": "x" * 20_000,
}
FIELDS = (
    "key", "round", "seen", "side", "seat", "points", "last_tile", "down", "tile", "place", "act", "way",
    "reason", "out", "pips_0", "pips_1", "tiles_0", "tiles_1", "ends", "boneyard", "led", "lead_tile",
    "last", "root", "standing", "back_to", "name", "anyone", "seat_0", "seat_1", "sides", "leader",
    "target", "legs", "match_games", "deal", "set", "draw", "tie", "finish", "scoring", "exact", "penalty",
    "spinner", "end_0", "end_1", "end_2", "end_3",
)  # fmt: skip
# Each field gets every STEPth kind of nonsense, different ones in each field; all fields of a form together
# get every fourth kind, different ones at each address. 1 means all of them, as in ``make test-long``.
STEP = int(os.environ.get("SCOREKEEPER_EVERY", "8"))
# The API reads nothing without a token; tests/web/api/test_fuzz.py sends it nonsense.
POSTS = [
    endpoint
    for endpoint, method in ROUTES
    if method == "POST" and endpoint != "clubs.leave" and not endpoint.startswith("api_")
]


# Values that nobody can have meant: wherever they are sent, none may be stored.
UNSTORABLE = ("\x00", "9" * 40, "x" * 300)


@pytest.fixture(scope="module")
def evening(app: Flask) -> Evening:
    return play_an_evening(open_pub(app, "The Crown"))


def send(phone: Phone, path: str, typed: dict[str, object]) -> int:
    return phone.client.post(path, data=typed, content_type="application/x-www-form-urlencoded").status_code


def assert_harmless(pub: Pub, look: Look, path: str, typed: dict[str, object]) -> None:
    """A refusal stores nothing, an accepted form stores no nonsense, and there is no internal error."""
    before = look()
    status = send(pub.manager, path, typed)
    stored = look() != before
    assert status < 500
    assert status < 400 or not stored, f"{status}, and stored"
    if stored:
        rows = repr(pub.stored())
        assert not any(nonsense in rows for nonsense in UNSTORABLE), "nonsense is stored"


def kinds_for(number: int, step: int = STEP) -> list[tuple[str, object]]:
    """The kinds of nonsense for the field or address of this number: every ``step``th."""
    return [
        (words, what) for kind, (words, what) in enumerate(NONSENSE.items()) if (kind + number) % step == 0
    ]


def test_nonsense_is_refused_or_does_no_harm(another_evening: Callable[[], tuple[Evening, Pub]]) -> None:
    as_it_was = None
    with grid() as case:
        for place, endpoint in enumerate(POSTS):
            evening, _ = as_it_was or another_evening()
            path, pub = address(evening, endpoint), evening.pub
            with watched(pub, facts_of(pub)) as look:
                before = look()
                fields = ROUTES[endpoint, "POST"].fields(evening).items()
                usual = {name: value for name, value in fields if value is not None}
                for words, nonsense in kinds_for(place, min(STEP, 4)):
                    with case(endpoint, "every field", words):
                        assert_harmless(pub, look, path, dict.fromkeys(FIELDS, nonsense))
                for number, name in enumerate(usual):
                    for words, nonsense in kinds_for(number):
                        fresh = {"key": fresh_key()} if "key" in usual else {}
                        with case(endpoint, name, words):
                            assert_harmless(pub, look, path, {**usual, **fresh, name: nonsense})
                as_it_was = (evening, _) if look() == before else None


def test_nonsense_in_an_address(evening: Evening) -> None:
    pub = evening.pub
    paths = [f"{pub.home}table", f"{pub.home}matches/new", pub.home]
    paths += [pub.at(evening.running), pub.at(evening.running, "/rounds/new")]
    before = pub.facts()
    with grid() as case:
        for words, nonsense in NONSENSE.items():
            for path in paths:
                with case(path, words):
                    query = dict.fromkeys(("out", "way", "game"), nonsense)
                    assert pub.manager.ask(path, query_string=query).status_code < 500
    assert pub.facts() == before


def test_a_method_nobody_offers_is_refused_on_every_route(evening: Evening) -> None:
    for number, endpoint in enumerate(sorted({endpoint for endpoint, _ in ROUTES})):
        path, method = address(evening, endpoint), ("PUT", "PATCH", "DELETE")[number % 3]
        answer = evening.pub.manager.client.open(path, method=method)
        assert answer.status_code == 405, (method, path)


BODIES = (
    ("application/json", "[" * 10_000),
    ("application/json", '{"out": NaN}'),
    ("multipart/form-data; boundary=x", "--x\r\nno end"),
    ("text/plain", "out=0"),
    ("", "\x00"),
)


def test_a_body_of_another_kind_is_refused(evening: Evening) -> None:
    pub = evening.pub
    before = pub.facts()
    for kind, body in BODIES:
        answer = pub.manager.client.post(pub.at(evening.running, "/rounds"), data=body, content_type=kind)
        assert answer.status_code == 422, kind
    assert pub.facts() == before
