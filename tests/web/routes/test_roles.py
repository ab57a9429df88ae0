"""Who may do what, route by route, and to what: an id of another club, or of nothing, is found nowhere."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
import time_machine
from flask import Flask

from scorekeeper.services.gate import LIMITS
from scorekeeper.store.clubs.access import active_phones
from scorekeeper.store.engine.ids import new_id
from scorekeeper.web.http.db import now
from tests.grid import grid
from tests.web.cast import Phone, Pub
from tests.web.evening import ROUTES, Evening, Route, address, outsider, play_an_evening, routes_of
from tests.web.page import Page
from tests.web.routes.watched import facts_of, rows, watched

WHO = ("nobody", "watch", "score", "manage", "another club's manager")
RANK = {None: 0, "watch": 1, "score": 2, "manage": 3}
# A preset is chosen by the address.
QUERY = {("leagues.new", "POST"): "?preset=singles"}
# Names under which other apps are told where to send a browser next.
ELSEWHERE = "&".join(f"{name}=https://evil.test/" for name in ("next", "url", "to", "return_to", "redirect"))

# Exempt from counting: a match's entries have a limit of their own, and a phone follows one thing at a time.
# What lets phones go on again is never too much.
UNCOUNTED = {"rounds.save", "plays.save", "plays.penalise", "squads.follow", "phones.reset"}

# The pages send with these what they have seen, such as a link's number; here they are asked for anew.
ASKED_ANEW = {
    *("clubs.revoke", "fixtures.draw_up_all", "fixtures.move", "fixtures.push", "displays.revoke"),
    *("phones.reset", "pins.settings", "privacy.forget", "squads.follow", "squads.guard", "squads.renew"),
    "squads.save",
}

Copies = Callable[[], tuple[Evening, Pub]]


def held(who: str) -> int:
    return RANK.get(who, 0)


def may(who: str, route: Route) -> bool:
    return held(who) >= RANK[route.role]


def phone_of(who: str, crown: Pub, anchor: Pub) -> Phone:
    if who == "nobody":
        return outsider(crown.app, anchor)
    return anchor.phone("manage") if who == WHO[-1] else crown.phone(who)


def fields_of(evening: Evening, row: tuple[str, str]) -> dict[str, object]:
    """The fields to send; prepares what they need, such as a card that is to be signed."""
    fields = ROUTES[row].fields(evening) if row[1] == "POST" else {}
    return {name: value for name, value in fields.items() if value is not None}


def ask(phone: Phone, evening: Evening, row: tuple[str, str], fields: dict[str, object]) -> int:
    """The status of the answer, which sends nobody to another host."""
    path = address(evening, row[0])
    if not row[0].startswith("api"):  # it refuses what it does not know
        path = f"{path}{QUERY.get(row, '?')}&{ELSEWHERE}"
    answer = phone.ask(path) if row[1] == "GET" else phone.post(path, **fields)
    assert urlsplit(answer.location or "").netloc in ("", "localhost"), path
    return answer.status_code


def forget_counts(pub: Pub) -> None:
    with pub.db() as db:
        db.execute("DELETE FROM hourly_counts")


def counted(pub: Pub) -> int:
    """How many acts of the manager's the limits have counted, the first act of a phone apart."""
    with pub.db() as db:
        rows = db.execute(
            "SELECT sum(acts) FROM hourly_counts WHERE club = ? AND device = '' AND kind <> 'phone'", [pub.id]
        )
        return int(rows.fetchone()[0] or 0)


def use_up(pub: Pub, device: str) -> None:
    """Let this phone have done in this hour all that its limits allow."""
    with pub.db() as db:
        for kind in LIMITS:
            db.execute(
                "REPLACE INTO hourly_counts (club, kind, device, hour, acts) VALUES (?, ?, ?, ?, ?)",
                [pub.id, kind, device, now()[:13], LIMITS[kind].phone],
            )


def test_every_route_says_who_may_use_it(app: Flask) -> None:
    assert routes_of(app) == set(ROUTES)


@pytest.mark.parametrize("who", WHO)
def test_whoever_may_not_is_refused_and_nothing_is_stored(another_evening: Copies, who: str) -> None:
    evening, anchor = another_evening()
    evening.pub.shut()
    sent = {row: fields_of(evening, row) for row, route in ROUTES.items() if not may(who, route)}
    phone = phone_of(who, evening.pub, anchor)
    with grid() as case, watched(evening.pub, facts_of(evening.pub)) as look:
        before = look()
        for row, fields in sent.items():
            with case(*row):
                assert ask(phone, evening, row, fields) == 403
                assert look() == before
        with case("every route that asks for more"):
            assert sent or who == "manage"


@pytest.mark.parametrize("who", WHO)
def test_whoever_may_look_sees_the_page_and_changes_nothing(another_evening: Copies, who: str) -> None:
    evening, anchor = another_evening()
    evening.pub.shut()
    phone = phone_of(who, evening.pub, anchor)
    with grid() as case, watched(evening.pub, facts_of(evening.pub)) as look:
        before = look()
        for row, route in ROUTES.items():
            if row[1] == "GET" and may(who, route):
                with case(*row):
                    expected = (200, 303) if row[0] == "clubs.home" else (route.status,)
                    assert ask(phone, evening, row, {}) in expected
                    assert look() == before


def test_whoever_may_do_it_does_it(another_evening: Copies) -> None:
    """By the least who may, on an evening as it was: the expected answer; stored and counted once."""
    copy = None
    with grid() as case:
        for row, route in ROUTES.items():
            if row[1] != "POST":
                continue
            evening, anchor = copy or another_evening()
            fields = fields_of(evening, row)
            phone = phone_of(route.role or "nobody", evening.pub, anchor)
            before = evening.pub.facts()
            forget_counts(evening.pub)
            with case(*row):
                assert ask(phone, evening, row, fields) == route.status
                stored = evening.pub.facts()
                assert (stored != before) == route.stores
                if route.stores and row[0] not in UNCOUNTED:
                    assert counted(evening.pub) == 1, "a limit for it, in services/gate.py"
            if row[0] not in ASKED_ANEW:
                with case(*row, "tapped twice"):
                    assert ask(phone, evening, row, fields) < 500
                    assert evening.pub.facts() == stored
            copy = None if route.stores else (evening, anchor)


def test_whatever_is_past_its_limit_is_refused_and_nothing_is_stored(another_evening: Copies) -> None:
    evening, anchor = another_evening()
    posts = ((row, route) for row, route in ROUTES.items() if row[1] == "POST")
    limited = [row for row, route in posts if route.stores and row[0] not in UNCOUNTED]
    sent = {row: fields_of(evening, row) for row in limited}
    phone = phone_of("manage", evening.pub, anchor)
    with time_machine.travel(datetime.now(UTC), tick=False), grid() as case:
        phone.post(f"{evening.pub.home}settings", name="Phone 99")
        with evening.pub.db() as db:
            known = active_phones(db, evening.pub.id)
        use_up(evening.pub, next(one.id for one in known if one.nickname == "Phone 99"))
        before = evening.pub.facts()
        for row, fields in sent.items():
            with case(*row):
                assert ask(phone, evening, row, fields) == 429
                assert evening.pub.facts() == before


def test_an_open_club_lets_anybody_watch_and_nothing_more(another_evening: Copies) -> None:
    evening, anchor = another_evening()
    sent = {row: fields_of(evening, row) for row in ROUTES}
    before = evening.pub.facts()
    looked = outsider(evening.pub.app, anchor)
    with grid() as case:
        for row, route in ROUTES.items():
            expected = (route.status, 303) if RANK[route.role] < RANK["score"] else (403,)
            for phone in (looked.twin(), anchor.phone("manage")):
                with case(*row):
                    assert ask(phone, evening, row, sent[row]) in expected
    assert evening.pub.facts() == before


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
