"""Every change says where it comes from, or brings a token: each route, in every way a request can come."""

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.grid import grid
from tests.web.cast import Phone, Pub
from tests.web.evening import ROUTES, Evening, address

Copies = Callable[[], tuple[Evening, Pub]]
Way = tuple[str | None, str | None]  # Sec-Fetch-Site and Origin
OURS = "http://localhost"
OF_ANOTHER = "another phone’s"
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


@pytest.mark.parametrize("way", FROM_ELSEWHERE, ids=str)
def test_no_change_comes_from_another_sites_page(another_evening: Copies, way: Way) -> None:
    evening, _ = another_evening()
    before, token = evening.pub.facts(), token_of(evening.pub.manager, f"{evening.pub.home}name")
    with grid() as case:
        for row, _ in POSTS:
            with case(*row):
                assert is_foreign(post(evening.pub.manager, address(evening, row[0]), way, token))
    assert evening.pub.facts() == before


@pytest.mark.parametrize("token", [None, "", "made up", OF_ANOTHER], ids=str)
def test_a_change_that_comes_from_nowhere_needs_the_token(another_evening: Copies, token: str | None) -> None:
    evening, anchor = another_evening()
    before = evening.pub.facts()
    if token == OF_ANOTHER:
        token = token_of(anchor.manager, f"{anchor.home}name")
    with grid() as case:
        for row in OF_MEMBERS:
            with case(*row):
                path = address(evening, row[0])
                assert asks_for_token(post(evening.pub.manager, path, (None, None), token))
    assert evening.pub.facts() == before


@pytest.mark.parametrize("way", [*FROM_OURS, (None, None)], ids=str)
def test_what_comes_from_our_page_or_with_the_token_needs_no_more(another_evening: Copies, way: Way) -> None:
    evening, _ = another_evening()
    phone = evening.pub.manager
    token = None if way in FROM_OURS else token_of(phone, f"{evening.pub.home}name")
    with grid() as case:
        for row in OF_MEMBERS:
            with case(*row):
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
