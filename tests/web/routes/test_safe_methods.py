"""Looking changes nothing, and what is kept for one reaches nobody else."""

import re
from collections.abc import Callable, Iterator

import pytest
import time_machine

from scorekeeper.web.http import page_cache
from tests.grid import grid
from tests.web.cast import Phone, Pub, open_pub
from tests.web.conftest import app_over
from tests.web.evening import ROUTES, Evening, address, outsider, play_an_evening
from tests.web.routes.watched import Look, facts_of, rows, watched

PIN = "204060"


def test_safe_methods_change_nothing(evening: Evening, look: Look) -> None:
    client, before = evening.pub.phone("manage").client, look()
    with grid() as case:
        for endpoint in sorted({endpoint for endpoint, _ in ROUTES}):
            for method in ("HEAD", "OPTIONS"):
                with case(method, endpoint):
                    answer = client.open(address(evening, endpoint), method=method, buffered=True)
                    assert answer.status_code < 500
                    assert look() == before
                    assert method == "OPTIONS" or answer.data == b""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A club with a PIN and something of every kind to change."""
    pub = open_pub(app_over(tmp_path_factory.mktemp("safe")), "The Crown")
    evening = play_an_evening(pub)
    assert pub.manager.post(f"{pub.home}pin/settings", act="set", pin=PIN).status_code == 303
    return evening


@pytest.fixture(scope="module")
def look(evening: Evening) -> Iterator[Look]:
    """Everything that is stored."""
    with watched(evening.pub, rows) as look:
        yield look


NO_PIN: tuple[dict[str, str], ...] = ({}, {"act": "nonsense"}, {"act": ""}, {"act": "SET", "pin": PIN})


def test_an_unknown_act_changes_no_pin(evening: Evening, look: Look) -> None:
    before = look()
    for fields in NO_PIN:
        assert evening.pub.manager.post(f"{evening.pub.home}pin/settings", **fields).status_code == 400
        assert look() == before


def test_a_switch_is_switched_by_its_two_values_only(evening: Evening, look: Look) -> None:
    before = look()
    for path, name in (("watching", "anyone"), (f"leagues/{evening.league.id}/closed", "archived")):
        for fields in ({}, {name: ""}, {name: "maybe"}):
            assert evening.pub.manager.post(f"{evening.pub.home}{path}", **fields).status_code == 400
            assert look() == before


def test_what_another_connection_writes_is_seen_and_nothing_else_is(crown: Pub) -> None:
    with watched(crown, rows) as everything, watched(crown, facts_of(crown)) as facts:
        before = everything(), facts()
        crown.manager.ask(f"{crown.home}settings")
        assert (everything(), facts()) == before
        crown.manager.post(f"{crown.home}name", name="The Rose")
        assert everything() != before[0]
        assert facts() != before[1]


Copies = Callable[[], tuple[Evening, Pub]]
_OF_THE_MOMENT = re.compile(r'name="key" value="[^"]*"|nonce="[^"]*"')
_NOT_KEPT = {"health.ready", "operate.read_metrics"}


def phones_of(evening: Evening, anchor: Pub) -> dict[str, Phone]:
    """The one who may most comes first, so that theirs is the page that is kept."""
    known = {role: evening.pub.phone(role) for role in ("manage", "score", "watch")}
    theirs = {"another club's manager": anchor.phone("manage")}
    return {**known, **theirs, "nobody": outsider(evening.pub.app, anchor)}


def seen(phone: Phone, path: str) -> tuple[int, str]:
    answer = phone.ask(path)
    return answer.status_code, _OF_THE_MOMENT.sub("", answer.get_data().decode(errors="replace"))


def test_everybody_gets_the_page_that_would_be_made_for_them(another_evening: Copies) -> None:
    evening, anchor = another_evening()
    phones, app = phones_of(evening, anchor), evening.pub.app
    with time_machine.travel("2026-11-24T20:00:00Z", tick=False), grid() as case:
        for row in ROUTES:
            if row[1] == "GET" and row[0] not in _NOT_KEPT:
                path = address(evening, row[0])
                kept = {who: seen(phone, path) for who, phone in phones.items()}
                for who, phone in phones.items():
                    page_cache.init_app(app)
                    with case(*row, who):
                        assert kept[who] == seen(phone, path)
