"""A repeated conditional GET is answered without the app, but never once the answer may have changed."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.lru_cache import LRUCache
from scorekeeper.ops.front import Front
from tests.serving import GRANIANS, PATIENCE
from tests.web.cast import Phone, Pub, record


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


def test_whoever_may_not_watch_any_more_gets_no_304(crown: Pub, match: str) -> None:
    watcher, outsider, path = crown.phone("watch"), Phone(crown.app), crown.at(match, "/state")
    headers = validators(outsider, path)
    crown.shut()
    assert outsider.ask(path, headers=headers).status_code == 403
    headers = validators(watcher, path)
    crown.manager.post(f"{crown.home}links/watch/revoke")
    assert watcher.ask(path, headers=headers).status_code == 403


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


def test_more_phones_than_are_remembered_are_all_answered_rightly(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They poll in a circle, so each is forgotten before its turn comes, and the app answers as it would."""
    path, middleware = crown.at(match, "/state"), crown.app.wsgi_app
    monkeypatch.setattr(middleware, "_given", few := LRUCache[bytes, bool](4))
    phones = [crown.phone("watch") for _ in range(7)]
    held = [validators(phone, path) for phone in phones]
    for _ in range(2):
        for phone, headers in zip(phones, held, strict=True):
            assert phone.ask(path, headers=headers).status_code == 304
    assert len(few) == 4
    record(crown, match, 0, {1: 20})
    assert {
        phone.ask(path, headers=headers).status_code for phone, headers in zip(phones, held, strict=True)
    } == {200}


def test_a_poll_without_news_takes_no_thread(crown: Pub, match: str) -> None:
    phone, path, answers = crown.phone("watch"), crown.at(match, "/state"), list[int]()
    headers, cookie = validators(phone, path), phone.client.get_cookie("scorekeeper")
    assert cookie

    def app(_environ: object, start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [])
        return []

    async def ask(**changed: Any) -> None:
        said = {
            "host": "localhost",
            "cookie": f"scorekeeper={cookie.value}",
            "if-none-match": headers["If-None-Match"],
        }
        scope = SimpleNamespace(**GRANIANS | {"path": path, "headers": said | changed})
        await front.__rsgi__(scope, SimpleNamespace(response_bytes=lambda status, *_: answers.append(status)))

    front = Front(app, threads=1, settings=crown.app.extensions["front"])
    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have a browser’s event loop
        for asked in ({}, {"if-none-match": '"another"'}, {"cookie": "scorekeeper=nobodys"}):
            elsewhere.submit(asyncio.run, ask(**asked)).result(PATIENCE)
        record(crown, match, 0, {1: 20})
        elsewhere.submit(asyncio.run, ask()).result(PATIENCE)
    assert answers == [304, 200, 200, 200]


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
