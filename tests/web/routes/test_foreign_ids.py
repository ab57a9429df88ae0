"""An id of another club, or of nothing at all, is found nowhere, and a request with one stores nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.store.engine.ids import new_id
from tests.grid import grid
from tests.web.cast import Pub
from tests.web.evening import ROUTES, Evening, address, play_an_evening
from tests.web.page import Page
from tests.web.routes.test_roles import QUERY, fields_of
from tests.web.routes.watched import rows, watched

# The kinds of ids in paths, apart from the club's own.
NAMED = {"match", "player", "team", "league", "squad", "fixture", "adjustment", "one", "other", "phone"}


def named(app: Flask, endpoint: str) -> bool:
    (rule, *_) = app.url_map.iter_rules(endpoint)
    return bool(rule.arguments & NAMED)


def nowhere(evening: Evening) -> Evening:
    """Well-formed ids of nothing."""
    league = replace(evening.league, id=new_id(), squad=new_id(), fixture=new_id(), adjustment=new_id())
    return replace(
        evening,
        running=new_id(),
        finished=new_id(),
        player=new_id(),
        team=new_id(),
        league=league,
        phone=new_id(),
    )


@pytest.mark.parametrize("whose", ["another club's", "nobody's"])
def test_ids_of_other_clubs_are_not_found(
    another_evening: Callable[[], tuple[Evening, Pub]], whose: str
) -> None:
    evening, anchor = another_evening()
    app = evening.pub.app
    theirs = play_an_evening(anchor) if whose == "another club's" else nowhere(evening)
    asked = replace(theirs, pub=evening.pub)
    sent = {
        row: fields_of(evening, row) for row, route in ROUTES.items() if route.role and named(app, row[0])
    }
    phone = evening.pub.phone("manage")  # has entered nothing yet
    phone.open(evening.pub.home)
    ways = set[str]()
    with grid() as case, watched(evening.pub, rows) as look:
        for (endpoint, method), fields in sent.items():
            before = look()
            path = address(asked, endpoint) + QUERY.get((endpoint, method), "")
            with case(endpoint, method):
                answer = phone.ask(path) if method == "GET" else phone.post(path, **fields)
                assert answer.status_code == 404
                assert look() == before
                if answer.mimetype == "text/html" and path.startswith("/c/"):
                    page = Page(path, 404, answer.text)
                    ways.add(page.link_saying("See what is there now"))
                    assert method == "GET" or "Nothing was saved or changed." in page.text
        with case("enough"):
            assert len(sent) > 60
        with case("each leads on, or to a page that does"):
            lost = [page for way in ways if (page := phone.open(way)).status != 200]
            assert {phone.open(page.link_saying("See what is there now")).status for page in lost} <= {200}
