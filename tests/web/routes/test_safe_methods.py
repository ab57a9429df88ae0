"""GET and HEAD change nothing, and a button that no page has does nothing."""

from collections.abc import Iterator

import pytest

from tests.web.cast import Phone, open_pub
from tests.web.conftest import app_over
from tests.web.evening import ROUTES, Evening, address, play_an_evening
from tests.web.routes.watched import Look, rows, watched

PIN = "204060"
ADDRESSES = sorted({endpoint for endpoint, _ in ROUTES})


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A club with a PIN and something of every kind to change."""
    pub = open_pub(app_over(tmp_path_factory.mktemp("safe")), "The Crown")
    evening = play_an_evening(pub)
    pub.manager.open(f"{pub.home}pin/settings")
    assert pub.manager.post(f"{pub.home}pin/settings", act="set", pin=PIN).status_code == 303
    return evening


@pytest.fixture(scope="module")
def manager(evening: Evening) -> Phone:
    return evening.pub.phone("manage")


@pytest.fixture(scope="module")
def look(evening: Evening) -> Iterator[Look]:
    """Everything that is stored."""
    with watched(evening.pub, rows) as look:
        yield look


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
@pytest.mark.parametrize("endpoint", ADDRESSES)
def test_safe_methods_change_nothing(
    evening: Evening, manager: Phone, look: Look, endpoint: str, method: str
) -> None:
    before = look()
    answer = manager.client.open(address(evening, endpoint), method=method, buffered=True)
    assert answer.status_code < 500
    assert look() == before
    if method == "HEAD":
        assert answer.data == b""


@pytest.mark.parametrize("fields", [{}, {"act": "nonsense"}, {"act": ""}, {"act": "SET", "pin": PIN}])
def test_an_unknown_act_changes_no_pin(
    evening: Evening, manager: Phone, look: Look, fields: dict[str, str]
) -> None:
    before = look()
    assert manager.post(f"{evening.pub.home}pin/settings", **fields).status_code == 400
    assert look() == before


@pytest.mark.parametrize("path", ["watching", "leagues/{league}/closed"])
@pytest.mark.parametrize("value", [None, "", "maybe"])
def test_a_switch_is_switched_by_its_two_values_only(
    evening: Evening, manager: Phone, look: Look, path: str, value: str | None
) -> None:
    before = look()
    fields = {} if value is None else {"anyone": value, "archived": value}
    at = evening.pub.home + path.format(league=evening.league.id)
    assert manager.post(at, **fields).status_code == 400
    assert look() == before
