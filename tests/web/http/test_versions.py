"""A page's version is that of its subject: an entry at one table leaves every other table's pages valid."""

import pytest

from tests.web.captains import play_a_leg
from tests.web.cast import Phone, Pub, record, sit_down
from tests.web.http.test_not_modified import asleep, validators
from tests.web.league_evening import start_board

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
