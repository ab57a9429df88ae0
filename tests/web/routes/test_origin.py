"""Every change says where it comes from, or brings a token: each route, by ways that take turns."""

from collections.abc import Callable
from typing import Any

from werkzeug.test import TestResponse

from tests.grid import grid
from tests.web.cast import Phone, Pub
from tests.web.evening import ROUTES, Evening, address

Copies = Callable[[], tuple[Evening, Pub]]
Way = tuple[str | None, str | None]  # Sec-Fetch-Site and Origin
OURS = "http://localhost"
FROM_OURS: list[Way] = [
    ("same-origin", OURS), ("same-origin", None), ("same-origin", "null"), ("none", None), ("none", OURS),
    (None, OURS),
]  # fmt: skip
FROM_ELSEWHERE: list[Way] = [
    ("same-site", OURS), ("cross-site", OURS), ("cross-site", None), ("cross-site", "http://evil.test"),
    ("nonsense", OURS), ("", OURS), (None, "http://evil.test"), (None, "null"), (None, ""),
    (None, "http://localhost.evil.test"), (None, "http://localhost:8000"), (None, "http://evil.test/localhost"),
]  # fmt: skip
_IN_A_POCKET = {(f"hand_over.{name}", "POST") for name in ("received", "come_along", "at_home", "remove")}
POSTS = [
    (row, route)
    for row, route in ROUTES.items()
    if row[1] == "POST" and not row[0].startswith("api_") and row not in _IN_A_POCKET
]
OF_MEMBERS = [row for row, route in POSTS if route.role is not None]


def post(phone: Phone, path: str, way: Way, token: str | None = None, **said: str) -> TestResponse:
    """Send it as it comes this way; ``token`` where the form has one."""
    names = ("Sec-Fetch-Site", "Origin")
    headers = {name: value for name, value in zip(names, way, strict=True) if value is not None}
    data = said if token is None else {"csrf_token": token, **said}
    bare = phone.twin().client
    del bare.environ_base["HTTP_ORIGIN"]
    return bare.post(path, data=data, headers={**headers, "Accept": "application/json"})


def is_foreign(answer: TestResponse) -> bool:
    return answer.status_code == 403 and "another site" in answer.text


def asks_for_token(answer: TestResponse) -> bool:
    return answer.status_code == 400 and answer.json["code"] == "csrf"


def every(step: int, ways: list[Any], number: int) -> list[Any]:
    """Every ``step``th of the ways, other ones for the next route."""
    return ways[number % step :: step]


def test_no_change_comes_from_another_sites_page(another_evening: Copies) -> None:
    evening, _ = another_evening()
    before, token = evening.pub.facts(), token_of(evening.pub.manager, f"{evening.pub.home}name")
    with grid() as case:
        for number, (row, _) in enumerate(POSTS):
            for way in every(4, FROM_ELSEWHERE, number):
                with case(*row, way):
                    assert is_foreign(post(evening.pub.manager, address(evening, row[0]), way, token))
    assert evening.pub.facts() == before


def test_a_change_that_comes_from_nowhere_needs_the_token(another_evening: Copies) -> None:
    evening, anchor = another_evening()
    before = evening.pub.facts()
    tokens = [None, "", "made up", token_of(anchor.manager, f"{anchor.home}name")]
    with grid() as case:
        for number, row in enumerate(OF_MEMBERS):
            for token in every(2, tokens, number):
                with case(*row, token):
                    path = address(evening, row[0])
                    assert asks_for_token(post(evening.pub.manager, path, (None, None), token))
    assert evening.pub.facts() == before


def test_what_comes_from_our_page_or_with_the_token_needs_no_more(another_evening: Copies) -> None:
    evening, _ = another_evening()
    phone = evening.pub.manager
    known = token_of(phone, f"{evening.pub.home}name")
    ways = [*((way, None) for way in FROM_OURS), ((None, None), known)]
    with grid() as case:
        for number, row in enumerate(OF_MEMBERS):
            for way, token in every(3, ways, number):
                with case(*row, way):
                    answer = post(phone, address(evening, row[0]), way, token)
                    assert not is_foreign(answer)
                    assert not asks_for_token(answer)
                    assert answer.status_code != 403, answer.text


def token_of(phone: Phone, path: str) -> str:
    """The token that this phone is given once it has been asked for one, with its cookie."""
    del phone.client.environ_base["HTTP_ORIGIN"]
    answer = phone.client.post(path, headers={"Accept": "application/json"})
    phone.client.environ_base["HTTP_ORIGIN"] = phone.base
    assert asks_for_token(answer)
    return str(answer.json["csrf_token"])
