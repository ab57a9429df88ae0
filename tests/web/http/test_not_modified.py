"""A repeated conditional GET is answered without the app, but never once the answer may have changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from tests.web.cast import Phone, Pub, record, sit_down


@contextmanager
def asleep(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The app itself answers nothing, so every answer comes from the middleware."""

    def wake(*_: object) -> None:
        raise AssertionError("the app was woken")

    with monkeypatch.context() as patch:
        patch.setattr(app.wsgi_app, "_behind", wake)
        yield


def validators(phone: Phone, path: str) -> dict[str, str]:
    """The conditional headers of a phone that has polled twice without news."""
    headers = {"If-None-Match": phone.ask(path).headers["ETag"]}
    assert phone.ask(path, headers=headers).status_code == 304
    return headers


@pytest.fixture
def match(crown: Pub) -> str:
    return sit_down(crown, "draw_100", "Ann", "Bob")


def test_a_repeated_poll_is_answered_without_the_app(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, path = crown.phone("watch"), crown.at(match, "/state")
    headers = validators(phone, path)
    slow = phone.ask(path, headers=headers)
    with asleep(crown.app, monkeypatch):
        fast = phone.ask(path, headers=headers)
        assert (fast.status_code, fast.data) == (304, b"")
        assert dict(fast.headers) == dict(slow.headers)
        for other in (Phone(crown.app), phone):
            with pytest.raises(AssertionError, match="woken"):
                other.ask(path, headers=headers if other is not phone else {"If-None-Match": '"another"'})


def test_every_entry_ends_the_304s(crown: Pub, match: str) -> None:
    phone, path = crown.phone("watch"), crown.at(match, "/state")
    headers = validators(phone, path)
    record(crown, match, 0, {1: 20})
    assert phone.ask(path, headers=headers).status_code == 200


def test_a_revoked_link_ends_the_304s(crown: Pub, match: str) -> None:
    phone, path = crown.phone("watch"), crown.at(match, "/state")
    crown.manager.open(f"{crown.home}settings")
    crown.manager.post(f"{crown.home}watching", anyone="no")
    headers = validators(phone, path)
    crown.manager.post(f"{crown.home}links/watch/revoke")
    assert phone.ask(path, headers=headers).status_code == 403


def test_a_closed_club_ends_the_304s(crown: Pub, match: str) -> None:
    outsider, path = Phone(crown.app), crown.at(match, "/state")
    headers = validators(outsider, path)
    crown.manager.open(f"{crown.home}settings")
    crown.manager.post(f"{crown.home}watching", anyone="no")
    assert outsider.ask(path, headers=headers).status_code == 403


def test_a_304_has_only_the_necessary_headers(crown: Pub, match: str) -> None:
    phone, path = crown.phone("watch"), crown.at(match)
    answer = phone.ask(path, headers=validators(phone, path))
    assert set(answer.headers.keys()) <= {"ETag", "Cache-Control", "Vary", "Date", "X-Scorekeeper"}


def test_many_phones_share_what_is_kept_and_a_fingerprint_is_kept_of_each(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, phones = crown.at(match, "/state"), [crown.phone("watch") for _ in range(5)]
    middleware: Any = crown.app.wsgi_app
    before = len(middleware._answers), len(middleware._given)
    held = [validators(phone, path) for phone in phones]
    assert len({headers["If-None-Match"] for headers in held}) == 1
    assert (len(middleware._answers), len(middleware._given)) == (before[0] + 1, before[1] + len(phones))
    with asleep(crown.app, monkeypatch):
        for phone, headers in zip(phones, held, strict=True):
            assert phone.ask(path, headers=headers).status_code == 304
        outsider = Phone(crown.app)  # what others were given says nothing about a phone that never asked
        with pytest.raises(AssertionError, match="woken"):
            outsider.ask(path, headers=held[0])


@pytest.mark.parametrize(
    "asked",
    [{"query_string": "page=2"}, {"base_url": "http://other"}, {"headers": {"X-Forwarded-Proto": "https"}}],
    ids=["address", "host", "scheme"],
)
def test_whoever_asks_otherwise_asks_something_else(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    phone, path = crown.phone("watch"), crown.at(match, "/state")
    headers = validators(phone, path)
    with asleep(crown.app, monkeypatch), pytest.raises(AssertionError, match="woken"):
        phone.client.get(path, **{**asked, "headers": headers | asked.get("headers", {})})
