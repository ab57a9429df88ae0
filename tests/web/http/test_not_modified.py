"""A repeated conditional GET is answered without the app, but never once its subject may have changed."""

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
from tests.web.captains import play_a_leg
from tests.web.cast import Phone, Pub, record, sit_down
from tests.web.league_evening import start_board


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


def test_a_poll_again_is_answered_without_the_app(
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


VIEWS = ("", "/state", "/tv/state", "/table/state")


@pytest.fixture
def tables(crown: Pub) -> tuple[str, str]:
    return sit_down(crown, "draw_100", "Ann", "Bob"), sit_down(crown, "draw_100", "Cy", "Dot")


def test_a_round_at_one_table_leaves_another_table_s_pages(
    crown: Pub, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = crown.phone("watch")
    held = {path: validators(phone, path) for path in (crown.at(tables[0], view) for view in VIEWS)}
    record(crown, tables[1], 0, {1: 20})
    with asleep(crown.app, monkeypatch):
        for path, headers in held.items():
            assert phone.ask(path, headers=headers).status_code == 304, path
    record(crown, tables[0], 0, {1: 20})
    for path, headers in held.items():
        assert phone.ask(path, headers=headers).status_code == 200, path


def test_a_new_name_invalidates_every_page_that_may_show_it(crown: Pub, tables: tuple[str, str]) -> None:
    phone = crown.phone("watch")
    held = {path: validators(phone, path) for path in (crown.at(tables[0], view) for view in VIEWS)}
    player = f"{crown.home}players/{crown.state(tables[0]).match.seats[0].player}"
    assert crown.manager.post(player, name="Anna").status_code == 303
    for path, headers in held.items():
        answer = phone.ask(path, headers=headers)
        assert (answer.status_code, "Anna" in answer.text) == (200, True), path


def test_the_form_for_a_round_is_not_cached(crown: Pub, tables: tuple[str, str]) -> None:
    answer = crown.manager.ask(crown.at(tables[0], "/rounds/new"))
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in answer.headers


def test_the_page_names_the_etag_of_its_live_part(crown: Pub, tables: tuple[str, str]) -> None:
    tags = []
    for phone in (crown.manager, crown.phone("watch"), Phone(crown.app)):
        page = phone.ask(crown.at(tables[0])).text
        tags.append(phone.ask(crown.at(tables[0], "/state")).headers["ETag"])
        assert f'data-tag="{tags[-1].replace(chr(34), "&#34;")}"' in page
    assert tags[0] != tags[1], "a scorer’s has keys"


def test_a_leagues_page_depends_on_the_league_and_its_boards(crown: Pub) -> None:
    league, _, match = start_board(crown)
    phone, path = crown.phone("watch"), f"{crown.home}leagues/{league.id}/"
    headers = validators(phone, path)
    other = sit_down(crown, "draw_100", "Cy", "Dot")
    record(crown, other, 0, {1: 20})
    assert phone.ask(path, headers=headers).status_code == 304
    play_a_leg(crown, match)
    assert phone.ask(path, headers=headers).status_code == 200
