"""The manager’s settings: each phone can be ended, at every door; and the club’s own word for going out."""

from pathlib import Path

import pytest

from scorekeeper.services.gate import LIMITS
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import active_phones, is_ended
from scorekeeper.store.clubs.clubs import find_club
from scorekeeper.web.http.db import now
from tests.databases import make_database
from tests.web.cast import Phone, Pub, record, round_fields, sit_down, tap
from tests.web.page import Form

JSON = {"Accept": "application/json"}
SIGNED_OUT = "has signed this phone out"


def named(pub: Pub, name: str, role: str = "score") -> Phone:
    phone = pub.phone(role)
    assert phone.post(f"{pub.home}settings", name=name).status_code == 303
    return phone


def id_of(pub: Pub, name: str) -> str:
    with pub.db() as db:
        return next(phone.id for phone in active_phones(db, pub.id) if phone.nickname == name)


def end_button(pub: Pub, name: str) -> Form:
    action = f"{pub.home}phones/{id_of(pub, name)}/end"
    return next(form for form in pub.manager.open(f"{pub.home}settings").forms if form.action == action)


def test_the_list_says_what_each_phone_does(crown: Pub) -> None:
    ann = named(crown, "Ann’s")
    match = sit_down(crown, "draw_100", "Ann", "Bob", phone=ann)
    record(crown, match, 0, {1: 12}, phone=ann)
    named(crown, "Bar", "manage")
    page = crown.manager.open(f"{crown.home}settings")
    assert "scores, " in page.text
    assert "1 entry" in page.text
    assert "manages, " in page.text
    assert "Phones that may score" not in ann.open(f"{crown.home}settings").text


@pytest.mark.parametrize("closed", [False, True], ids=["open club", "closed club"])
def test_an_ended_phone_is_out_at_every_door_and_its_rounds_stay(crown: Pub, closed: bool) -> None:
    if closed:
        crown.shut()
    ann, bob = named(crown, "Ann’s"), named(crown, "Bob’s")
    match = sit_down(crown, "draw_100", "Ann", "Bob", phone=ann)
    record(crown, match, 0, {1: 12}, phone=ann)
    shown = ann.ask(crown.at(match))
    tag = {"If-None-Match": shown.headers["ETag"]}
    assert ann.ask(crown.at(match), headers=tag).status_code == 304
    kept = round_fields(crown, match, 0, {1: 12}, None, {})
    crown.manager.send(end_button(crown, "Ann’s"))

    watching = 403 if closed else 200
    assert ann.ask(crown.at(match), headers=tag).status_code == watching
    assert ann.ask(f"{crown.home}matches/{match}/state", headers=JSON).status_code in (watching, 404)
    assert SIGNED_OUT in ann.open(f"{crown.home}matches/new").text
    assert ann.post(crown.at(match, "/rounds"), kept).status_code == 403
    outbox = ann.client.post(crown.at(match, "/rounds"), data=dict(kept), headers=JSON)
    assert outbox.status_code == 403
    assert (SIGNED_OUT in outbox.text, outbox.get_json()["code"]) == (True, "forbidden")
    assert len(crown.events(match)) == 1
    assert record(crown, match, 0, {1: 12}, phone=bob).status_code == 303
    assert "Ann’s" not in [phone.nickname for phone in phones(crown)]


def phones(pub: Pub) -> list:  # type: ignore[type-arg]
    with pub.db() as db:
        return active_phones(db, pub.id)


def test_by_a_link_it_comes_in_again_as_another_phone_with_that_links_role(crown: Pub) -> None:
    lost = named(crown, "Lost", "manage")
    before = id_of(crown, "Lost")
    crown.manager.send(end_button(crown, "Lost"))
    lost.ask(crown.link("score"))
    assert lost.ask(f"{crown.home}matches/new").status_code == 200
    assert lost.ask(f"{crown.home}data").status_code == 403, "what it could manage is gone"
    lost.post(f"{crown.home}settings", name="Found")
    assert id_of(crown, "Found") != before


def test_a_program_is_ended_as_a_phone_is(crown: Pub) -> None:
    token = {"Authorization": f"Bearer {crown.link('score').rpartition('/')[2]}"}
    api = f"/api/v1/clubs/{crown.id}"
    client = crown.app.test_client()
    assert client.post(f"{api}/device/name", json={"name": "Robot"}, headers=token).status_code == 200
    crown.manager.send(end_button(crown, "Robot"))
    answer = client.post(f"{api}/device/name", json={"name": "Robot 2"}, headers=token)
    assert (answer.status_code, "has ended this program" in answer.text) == (401, True)
    assert client.get(api, headers=token).status_code == 401
    assert crown.phone("score").ask(f"{crown.home}matches/new").status_code == 200


def test_two_managers_who_end_each_other_leave_one(crown: Pub) -> None:
    crown.manager.post(f"{crown.home}settings", name="First")
    second = named(crown, "Second", "manage")
    first = id_of(crown, "First")
    crown.manager.send(end_button(crown, "Second"))
    assert second.post(f"{crown.home}phones/{first}/end").status_code == 403
    assert crown.manager.post(f"{crown.home}phones/{first}/end").status_code == 422, "not oneself"
    with crown.db() as db:
        assert not is_ended(db, crown.id, first)


def test_a_flood_from_one_link_stops_no_manager_and_the_limits_can_be_reset(crown: Pub) -> None:
    named(crown, "Bob’s")
    with crown.db() as db:
        db.execute(
            "INSERT INTO hourly_counts (club, kind, device, hour, acts) VALUES (?, 'match', '', ?, ?)",
            [crown.id, now()[:13], LIMITS["match"].club],
        )
    new = crown.phone("score")
    form = new.open(f"{crown.home}matches/new?game=block").form_with("seat_0")
    typed = {"seat_0": "Ann", "seat_1": "Bob"}
    assert new.send(form, **typed).status == 429
    assert sit_down(crown, "draw_100", "Ann", "Bob"), "the manager starts one"
    crown.manager.send(crown.manager.open(f"{crown.home}settings").form_saying("Reset the hour’s limits"))
    assert new.send(form, **typed).status == 200


def settle(crown: Pub, word: str) -> None:
    settings = crown.manager.open(f"{crown.home}settings")
    page = crown.manager.send(settings.form_with("word"), word=word)
    assert page.status == 200, page.text


def test_pages_and_the_record_say_the_clubs_word_in_old_matches_and_new(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    words = {"out": "is out", "went  out.": "went out", "Domino!": "called Domino", "dominoed": "dominoed"}
    for typed, said in words.items():
        settle(crown, typed)
        page = crown.manager.open(crown.at(match))
        assert f"Ann {said} 30" in page.text
        assert f"Round 2 over: who {said}?" in page.text
        assert "chipped out" not in page.text
    form = crown.manager.open(crown.at(match, "/rounds/new"))
    assert f"Who {said}?" in form.text
    assert "chipped out" not in form.text
    assert f"Bob {said}" in crown.manager.open(crown.at(match, "/rounds/new?out=1")).text
    table = crown.manager.open(crown.at(match, "/table")).html
    assert f'aria-label="Bob {said}"' in table


def test_the_phones_count_and_the_last_tile_say_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    settle(crown, "dominoed")
    assert "the last tile: dominoed" in crown.manager.open(crown.at(match, "?way=ends")).text
    assert '"out_word":"dominoed"' in crown.state(match).table
    assert tap(crown, match, 0, 3).status_code == 303


def test_an_invalid_word_is_refused_with_what_was_typed(crown: Pub) -> None:
    settings = crown.manager.open(f"{crown.home}settings")
    for typed, fault in (
        ("", "at least one visible letter"),
        ("x" * 31, "30 is the most"),
        ("!", "at least one visible letter"),
    ):
        page = crown.manager.send(settings.form_with("word"), word=typed)
        assert page.status == 422
        assert fault in page.text
        assert page.form_with("word").value("word") == typed


def test_the_word_goes_with_the_club_into_another_instance(crown: Pub, tmp_path: Path) -> None:
    settle(crown, "dominoed")
    with crown.db() as db:
        lines = list(exported(db, crown.id))
    other = open_store(make_database(tmp_path / "other.db"))
    assert import_club(other, lines) == crown.id
    club = find_club(other, crown.id)
    assert club is not None
    assert club.out_word == "dominoed"
    other.close()
