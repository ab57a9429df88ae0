"""A page is made once for all phones of a role and each version, and sent compressed."""

import gzip
import re

import pytest
from flask import Flask, template_rendered
from jinja2 import Template

from tests.grid import grid
from tests.web.cast import Phone, Pub, record, round_fields, sit_down
from tests.web.league_evening import begin_a_league

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def played(crown: Pub) -> str:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 20})
    return crown.at(match)


def test_phones_of_a_role_get_the_same_bytes_which_are_kept_once(crown: Pub, played: str) -> None:
    phones, pages = [crown.phone("score") for _ in range(2)], crown.app.extensions["pages"]
    for path in ("", "/state", "/rounds/new"):
        one = phones[0].ask(f"{played}{path}", headers=GZIP)
        kept = len(pages)
        other = phones[1].ask(f"{played}{path}", headers=GZIP)
        assert len(pages) == kept > 0, path
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


PAGES = ("", "table", "players", "settings", "leagues/", "data", "export.jsonl", "matches/new?game=draw_100")
LEAGUE_PAGES = ("", "fixtures/", "players", "teams/", "record", "rules", "sheet")


def test_long_pages_come_compressed(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    for number in range(6):
        sit_down(crown, "draw_100", f"Ann {number}", f"Bob {number}")
    league = f"{crown.home}leagues/{begin_a_league(crown).id}/"
    paths = [crown.home + page for page in PAGES] + [league + page for page in LEAGUE_PAGES]
    paths += [crown.at(match, page) for page in ("", "/rounds/new", "/rounds/1")]
    with grid() as case:
        for path in paths:
            plain, small = crown.manager.ask(path), crown.manager.ask(path, headers=GZIP)
            with case(path):
                assert (plain.status_code, small.status_code) == (200, 200)
                assert len(plain.data) > 1000
                assert small.headers["Content-Encoding"] == "gzip"
                assert "Accept-Encoding" in small.headers["Vary"]
                assert len(small.data) < len(plain.data) / 1.5
                assert abs(len(gzip.decompress(small.data)) - len(plain.data)) < 200


def test_the_length_of_a_page_with_secrets_is_random(crown: Pub) -> None:
    lengths = {len(crown.manager.ask(f"{crown.home}settings", headers=GZIP).data) for _ in range(12)}
    assert len(lengths) > 4


def test_short_answers_and_clients_without_gzip_get_plain_text(crown: Pub) -> None:
    assert "Content-Encoding" not in crown.manager.ask("/healthz", headers=GZIP).headers
    assert "Content-Encoding" not in crown.manager.ask(f"{crown.home}settings").headers
