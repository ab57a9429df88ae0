"""Whatever is sent to whatever takes it: an answer with a sentence, never a fault of ours."""

import pytest
from flask import Flask

from tests.web.cast import Phone, Pub, fresh_key, open_pub, sit_down
from tests.web.evening import ROUTES, Evening, address, play_an_evening

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
POSTS = [endpoint for endpoint, method in ROUTES if method == "POST" and endpoint != "clubs.leave"]


@pytest.fixture(scope="module")
def evening(app: Flask) -> Evening:
    return play_an_evening(open_pub(app, "The Crown"))


def send(phone: Phone, path: str, typed: dict[str, object]) -> int:
    data = {**typed, "csrf_token": phone.token}
    return phone.client.post(path, data=data, content_type="application/x-www-form-urlencoded").status_code


@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("endpoint", POSTS)
def test_nonsense_is_never_a_fault_of_ours(evening: Evening, endpoint: str, nonsense: str) -> None:
    phone, path = evening.pub.manager, address(evening, endpoint)
    usual = {name: v for name, v in ROUTES[endpoint, "POST"].fields(evening).items() if v is not None}
    assert send(phone, path, dict.fromkeys(FIELDS, nonsense)) < 500
    for name in usual:
        assert send(phone, path, {**usual, name: nonsense}) < 500, name


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/plays/ends", ("side", "end_0", "end_1", "spinner", "down")),
        ("/plays/tiles", ("seat", "tile", "act", "place")),
        ("/plays/count", ("end_0", "end_1", "spinner")),
    ],
)
@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE)
def test_nor_in_the_other_ways_to_tell_a_play(
    crown: Pub, path: str, names: tuple[str, ...], nonsense: str
) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    usual = {"round": 1, "seen": 0, "side": 0, "seat": 0, "tile": "6-6", "end_0": "6d", "place": ""}
    for name in names:
        typed = {"key": fresh_key(), **usual, name: nonsense}
        assert send(crown.manager, crown.at(match, path), typed) < 500, name


@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE)
def test_nor_in_an_address(evening: Evening, nonsense: str) -> None:
    pub, query = evening.pub, dict.fromkeys(("out", "way", "game"), nonsense)
    for path in (f"{pub.home}table", f"{pub.home}matches/new", pub.at(evening.running), pub.home):
        assert pub.manager.ask(path, query_string=query).status_code < 500, path
    assert pub.manager.ask(pub.at(evening.running, "/rounds/new"), query_string=query).status_code < 500


def test_a_method_nobody_offers_is_refused_on_every_route(evening: Evening) -> None:
    for endpoint, _ in ROUTES:
        for method in ("PUT", "PATCH", "DELETE"):
            path = address(evening, endpoint)
            answer = evening.pub.manager.client.open(path, method=method)
            assert answer.status_code == 405, (method, path)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", "[" * 10_000),
        ("application/json", '{"out": NaN}'),
        ("multipart/form-data; boundary=x", "--x\r\nno end"),
        ("text/plain", "out=0"),
        ("", "\x00"),
    ],
)
def test_a_body_of_another_kind_is_refused(crown: Pub, kind: str, body: str) -> None:
    evening = play_an_evening(crown)
    before = crown.facts()
    answer = crown.manager.client.post(crown.at(evening.running, "/rounds"), data=body, content_type=kind)
    assert answer.status_code == 400
    assert crown.facts() == before
