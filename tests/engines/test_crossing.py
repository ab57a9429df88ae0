"""No transaction changes rows of several clubs; what the operator does to all of them apart.

The fixture ``url`` looks after every other test of this folder, too.
"""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.cli.backup import tidy_clubs
from scorekeeper.services.clubs.hosting import begin_read_only, end_read_only
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.engines.crossing import crossing
from tests.web.cast import Pub, open_pub
from tests.web.evening import ROUTES, play_an_evening
from tests.web.league_evening import LEAGUE_ROUTES
from tests.web.routes.test_roles import ask, fields_of

LAST = ("privacy.delete", "clubs.leave")  # nothing can be done after them
NOW = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)


@pytest.fixture
def place(url: str) -> str:
    """Only there."""
    return url


@pytest.fixture
def pubs(app: Flask) -> list[Pub]:
    return [open_pub(app, name) for name in ("The Crown", "The Anchor")]


@pytest.mark.all_clubs
def test_a_transaction_that_changes_two_clubs_is_found(url: str) -> None:
    with closing(open_store(url)) as db:
        for _ in range(2):
            with writing(db):
                add_club(db, "The Crown", "2026-11-22T20:00:00Z")
        assert crossing(url) == []
        with writing(db):
            for name in ("The Crown", "The Anchor"):
                add_club(db, name, "2026-11-22T20:00:00Z")
    assert crossing(url) == [["clubs", "links"]]


def test_no_act_of_the_pages_changes_two_clubs(url: str, pubs: list[Pub]) -> None:
    """Those of leagues are done in test_league_acts.py."""
    evenings = [play_an_evening(pub) for pub in pubs]
    acts = [row for row in ROUTES.keys() - LEAGUE_ROUTES if row[1] == "POST" and row[0] not in LAST]
    done = [
        ask(evening.pub.manager, evening, row, fields_of(evening, row))
        for row in (*sorted(acts), *((endpoint, "POST") for endpoint in LAST))
        for evening in evenings
    ]
    assert done.count(303) > 30
    assert crossing(url) == []


@pytest.mark.usefixtures("pubs")
def test_nor_does_the_nightly_command(url: str) -> None:
    tidy_clubs(url, datetime.now(UTC))
    assert crossing(url) == []


@pytest.mark.all_clubs
@pytest.mark.usefixtures("pubs")
def test_only_read_only_mode_of_the_whole_instance_does(url: str) -> None:
    with closing(open_store(url)) as db:
        begin_read_only(db, "Back at nine.", NOW)
        end_read_only(db)
    assert crossing(url) == [["clubs"], ["clubs"]]
