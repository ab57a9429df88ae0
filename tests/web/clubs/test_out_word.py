"""A club's own word for going out: where it is set, and everywhere that it is shown."""

from pathlib import Path

from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import find_club
from tests.databases import make_database
from tests.web.cast import Pub, record, sit_down, tap


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
