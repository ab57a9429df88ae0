"""Every act of pages and programs from two phones in the same instant, and once more from the first of them.

A real server of two workers answers; what is stored by whom is told apart at the gate (tests/services).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, build_opener

import pytest
from flask import Flask

from tests.at_once import at_once
from tests.durability.phones import Stay
from tests.engines.conftest import KEY
from tests.engines.test_league_acts import API_WALKS
from tests.serving import ServerProcess
from tests.web.api import test_acts, test_league_acts
from tests.web.api.teller import Answer, Program, Teller
from tests.web.cast import Phone, Pub, fresh_key, open_pub
from tests.web.evening import ROUTES, Evening, address, play_an_evening
from tests.web.league_evening import LEAGUE_ROUTES, begin_a_league
from tests.web.routes.test_roles import QUERY, fields_of

EVERY = "SCOREKEEPER_EVERY" in os.environ
BUSY = 503  # said in words where another act held the lock too long
Sent = tuple[int, bytes]


OPENER = build_opener(Stay)


def send(request: Request) -> Sent:
    try:
        with OPENER.open(request, timeout=60) as answer:
            return answer.status, answer.read()
    except HTTPError as refused:
        return refused.code, refused.read()


def sent_at_once(*requests: Request) -> list[Sent]:
    return at_once(*(partial(send, request) for request in requests))


@pytest.fixture
def served(place: Path | str, tmp_path: Path) -> Iterator[ServerProcess]:
    key = tmp_path / "key"
    key.write_bytes(KEY)
    setting = ("env", f"SCOREKEEPER_DATABASE={place}", f"SCOREKEEPER_KEY={key}")
    process = ServerProcess(tmp_path / "served.db", "--workers", "2", under=setting)
    try:
        yield process.start()
    finally:
        process.stop()


def posted(served: ServerProcess, phone: Phone, path: str, fields: dict[str, object]) -> Request:
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    headers = {"Cookie": f"scorekeeper={cookie.value}", "Origin": served.url}
    return Request(f"{served.url}{path}", urlencode(fields).encode(), headers)


def test_every_act_of_the_pages_and_some_by_programs(
    app: Flask, served: ServerProcess, place: Path | str
) -> None:
    """Each act on one of the engines, a quarter of them on PostgreSQL; `make test-long` tries all on both."""
    acts = [row for row, route in ROUTES.items() if row[1] == "POST" and route.role and route.status == 303]
    for number, row in enumerate(acts):
        if not EVERY and isinstance(place, str) is bool(number % 4):
            continue
        begin = a_league if row in LEAGUE_ROUTES else play_an_evening
        evening = begin(open_pub(app, "The Crown"))
        role, fields = str(ROUTES[row].role), fields_of(evening, row)
        path = address(evening, row[0]) + QUERY.get(row, "")
        first, second = (posted(served, evening.pub.phone(role), path, fields) for _ in range(2))
        statuses = [status for status, _ in (*sent_at_once(first, first, second), send(first))]
        assert 303 in statuses[:3], (row, statuses)
        assert all(status < 500 or status == BUSY for status in statuses), (row, statuses)
    on_postgresql = test_league_acts.test_fixtures_are_placed_moved_and_dropped
    walk = on_postgresql if isinstance(place, str) else WALKS[-1]
    walk(Twice(open_pub(app, "The Crown"), served))


def a_league(pub: Pub) -> Evening:
    return Evening(pub, "none", "none", "none", "none", begin_a_league(pub, desk=True), "none")


@dataclass
class Twice(Teller):
    """Sends each act twice at once, under one key, as a program does whose answer was lost."""

    served: ServerProcess

    def send(
        self, role: str, endpoint: str, body: Answer, at: dict[str, object], key: str | None = ""
    ) -> tuple[int, Answer]:
        with self.pub.app.test_request_context():
            path = self.pub.app.url_for(endpoint, club=self.pub.id, **at)
        headers = {
            "Authorization": f"Bearer {Program(self.pub, role).token}",
            "Content-Type": "application/json",
        } | ({} if key is None else {"Idempotency-Key": key or fresh_key()})
        ask = Request(f"{self.served.url}{path}", json.dumps(body).encode(), headers)
        answers = [answer for answer in sent_at_once(ask, ask) if answer[0] != BUSY] or [send(ask)]
        assert max(status for status, _ in answers) < 500, (endpoint, answers)
        status, said = answers[0]
        return status, json.loads(said)


WALKS = [*API_WALKS, test_acts.test_a_match_is_played_put_right_and_called_off]


@pytest.mark.long
@pytest.mark.parametrize("walk", WALKS)
def test_every_act_by_programs(app: Flask, served: ServerProcess, walk: Callable[[Teller], None]) -> None:
    walk(Twice(open_pub(app, "The Crown"), served))
