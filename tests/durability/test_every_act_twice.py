"""Every act of a page by a double tap beside another phone, through a real server with two processes.

What each may store is what one tap stores in a club that was prepared alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from flask import Flask

from scorekeeper.app import create_app
from tests.databases import make_database
from tests.durability.phones import Answer
from tests.durability.phones import Phone as Remote
from tests.durability.test_same_instant import at_once
from tests.serving import ServerProcess
from tests.web.cast import Phone, Pub, fresh_key, open_pub
from tests.web.evening import ROUTES, address, play_an_evening
from tests.web.routes.test_roles import QUERY, fields_of

BESIDE = {"audit_log", "hourly_counts", "devices", "acts", "clubs"}  # who did it, not what was done
ACTS = sorted(
    endpoint
    for endpoint, method in ROUTES
    if method == "POST" and ROUTES[endpoint, method].stores and not endpoint.startswith("api")
)
# Two phones may want these both; there only the double tap is one act.
EACH_ITS_OWN = {
    *("matches.new", "matches.rematch", "hands.report", "squads.follow", "leagues.new"),
    *("adjustments.add", "cards.propose", "plays.save", "plays.penalise", "play_corrections.add"),
}


class Both(NamedTuple):
    """The same clubs, in this process and behind a real server."""

    app: Flask
    server: ServerProcess


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    file = make_database(tmp_path_factory.mktemp("twice") / "scorekeeper.db")
    app = create_app({"DATABASE": file})
    running = ServerProcess(file, "--workers", "2").start()
    yield Both(app, running)
    running.stop()


def stored(pub: Pub) -> dict[str, int]:
    return {table: len(rows) for table, rows in pub.stored().items() if table not in BESIDE}


def tap(server: ServerProcess, phone: Phone, path: str, fields: dict[str, object]) -> Answer:
    """Send this as the phone does, by its cookie."""
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie
    remote = Remote(server)
    remote.opener.addheaders = [("Cookie", f"scorekeeper={cookie.decoded_value}")]
    return remote.ask(path, [*fields.items()])


@pytest.mark.long
@pytest.mark.parametrize("endpoint", ACTS)
def test_it_is_done_once_or_refused_in_words(both: Both, endpoint: str) -> None:
    row = (endpoint, "POST")
    once = play_an_evening(open_pub(both.app, "The Crown"))
    path = address(once, endpoint) + QUERY.get(row, "")
    fields = fields_of(once, row)
    assert once.pub.phone("manage").post(path, **fields).status_code == ROUTES[row].status
    expected = stored(once.pub)

    twice = play_an_evening(open_pub(both.app, "The Crown"))
    path = address(twice, endpoint) + QUERY.get(row, "")
    fields = fields_of(twice, row)
    ann, bob = twice.pub.phone("manage"), twice.pub.phone("manage")
    phones = [ann, ann] if endpoint in EACH_ITS_OWN else [ann, ann, bob]
    own = {"key": fresh_key()} if "key" in fields else {}
    statuses = at_once(
        *(
            lambda phone=phone: tap(both.server, phone, path, {**fields, **(own if phone is bob else {})})  # type: ignore[misc]
            for phone in phones
        )
    )
    assert ROUTES[row].status in statuses, statuses
    assert set(statuses) <= {ROUTES[row].status, 403, 404, 409, 422, 423, 503}, statuses
    assert stored(twice.pub) == expected
