"""Looking changes nothing, whichever way it is asked; and a button that nobody has does nothing."""

import pytest
from flask import Flask

from tests.web.cast import Phone, Pub, open_pub
from tests.web.evening import ROUTES, Evening, address, play_an_evening

PIN = "204060"
ADDRESSES = sorted({endpoint for endpoint, _ in ROUTES})


@pytest.fixture(scope="module")
def evening(app: Flask) -> Evening:
    """A club with a PIN, of which everything could be changed."""
    pub = open_pub(app, "The Crown")
    evening = play_an_evening(pub)
    pub.manager.open(f"{pub.home}pin/settings")
    assert pub.manager.post(f"{pub.home}pin/settings", act="set", pin=PIN).status_code == 303
    return evening


@pytest.fixture(scope="module")
def manager(evening: Evening) -> Phone:
    return evening.pub.phone("manage")


def rows(pub: Pub) -> dict[str, list[object]]:
    """Everything that is stored."""
    with pub.db() as db:
        names = [
            row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        ]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
@pytest.mark.parametrize("endpoint", ADDRESSES)
def test_looking_changes_nothing(evening: Evening, manager: Phone, endpoint: str, method: str) -> None:
    before = rows(evening.pub)
    answer = manager.client.open(address(evening, endpoint), method=method, buffered=True)
    assert answer.status_code < 500
    assert rows(evening.pub) == before
    if method == "HEAD":
        assert answer.data == b""


@pytest.mark.parametrize("fields", [{}, {"act": "nonsense"}, {"act": ""}, {"act": "SET", "pin": PIN}])
def test_an_act_that_nobody_knows_changes_no_pin(
    evening: Evening, manager: Phone, fields: dict[str, str]
) -> None:
    before = rows(evening.pub)
    assert manager.post(f"{evening.pub.home}pin/settings", **fields).status_code == 400
    assert rows(evening.pub) == before


@pytest.mark.parametrize("path", ["watching", "leagues/{league}/closed"])
@pytest.mark.parametrize("value", [None, "", "maybe"])
def test_a_switch_is_switched_by_its_two_values_only(
    evening: Evening, manager: Phone, path: str, value: str | None
) -> None:
    before = rows(evening.pub)
    fields = {} if value is None else {"anyone": value, "closed": value}
    at = evening.pub.home + path.format(league=evening.league.id)
    assert manager.post(at, **fields).status_code == 400
    assert rows(evening.pub) == before
