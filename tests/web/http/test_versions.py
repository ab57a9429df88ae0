"""A page's version is that of its subject: an entry at one table leaves every other table's pages valid."""

import gzip

import pytest
import time_machine

from tests.web.captains import enter_card, play_a_leg, select, teams_of
from tests.web.cast import Phone, Pub, record, sit_down
from tests.web.http.test_not_modified import asleep, validators
from tests.web.http.test_page_cache import GZIP
from tests.web.league_evening import begin_a_league

VIEWS = ("", "/state", "/tv/state", "/table/state")


@pytest.fixture
def tables(crown: Pub) -> tuple[str, str]:
    return sit_down(crown, "draw_100", "Ann", "Bob"), sit_down(crown, "draw_100", "Cy", "Dot")


@pytest.mark.parametrize("view", VIEWS)
def test_a_round_at_one_table_leaves_another_table_s_pages(
    crown: Pub, tables: tuple[str, str], view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, path = crown.phone("watch"), crown.at(tables[0], view)
    headers = validators(phone, path)
    record(crown, tables[1], 0, {1: 20})
    with asleep(crown.app, monkeypatch):
        assert phone.ask(path, headers=headers).status_code == 304
    record(crown, tables[0], 0, {1: 20})
    assert phone.ask(path, headers=headers).status_code == 200


@pytest.mark.parametrize("view", VIEWS)
def test_a_new_name_invalidates_every_page_that_may_show_it(
    crown: Pub, tables: tuple[str, str], view: str
) -> None:
    phone, path = crown.phone("watch"), crown.at(tables[0], view)
    headers = validators(phone, path)
    player = f"{crown.home}players/{crown.state(tables[0]).match.seats[0].player}"
    crown.manager.open(player)
    assert crown.manager.post(player, name="Anna").status_code == 303
    answer = phone.ask(path, headers=headers)
    assert answer.status_code == 200
    assert "Anna" in answer.text


def test_another_night_ends_the_304s(crown: Pub, tables: tuple[str, str]) -> None:
    with time_machine.travel("2026-11-22T05:59:00Z", tick=False) as clock:
        phone, path = crown.phone("watch"), crown.at(tables[0])
        headers = validators(phone, path)
        clock.move_to("2026-11-22T06:01:00Z")
        assert phone.ask(path, headers=headers).status_code == 200


@pytest.mark.parametrize("view", ["/state", "/rounds/new", ""])
def test_phones_of_a_role_share_a_page_compressed(crown: Pub, tables: tuple[str, str], view: str) -> None:
    record(crown, tables[0], 0, {1: 5})  # so the page has forms
    path, pages = crown.at(tables[0], view), crown.app.extensions["pages"]
    one, other = crown.phone("score"), crown.phone("score")
    first = one.ask(path, headers=GZIP)
    kept = len(pages)
    second = other.ask(path, headers=GZIP)
    assert len(pages) == kept > 0
    for answer in (first, second):
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.data) < len(gzip.decompress(answer.data)) / 2
    assert first.data == second.data


def test_the_form_for_a_round_is_not_cached(crown: Pub, tables: tuple[str, str]) -> None:
    answer = crown.manager.ask(crown.at(tables[0], "/rounds/new"))
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in answer.headers


def test_the_page_names_the_etag_of_its_live_part(crown: Pub, tables: tuple[str, str]) -> None:
    for phone in (crown.manager, crown.phone("watch"), Phone(crown.app)):
        page = phone.ask(crown.at(tables[0])).text
        tag = phone.ask(crown.at(tables[0], "/state")).headers["ETag"]
        assert f'data-tag="{tag.replace(chr(34), "&#34;")}"' in page


def test_a_leagues_page_depends_on_the_league_and_its_boards(crown: Pub) -> None:
    league = begin_a_league(crown)
    phone, path = crown.phone("watch"), f"{crown.home}leagues/{league.id}/"
    headers = validators(phone, path)
    other = sit_down(crown, "draw_100", "Cy", "Dot")
    record(crown, other, 0, {1: 20})
    assert phone.ask(path, headers=headers).status_code == 304
    card = f"{crown.home}fixtures/{league.fixture}/"
    page = crown.manager.open(card)
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in teams_of(page))
    match = enter_card(crown.manager, card, b1_home_0=home, b1_away_0=away, start=1).path.rsplit("/", 1)[1]
    headers = validators(phone, path)
    play_a_leg(crown, match)
    assert phone.ask(path, headers=headers).status_code == 200
