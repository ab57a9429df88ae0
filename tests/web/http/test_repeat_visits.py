"""A page that a phone asks for again is answered without the app, and never otherwise than by the app."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.web.caching.not_modified import question_of
from tests.web.cast import Phone, Pub, record, sit_down
from tests.web.http.test_page_cache import GZIP, csrf_tokens, keys, without_secrets

_STEPS = 14


@contextmanager
def asleep(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The app itself answers nothing, so every answer comes from in front of it."""

    def wake(*_: object) -> None:
        raise AssertionError("the app was woken")

    with monkeypatch.context() as patch:
        patch.setattr(app.wsgi_app._behind, "_behind", wake)  # type: ignore[attr-defined]
        yield


def text(answer: TestResponse) -> str:
    return gzip.decompress(answer.data).decode()


def signed_in(token: str) -> str:
    """Which phone's token it is, whenever it was signed."""
    return token.split(".")[0]


@pytest.fixture
def match(crown: Pub) -> str:
    return sit_down(crown, "draw_100", "Ann", "Bob")


def test_a_page_shown_before_is_shown_again_without_the_app(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, phone = crown.at(match), crown.phone("score")
    slow = phone.ask(path, headers=GZIP)
    with asleep(crown.app, monkeypatch):
        fast = phone.ask(path, headers=GZIP)
        assert (fast.status_code, dict(fast.headers)) == (200, dict(slow.headers))
        assert without_secrets(text(fast)) == without_secrets(text(slow))
        assert csrf_tokens(text(fast)) == csrf_tokens(text(slow))
        assert not keys(text(fast)) & keys(text(slow))
        for other, encoding in ((Phone(crown.app), GZIP), (phone, {"Accept-Encoding": "identity"})):
            with pytest.raises(AssertionError, match="woken"):
                other.ask(path, headers=encoding)


def test_what_one_phone_was_shown_first_another_is_shown_without_the_app(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, phones = crown.at(match, "/state"), [crown.phone("watch") for _ in range(2)]
    tags = [phone.ask(path, headers=GZIP).headers["ETag"] for phone in phones]
    record(crown, match, 0, {1: 20})
    first = phones[0].ask(path, headers=GZIP | {"If-None-Match": tags[0]})
    with asleep(crown.app, monkeypatch):
        second = phones[1].ask(path, headers=GZIP | {"If-None-Match": tags[1]})
    assert second.headers["ETag"] == first.headers["ETag"] != tags[0]
    assert "+20" in text(second)
    assert text(second) == text(first)


def test_an_answer_in_front_of_the_app_is_the_apps_whatever_was_done_before(crown: Pub, match: str) -> None:
    chance, manager = Random(7), crown.manager
    known = crown.phone("score")
    shared = known.twin()
    watcher, outsider = crown.phone("watch"), Phone(crown.app)
    phones = [manager, known, shared, watcher, outsider]
    board = sit_down(crown, "draw_100", "Cyd", "Dan")
    paths = [crown.home, *(f"{crown.home}{room}" for room in ("table", "players", "matches/new"))]
    paths += [crown.at(at, rest) for at in (match, board) for rest in ("", "/state", "/rounds/new")]

    def change(*where: str, **typed: object) -> Callable[[], object]:
        def act() -> object:
            manager.open(f"{crown.home}settings")
            return manager.post(f"{crown.home}{'/'.join(where)}", **typed)

        return act

    acts = [
        lambda: record(crown, match, 0, {1: 3}),
        lambda: record(crown, board, 1, {0: 2}),
        lambda: known.post(crown.at(board, "/phone"), phone_name="Bar"),
        lambda: watcher.ask(crown.link("score")),
        *(change("watching", anyone=anyone) for anyone in ("no", "yes")),
        *(change("links", role, "revoke") for role in ("watch", "score")),
        *(change("name", name=name) for name in ("The Crown", "The Anchor")),
    ]
    for _ in range(_STEPS):
        chance.choice(acts)()
        for phone, path in ((phone, path) for path in paths for phone in chance.sample(phones, 2)):
            fast, slow = phone.ask(path, headers=GZIP), phone.ask(path)
            seen = text(fast) if fast.headers.get("Content-Encoding") == "gzip" else fast.text
            assert (fast.status_code, without_secrets(seen)) == (slow.status_code, without_secrets(slow.text))
            if "Set-Cookie" not in fast.headers:
                assert fast.headers.get("ETag") == slow.headers.get("ETag")
                assert {*map(signed_in, csrf_tokens(seen))} == {*map(signed_in, csrf_tokens(slow.text))}


@pytest.mark.parametrize(
    "name",
    ["PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO"],
)
def test_whoever_asks_otherwise_asks_something_else(name: str) -> None:
    assert question_of({name: "this"}) != question_of({name: "that"})
