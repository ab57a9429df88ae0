"""A page is made once for all phones of a role and each version of what it is about."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask, template_rendered
from jinja2 import Template
from werkzeug.test import TestResponse

from scorekeeper.config import asset_folder
from tests.web.cast import Phone, Pub, record, round_fields, sit_down

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def played(crown: Pub) -> str:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 20})
    return crown.at(match)


def test_phones_of_a_role_get_the_same_bytes(crown: Pub, played: str) -> None:
    phones = [crown.phone("score") for _ in range(2)]
    for path in ("", "/state", "/rounds/new"):
        one, other = (phone.ask(f"{played}{path}", headers=GZIP) for phone in phones)
        assert one.data == other.data, path
        assert one.headers.get("ETag") == other.headers.get("ETag"), path


def test_what_is_polled_is_rendered_once_for_page_poll_and_own_entry(crown: Pub, played: str) -> None:
    crown.manager.open(played)
    match, wish = played.rsplit("/", 1)[1], {"Accept": "application/json", "Prefer": "return=representation"}
    data = dict(round_fields(crown, match, 1, {0: 7}, None, {}))
    made: list[str | None] = []

    def note(_app: Flask, template: Template, **_: object) -> None:
        made.append(template.name)

    with template_rendered.connected_to(note, crown.app):
        said = crown.manager.client.post(f"{played}/rounds", data=data, headers=wish).json
        page = crown.manager.ask(played).text
        parts = [crown.manager.ask(re.search('data-live="([^"]+)"', page)[1].replace("&amp;", "&")).text]
        parts += [said["state"], page[page.index('<div class="state"') : page.index("  </main>")].rstrip()]
    assert made == ["matches/_state.html", "matches/show.html"]
    assert len(set(parts)) == 1


def test_looking_gives_a_phone_that_has_come_in_no_cookie(crown: Pub, played: str) -> None:
    phone = Phone(crown.app)
    phone.ask(crown.link("score"))
    for path in ("", "settings", "matches/new"):
        assert "Set-Cookie" not in phone.ask(f"{crown.home}{path}").headers, path
    for path in ("", "/state", "/rounds/new", "/change"):
        assert "Set-Cookie" not in phone.ask(f"{played}{path}").headers, path


def test_forms_of_a_cached_page_can_be_sent(crown: Pub, played: str) -> None:
    for _ in range(2):
        record(crown, played.rsplit("/", 1)[1], 0, {1: 10})
        crown.manager.open(played)
        page = crown.manager.send(crown.manager.open(played).form_saying("Undo"))
        assert page.status == 200
    assert "Ann 20" in crown.manager.open(played).text.replace("\n", " ")


def test_an_entry_is_on_the_next_view(crown: Pub, played: str) -> None:
    watcher = crown.phone("watch")
    assert "+20" in watcher.open(played).text
    record(crown, played.rsplit("/", 1)[1], 0, {1: 33})
    assert "+33" in watcher.open(played).text


def test_nobody_is_served_a_page_cached_for_a_higher_role(crown: Pub, played: str) -> None:
    assert "Undo" in crown.manager.open(played).text
    assert "Undo" not in crown.phone("watch").open(played).text
    assert "Undo" not in Phone(crown.app).open(played).text


def test_a_closed_club_is_closed_although_its_pages_are_cached(crown: Pub, played: str) -> None:
    outsider = Phone(crown.app)
    assert outsider.open(played).status == 200
    settings = crown.manager.open(f"{crown.home}settings")
    assert settings.status == 200
    crown.manager.post(f"{crown.home}watching", anyone="no")
    assert outsider.open(played).status == 403


def test_a_page_is_the_same_compressed_and_plain(crown: Pub, played: str) -> None:
    plain, small = crown.manager.ask(played), crown.manager.ask(played, headers=GZIP)
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    text = gzip.decompress(small.data).decode()
    assert text == plain.text
    assert len(small.data) < len(plain.data) / 2


@pytest.mark.parametrize("name", ["css/base/page.css", "page/page.js", "icon.svg"])
def test_a_static_file_is_compressed_for_clients_that_accept_it(app: Flask, name: str) -> None:
    whole = (asset_folder("static") / name).read_bytes()

    def ask(**headers: str) -> TestResponse:
        return app.test_client().get(f"/static/{name}", headers=headers, buffered=True)

    assert gzip.decompress(ask(**GZIP).data) == whole
    assert ask().data == whole
    assert ask(**{"Accept-Encoding": "identity"}).data == whole


def test_a_changed_file_is_not_served_from_the_cache(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    for text in (b"a { color: red }", b"a { color: blue }"):
        (tmp_path / "now.css").write_bytes(text)
        assert gzip.decompress(app.test_client().get("/static/now.css", headers=GZIP).data) == text


def test_a_scorer_who_becomes_manager_gets_the_managers_page(crown: Pub) -> None:
    form = crown.manager.open(f"{crown.home}leagues/new?preset=leek").form_with("name")
    season = crown.manager.send(form).path.removesuffix("teams/")
    phone = crown.phone("score")
    assert "Enter the teams" not in phone.open(season).text
    phone.open(crown.link("manage"))
    assert "Enter the teams" in phone.open(season).text
