"""Two phones that tap in the same instant, through a real server with two processes."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import open_store
from scorekeeper.store.matches.matches import matches
from tests.at_once import at_once
from tests.databases import make_database
from tests.durability.phones import Phone, Table
from tests.services.test_gate import ACTS
from tests.serving import ServerProcess


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(make_database(tmp_path / "scorekeeper.db"), "--workers", "2").start()
    yield running
    running.stop()


@pytest.fixture
def table(server: ServerProcess) -> tuple[Table, Phone, Phone]:
    """A match of Straight, and the two players' phones."""
    ann, bob = Phone(server), Phone(server)
    club = ann.open_club()
    page = ann.ask(f"{club}settings").page.html
    for link in re.findall(rf"{club}join/[\w-]+", page):
        bob.ask(link)
    bob.ask(f"{club}settings")
    form = ann.ask(f"{club}matches/new?game=fives_250").page.form_with("seat_0")
    answer = ann.send(form, seat_0="Ann", seat_1="Bob")
    assert answer.status == 303, answer.page.text
    return Table(server, club.split("/")[2], answer.location.rsplit("/", 1)[1]), ann, bob


def post(phone: Phone, table: Table, rest: str, /, **said: object) -> Callable[[], int]:
    """This act, to be done later; then its status."""
    return lambda: phone.ask(table.path + rest, [*said.items()]).status


def test_each_taps_the_own_points_and_nobody_is_stopped(table: tuple[Table, Phone, Phone]) -> None:
    at, ann, bob = table
    for number in range(5):
        said = {"round": 1, "seen": 2 * number, "points": 5}
        taps = [
            post(phone, at, "/plays/keys", key=f"{side}-{number}", side=side, **said)
            for side, phone in enumerate((ann, bob))
        ]
        assert at_once(*taps) == [303, 303]
    assert at.state().score.totals == (25, 25)


def test_the_same_points_of_one_side_are_asked_about(table: tuple[Table, Phone, Phone]) -> None:
    at, ann, bob = table
    said = {"round": 1, "seen": 0, "points": 10, "side": 0}
    taps = [post(phone, at, "/plays/keys", key=f"key-{n}", **said) for n, phone in enumerate((ann, bob))]
    assert sorted(at_once(*taps)) == [303, 409]
    assert at.state().score.totals == (10, 0)


# Every act on a match as its page sends it, in an order in which each can be done; how many entries it adds.
ACTS_IN_TURN: dict[str, tuple[str, dict[str, object], int]] = {
    "starting.change_setup": ("/change", {"seat_1": "Cy"}, 0),
    "starting.undo_setup": ("/change/undo", {"setup": 1}, 0),
    "recording.record_event": ("/plays/keys", {"side": 0, "points": 5, "round": 1}, 1),
    "recording.correct": ("/plays/1", {"side": 0, "points": 10, "round": 1}, 1),
    "recording.add_play": ("/plays/round/1", {"side": 1, "points": 5, "round": 1}, 1),
    "recording.report_hand": ("/hands/own", {"seat": 1, "pips": 12, "round": 1}, 0),
    "recording.record_round": ("/rounds", {"out": 0, "pips_1": 12, "round": 1}, 1),
    "recording.correct_end": ("/rounds/4", {"out": 0, "pips_1": 31, "round": 1}, 1),
    "recording.undo": ("/rounds/undo", {}, 1),
    "recording.redo": ("/rounds/redo", {}, 1),
    "recording.delete_round": ("/rounds/1/strike", {}, 3),
    "starting.rematch": ("/rematch", {}, 0),
    "recording.abandon": ("/call-off", {}, 1),
}


def test_every_act_on_a_match_by_a_double_tap_beside_another_phone(table: tuple[Table, Phone, Phone]) -> None:
    at, ann, bob = table
    assert {name for name, act in ACTS.items() if act.on.name == "match"} == ACTS_IN_TURN.keys()
    setup = dict(ann.ask(f"{at.path}/change").page.form_with("seat_0").filled())
    for name, (rest, said, entries) in ACTS_IN_TURN.items():
        version = len(at.state().events)
        whole = {**(setup if rest == "/change" else {}), **said, "seen": version, "standing": version}
        taps = [
            post(phone, at, rest, **{**whole, "key": f"{phone is ann} {name}"}) for phone in (ann, ann, bob)
        ]
        first, second, other = at_once(*taps)
        assert first == second, name
        assert {first, other} <= {303, 409}, name
        assert 303 in (first, other), name
        assert len(at.state().events) == version + entries, name
    with closing(open_store(at.server.database)) as db:
        assert len(matches(db, at.club)) == 2, "two rematches were begun"
