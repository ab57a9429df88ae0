"""Who may do what, route by route: nobody, the three links, and the manager of another club."""

import pytest
from flask import Flask

from tests.web.cast import Phone, Pub, open_pub
from tests.web.evening import ROUTES, Evening, address, play_an_evening, routes_of, stranger

WHO = ("nobody", "watch", "score", "manage", "another club's manager")
RANK = {None: 0, "watch": 1, "score": 2, "manage": 3}


def held(who: str) -> int:
    return RANK.get(who, 0)


def phone_of(who: str, crown: Pub, anchor: Pub) -> Phone:
    if who == "nobody":
        return stranger(crown.app, anchor)
    return anchor.phone("manage") if who == WHO[-1] else crown.phone(who)


def ask(phone: Phone, evening: Evening, endpoint: str, method: str) -> int:
    path = address(evening, endpoint)
    if method == "GET":
        return phone.ask(path).status_code
    fields = ROUTES[endpoint, method].fields(evening)
    return phone.post(
        path, **{name: value for name, value in fields.items() if value is not None}
    ).status_code


def close(pub: Pub) -> None:
    """Let only those watch who hold a link."""
    page = pub.manager.open(f"{pub.home}settings")
    pub.manager.send(page.form_with("anyone"), anyone="no")


def test_every_route_says_who_may_use_it(app: Flask) -> None:
    assert routes_of(app) == set(ROUTES)


@pytest.fixture(scope="module")
def closed(app: Flask) -> Evening:
    """A club that only its own may watch; whoever is refused there leaves it as it was."""
    pub = open_pub(app, "The Crown")
    evening = play_an_evening(pub)
    close(pub)
    return evening


@pytest.fixture(scope="module")
def phones(app: Flask, closed: Evening) -> dict[str, Phone]:
    """The phones of all who might try, each with a proof of its own."""
    anchor = open_pub(app, "The Anchor")
    return {who: phone_of(who, closed.pub, anchor) for who in WHO}


CASES = [(*row, who) for row in ROUTES for who in WHO]
REFUSED = [case for case in CASES if held(case[2]) < RANK[ROUTES[case[:2]].role]]
LOOKING = [case for case in CASES if case[1] == "GET" and case not in REFUSED]
DOING = [case for case in CASES if case[1] == "POST" and case not in REFUSED]


@pytest.mark.parametrize(("endpoint", "method", "who"), REFUSED, ids=map(" ".join, REFUSED))
def test_who_may_not_is_refused(
    closed: Evening, phones: dict[str, Phone], endpoint: str, method: str, who: str
) -> None:
    before = closed.pub.facts()
    assert ask(phones[who], closed, endpoint, method) == 403
    assert closed.pub.facts() == before


@pytest.mark.parametrize(("endpoint", "method", "who"), LOOKING, ids=map(" ".join, LOOKING))
def test_who_may_look_sees_the_page(
    closed: Evening, phones: dict[str, Phone], endpoint: str, method: str, who: str
) -> None:
    expected = (200, 303) if endpoint == "clubs.home" else (ROUTES[endpoint, method].status,)
    before = closed.pub.facts()
    assert ask(phones[who], closed, endpoint, method) in expected
    assert closed.pub.facts() == before, "looking must not change anything"


@pytest.mark.parametrize(("endpoint", "method", "who"), DOING, ids=map(" ".join, DOING))
def test_who_may_do_it_does_it(crown: Pub, anchor: Pub, endpoint: str, method: str, who: str) -> None:
    evening = play_an_evening(crown)
    status = ask(phone_of(who, crown, anchor), evening, endpoint, method)
    assert status == ROUTES[endpoint, method].status


def test_an_open_club_lets_anybody_watch_and_nothing_more(crown: Pub, anchor: Pub) -> None:
    evening = play_an_evening(crown)
    before = crown.facts()
    for (endpoint, method), route in ROUTES.items():
        expected = route.status if RANK[route.role] < RANK["score"] else 403
        for phone in (stranger(crown.app, anchor), anchor.phone("manage")):
            assert ask(phone, evening, endpoint, method) in (expected, 303 if expected == 200 else expected)
    assert crown.facts() == before
